import { oneLine } from '#app/lib/plain-text.ts'

/** Masks an email address so that its owner recognises it and nobody else can write to it: 'j…@e….com'. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const dot = email.lastIndexOf('.')
  const first = (text: string) => [...text][0] ?? ''
  return `${first(email)}…@${first(email.slice(at + 1))}…${dot > at ? email.slice(dot) : ''}`
}

const mailedNameLength = 80

/** The name of a business for an email to a stranger: one line, short, and nothing that an email program turns into a link. */
export function businessNameForMail(name: string): string {
  const words = [...oneLine(name.replace(/[.:/@\\](?=\S)/g, ' '))]
  return words.length > mailedNameLength ? `${words.slice(0, mailedNameLength).join('').trim()}…` : words.join('')
}
