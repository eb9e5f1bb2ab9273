import { z } from 'zod'
import {
  type DirectoryParameter,
  type DirectorySearch,
  emptySearch,
  filterMaxLength,
  parameterEntries,
} from './schema.ts'

// Control characters can stand in no listing (a newline joins its searched columns), and PostgreSQL stores no null byte.
const plain = z.string().transform((value) => value.replace(/\p{Cc}+/gu, ' ').trim())
const text = (label: string) =>
  plain.pipe(z.string().max(filterMaxLength, `The ${label} may have at most ${filterMaxLength} characters.`))
const choice = (label: string) =>
  plain.pipe(z.string().max(filterMaxLength, `The ${label} is not one of ours.`)).transform((value) => value || null)
const flag = (label: string) =>
  z
    .enum(['true', 'on', '1', 'false', '0', ''], { error: `${label} may be true or false.` })
    .transform((value) => value === 'true' || value === 'on' || value === '1')

/** What each parameter of /directory and of the API takes, and what is said when it takes something else. */
export const parameterSchemas = {
  search: text('search'),
  industry: z
    .string()
    .regex(/^(?:[1-9]\d{0,5})?$/, 'The industry is not one of ours.')
    .transform((value) => (value ? Number(value) : null)),
  city: text('city'),
  county: text('county'),
  postcode: text('postcode'),
  service_branch: choice('service branch'),
  relationship_type: choice('relationship type'),
  hasGallery: flag('hasGallery'),
  hasWebsite: flag('hasWebsite'),
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
 * Reads a search from an address. A parameter that makes no sense counts as not set and is named among the problems; of
 * a repeated one the first counts; what is unknown is passed over.
 */
export function readDirectorySearch(query: URLSearchParams): { search: DirectorySearch; problems: ParameterProblem[] } {
  const search: DirectorySearch = { ...emptySearch }
  const problems: ParameterProblem[] = []
  for (const [field, parameter] of parameterEntries) {
    const given = query.get(parameter)
    if (given === null) continue
    const parsed = parameterSchemas[parameter].safeParse(given)
    if (parsed.success) Object.assign(search, { [field]: parsed.data })
    else problems.push({ parameter, message: parsed.error.issues[0]?.message ?? 'It was not understood.' })
  }
  return { search, problems }
}
