import type { SigningSecret } from '#app/platform/.server/security/secret.ts'

/** Where a running site answers the doctor, by which they find out what the proxy between them does. */
export const doctorProbePath = '/doctor'

/** The header with the moment and its signature. */
export const doctorProbeHeader = 'X-Doctor'

/** Bytes that a proxy must let through: a form with a document of 10 MB. */
export const doctorProbeBodySize = 12 * 1000 * 1000

/** Milliseconds for which a request of the doctor is taken. */
const validMs = 5 * 60_000

/** What the site sees of a request. */
export interface SeenDoctorProbe {
  clientIp: string
  protocol: string
  host: string
  /** X-Forwarded-For as it arrived. */
  forwardedFor: string
  bytes: number
}

function probeText(moment: string): string {
  return `doctor:${moment}`
}

/** Signs a request of the doctor, who knows the secret of the site. */
export function signDoctorProbe(secret: SigningSecret, now: number): string {
  return `${now}.${secret.sign(probeText(String(now)))}`
}

/** Whether a request is the doctor's, and was signed a short while ago. */
export function isValidDoctorProbeHeader(secret: SigningSecret, header: string | undefined, now: number): boolean {
  const [, moment = '', signature = ''] = /^(\d{13})\.([\w-]{43})$/.exec(header ?? '') ?? []
  if (!moment || Math.abs(now - Number(moment)) > validMs) return false
  return secret.verifies(probeText(moment), signature)
}
