import { customType } from 'drizzle-orm/pg-core'
import { z } from 'zod'

/** Thrown for a row whose JSON does not have the form of its column. The message names paths, never values. */
export class DamagedJsonColumnError extends Error {
  override name = 'DamagedJsonColumn'

  constructor(column: string, error: z.ZodError) {
    super(`the column ${column} cannot be read: ${z.prettifyError(error)}`)
  }
}

/**
 * A jsonb column that is parsed when it is read. Rows of older releases must pass: a field that they lack needs a default, and
 * fields that no longer exist are dropped.
 */
export function jsonColumn<Schema extends z.ZodType>(name: string, schema: Schema) {
  return customType<{ data: z.output<Schema>; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => {
      const { success, data, error } = schema.safeParse(value)
      if (!success) throw new DamagedJsonColumnError(name, error)
      return data
    },
  })(name)
}
