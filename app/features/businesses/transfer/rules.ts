/** Masks an email address so that its owner recognises it and nobody else can write to it: 'j…@e….com'. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const dot = email.lastIndexOf('.')
  const first = (text: string) => [...text][0] ?? ''
  return `${first(email)}…@${first(email.slice(at + 1))}…${dot > at ? email.slice(dot) : ''}`
}
