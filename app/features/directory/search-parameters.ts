import { z } from 'zod'
import {
  type DirectoryParameter,
  type DirectorySearch,
  emptySearch,
  filterMaxLength,
  parameterEntries,
  searchSorts,
  withinMaximum,
} from './model.ts'

// No listing contains control characters (a newline separates its searched columns), and PostgreSQL stores no null bytes.
const plain = z.string().transform((value) => value.replace(/\p{Cc}+/gu, ' ').trim())
const text = (label: string) =>
  plain.pipe(z.string().max(filterMaxLength, `The ${label} must be ${filterMaxLength} characters or fewer.`))
const choice = (label: string) =>
  plain.pipe(z.string().max(filterMaxLength, unknownValueMessage(label))).transform((value) => value || null)
const flag = (label: string) =>
  z
    .enum(['true', 'on', '1', 'false', '0', ''], { error: `${label} must be true or false.` })
    .transform((value) => value === 'true' || value === 'on' || value === '1')

/** The message for a value that is not in the lookup that `label` names. */
export function unknownValueMessage(label: string): string {
  return `We don't recognise that ${label}.`
}

/** The schema of each query parameter of /directory and of the API. */
export const parameterSchemas = {
  search: text('search'),
  industry: z
    .string()
    .regex(/^(?:[1-9]\d{0,5})?$/, unknownValueMessage('industry'))
    .transform((value) => (value ? Number(value) : null)),
  city: text('city'),
  county: text('county'),
  postcode: text('postcode'),
  service_branch: choice('service branch'),
  relationship_type: choice('relationship type'),
  hasGallery: flag('hasGallery'),
  hasWebsite: flag('hasWebsite'),
  near: text('place'),
  within: z
    .string()
    .regex(
      /^(?:anywhere|[1-9]\d?|100|)$/,
      `The distance must be a whole number of miles from 1 to ${withinMaximum}, or anywhere.`,
    )
    .transform((value) => (value === 'anywhere' ? value : value ? Number(value) : null)),
  sort: z
    .enum([...searchSorts, ''], {
      error: `The order must be ${searchSorts.slice(0, -1).join(', ')} or ${searchSorts.at(-1)}.`,
    })
    .transform((value) => value || null),
  exact: flag('exact'),
  page: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'The page must be a whole number from 1.')
    .transform(Number),
} satisfies Record<DirectoryParameter, z.ZodType>

export interface ParameterProblem {
  parameter: DirectoryParameter
  message: string
}

/**
 * Parses a search from a query string. An invalid parameter is treated as not set and reported in `problems`. The first of a
 * repeated parameter counts, and unknown ones are ignored.
 */
export function parseDirectorySearch(query: URLSearchParams): {
  search: DirectorySearch
  problems: ParameterProblem[]
} {
  const search: DirectorySearch = { ...emptySearch }
  const problems: ParameterProblem[] = []
  for (const [field, parameter] of parameterEntries) {
    const value = query.get(parameter)
    if (value === null) continue
    const parsed = parameterSchemas[parameter].safeParse(value)
    if (parsed.success) Object.assign(search, { [field]: parsed.data })
    else problems.push({ parameter, message: parsed.error.issues[0]?.message ?? 'Invalid value.' })
  }
  return { search, problems }
}
