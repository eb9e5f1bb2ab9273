import { z } from 'zod/mini'
import { signInEmailSchema } from '#app/features/account/form-schema.ts'
import { chosenIdSchema } from '#app/lib/form-fields.ts'
import { optionalTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import { noSuchMilitaryRelationshipMessage } from './model.ts'

/** Characters of a name. */
const nameLength = 100

export const firstNameSchema = z.pipe(
  singleLineTextSchema(),
  z.string().check(z.minLength(1, 'First name is required'), z.maxLength(nameLength, 'First name too long')),
)

export const lastNameSchema = z.pipe(
  singleLineTextSchema(),
  z.string().check(z.minLength(1, 'Last name is required'), z.maxLength(nameLength, 'Last name too long')),
)

/** An optional plus and 7 to 15 digits; what parts them is removed, and a zero that is left out abroad. */
export const mobileNumberSchema = z.pipe(
  z.transform((value) =>
    typeof value === 'string'
      ? value
          .normalize('NFKC')
          .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
          .replace(/^\s*tel:/i, '')
          .replace(/^([(\s]*(?:\+|00)[^(]*)\(\s*0\s*\)/, '$1')
          .replace(/[\s().\p{Pd}/]/gu, '')
          .replace(/^((?:\+|00)44)0(?=7)/, '$1')
      : '',
  ),
  z.string().check(z.regex(/^\+?\d{7,15}$/, 'Invalid phone number format')),
)

export const lookupIdSchema = (message: string) => chosenIdSchema(message).check(z.refine((id) => id > 0, message))
export const profileSchema = z.object({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  displayName: optionalTextSchema(
    z.pipe(singleLineTextSchema(), z.string().check(z.maxLength(nameLength, 'Display name too long'))),
  ),
  personalEmail: signInEmailSchema,
  personalMobile: optionalTextSchema(mobileNumberSchema),
  militaryRelationshipTypeId: z.pipe(
    z.transform((value): unknown => (value === '' ? null : (value ?? null))),
    z.nullable(lookupIdSchema(noSuchMilitaryRelationshipMessage)),
  ),
})

export type ProfileInput = z.output<typeof profileSchema>

/** Characters of a reason. */
const reasonLength = 500

export const memberSuspensionSchema = z.object({
  reason: z.pipe(
    singleLineTextSchema(),
    z
      .string()
      .check(
        z.minLength(1, 'Enter a reason: the member will read it'),
        z.maxLength(reasonLength, `The reason must be at most ${reasonLength} characters`),
      ),
  ),
})
