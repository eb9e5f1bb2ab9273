/** A part of an email, as an IMAP server describes it. */
export interface MailPart {
  /** Its number, such as '2'; missing for the email itself. */
  part?: string | undefined
  type: string
  parameters?: Record<string, string> | undefined
  childNodes?: MailPart[] | undefined
}

/** The number of the part of an email that a mail server reports in (RFC 3464); null if the email is no such report. */
export function findDeliveryStatus({ type, parameters, childNodes = [] }: MailPart): string | null {
  if (type !== 'multipart/report' || parameters?.['report-type']?.toLowerCase() !== 'delivery-status') return null
  const status = childNodes.find((child) => /^message\/(global-)?delivery-status$/.test(child.type))
  return status?.part ?? null
}

/**
 * Whether a report says that an address will never take email. A delay (4.x) does not, nor that the text was refused (5.6), nor that
 * we were, by a list or a policy, whoever the recipient is (5.7).
 */
export function isPermanentFailure(report: string): boolean {
  const [, ...recipients] = report
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n\s*\n/)
  return recipients.some((fields) => {
    const action = /^action:\s*failed\b/im.test(fields)
    return action && /^status:\s*5\.(?![67]\.)\d{1,3}\.\d{1,3}\b/im.test(fields)
  })
}
