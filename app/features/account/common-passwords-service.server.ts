import { dictionary } from '@zxcvbn-ts/language-common'
import type { z } from 'zod'
import { passwordLength } from './schema.ts'

/** In lower case; 43,000 that are long enough to be chosen. Half a megabyte, so no browser loads them. */
const common = new Set(dictionary['passwords-common'].filter(({ length }) => length >= passwordLength.min))

const tooCommon = 'This password is too common. Please choose another.'

/** Whether a password is among those that are tried first, however it is capitalised. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase())
}

/** The schema of a form that sets a password, which takes no common one. For the server: the browser's has no list. */
export function refuseCommonPassword<Schema extends z.ZodObject>(
  schema: Schema,
  field: keyof Schema['shape'] & string,
) {
  return schema.refine(({ [field]: password }) => typeof password !== 'string' || !isCommonPassword(password), {
    path: [field],
    message: tooCommon,
    // Said with whatever else is wrong.
    when: () => true,
  })
}
