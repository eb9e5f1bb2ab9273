import { toSingleLine } from '#app/lib/plain-text.ts'

const mailedNameLength = 80

/** What joins words to an address, also in full width, small, and as characters that look alike. */
const joints = /[.:/@\\\u2024\u2044\u2215\u3002\ufe52\ufe55\ufe68\ufe6b\uff0e\uff0f\uff1a\uff20\uff3c\uff61](?=\S)/g

/** What is not seen; the joiners of scripts and emojis stay. */
const unseen = /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/gu

/** The name of a business for an email to a stranger: one line, short, and nothing that an email program turns into a link. */
export function businessNameForMail(name: string): string {
  // One line first: a return that it takes away would hide the joint before it.
  const words = [...toSingleLine(toSingleLine(name.replace(unseen, '')).replace(joints, ' '))]
  return words.length > mailedNameLength ? `${words.slice(0, mailedNameLength).join('').trim()}…` : words.join('')
}

/**
 * What was loaded for an email to somebody else than its owner: each text in it as `businessNameForMail` makes it, at any depth, but for the
 * fields that are named.
 */
export function harmlessTextsForMail<Subject>(subject: Subject, asIs: readonly string[]): Subject {
  return clean(subject, asIs) as Subject
}

function clean(value: unknown, asIs: readonly string[] = []): unknown {
  if (typeof value === 'string') return businessNameForMail(value)
  if (Array.isArray(value)) return value.map((each) => clean(each))
  if (value === null || typeof value !== 'object') return value
  const kind = Object.getPrototypeOf(value)
  if (kind !== null && kind !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asIs.includes(key) ? each : clean(each)]))
}
