import { createRequire } from 'node:module'
import { z } from 'zod/mini'
import { passwordLengthLimits } from './model.ts'

let common: Set<string> | undefined

/**
 * In lower case; 43,000 that are long enough to be chosen. Browsers do not load them, and the server only with the first password that is
 * chosen: the list takes 5 MiB. Required, because an import would have to be awaited and a schema's check cannot be.
 */
function readCommon(): Set<string> {
  const { dictionary } = createRequire(import.meta.url)(
    '@zxcvbn-ts/language-common',
  ) as typeof import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= passwordLengthLimits.min))
}

const tooCommon = 'This password is too common. Choose another.'

/** Whether a password is common, ignoring case. */
export function isCommonPassword(password: string): boolean {
  common ??= readCommon()
  return common.has(password.normalize('NFKC').toLowerCase())
}

/** Adds the check for common passwords to a form's schema. Only for the server, because the browser has no list. */
export function withCommonPasswordCheck<Schema extends z.ZodMiniObject>(
  schema: Schema,
  field: keyof Schema['shape'] & string,
) {
  return schema.check(
    z.refine(({ [field]: password }) => typeof password !== 'string' || !isCommonPassword(password), {
      path: [field],
      message: tooCommon,
      // Reported together with all other errors.
      when: () => true,
    }),
  )
}
