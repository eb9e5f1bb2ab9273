import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'

// Otherwise zod tests whether `eval` works, which the content security policy forbids and browsers report. The build puts this module into
// one file with zod, so that it runs before any schema.
z.config({ jitless: true })

/** What a schema says of a form. */
export function checkForm(form: FormData, schema: z.ZodType) {
  return parseWithZod(form, { schema, disableAutoCoercion: true })
}
