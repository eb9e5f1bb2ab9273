import { allowedClockSkewSeconds } from '#app/platform/.server/clock.ts'
import { type DoctorFinding, makeBadDoctorFinding, makeGoodDoctorFinding } from './finding-model.ts'

/** @param ahead milliseconds by which another clock is ahead of ours */
export function evaluateClockSkew(ahead: number, whose: string): DoctorFinding {
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  return seconds <= allowedClockSkewSeconds
    ? makeGoodDoctorFinding('Clock', `agrees with ${whose}`)
    : makeBadDoctorFinding(
        'Clock',
        `differs from ${whose} by ${seconds} s`,
        'Have both machines take their time from the network: systemctl enable --now systemd-timesyncd.',
      )
}
