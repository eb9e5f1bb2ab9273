import { dictionary } from '@zxcvbn-ts/language-common'
import type { z } from 'zod'
import { passwordLength } from './schema.ts'

/** In lower case; 43,000 that are long enough to be chosen. Half a megabyte, so browsers do not load them. */
const common = new Set(dictionary['passwords-common'].filter(({ length }) => length >= passwordLength.min))

const tooCommon = 'This password is too common. Please choose another.'

/** Whether a password is common, ignoring case. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase())
}

/** Adds the check for common passwords to a form's schema. Only for the server, because the browser has no list. */
export function refuseCommonPassword<Schema extends z.ZodObject>(
  schema: Schema,
  field: keyof Schema['shape'] & string,
) {
  return schema.refine(({ [field]: password }) => typeof password !== 'string' || !isCommonPassword(password), {
    path: [field],
    message: tooCommon,
    // Reported together with all other errors.
    when: () => true,
  })
}
