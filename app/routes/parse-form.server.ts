import { parseWithZod } from '@conform-to/zod/v4'
import { data } from 'react-router'
import type { z } from 'zod'

/** The form a request brings. @throws a 400 for anything else. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}

/** Parses the texts a form's schema names, each once; whatever else was sent is not looked at. */
export function parseForm<Schema extends z.ZodObject>(form: FormData, schema: Schema) {
  const named = new FormData()
  for (const name of Object.keys(schema.shape)) {
    const value = form.get(name)
    if (typeof value === 'string') named.set(name, value)
  }
  return parseWithZod(named, { schema, disableAutoCoercion: true })
}
