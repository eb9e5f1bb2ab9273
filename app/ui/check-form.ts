import { parse } from '@conform-to/react'
import { z } from 'zod/mini'

/** What a flat schema says of a form: its value, or the messages by field, '' for the form itself. */
export function validateForm<Schema extends z.core.$ZodType>(form: FormData, schema: Schema) {
  return parse<z.output<Schema>, string[]>(form, {
    resolve: (payload) => {
      const result = z.safeParse(schema, payload)
      if (result.success) return { value: result.data }
      const { formErrors, fieldErrors } = z.flattenError(result.error)
      return { error: { ...(formErrors.length > 0 && { '': formErrors }), ...fieldErrors } }
    },
  })
}
