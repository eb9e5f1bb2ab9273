import { z } from 'zod'
import type { DirectoryLookups } from '#app/features/reference/service.server.ts'
import {
  type DirectoryChoiceFilterName,
  type DirectoryParameter,
  type DirectorySearch,
  directoryFilterMaxLength,
  directoryPageSize,
  directoryParameterEntries,
  type directoryParameters,
  directorySorts,
  emptyDirectorySearch,
  searchRadiusMaximum,
} from './model.ts'

/** A query parameter of /directory and of the API. */
interface SearchParameter<Value> {
  /** The values it takes, as a search has them, and the message for others. */
  schema: z.ZodType<Value>
  /** What the API's document says of it. */
  document: { description: string; schema: object }
}

/** One whose values are in a lookup. */
interface ChoiceParameter<Value> extends SearchParameter<Value> {
  /** What it chooses, in the message for a value that is not there. */
  label: string
  valuesIn: (lookups: DirectoryLookups) => Value[]
}

// No listing contains control characters (a newline separates its searched columns), and PostgreSQL stores no null bytes.
const plain = z.string().transform((value) => value.replace(/\p{Cc}+/gu, ' ').trim())
const textSchema = { type: 'string', maxLength: directoryFilterMaxLength }

const text = (label: string, description: string): SearchParameter<string> => ({
  schema: plain.pipe(
    z.string().max(directoryFilterMaxLength, `The ${label} must be ${directoryFilterMaxLength} characters or fewer.`),
  ),
  document: { description, schema: textSchema },
})

const choice = (
  label: string,
  description: string,
  namesIn: (lookups: DirectoryLookups) => { name: string }[],
): ChoiceParameter<string | null> => ({
  schema: plain
    .pipe(z.string().max(directoryFilterMaxLength, unknownValueMessage(label)))
    .transform((value) => value || null),
  document: { description, schema: textSchema },
  label,
  valuesIn: (lookups) => namesIn(lookups).map(({ name }) => name),
})

const flag = (label: string, description: string): SearchParameter<boolean> => ({
  schema: z
    .enum(['true', 'on', '1', 'false', '0', ''], { error: `${label} must be true or false.` })
    .transform((value) => value === 'true' || value === 'on' || value === '1'),
  document: { description, schema: { type: 'string', enum: ['true', 'false'] } },
})

/** The message for a value that is not in the lookup that `label` names. */
function unknownValueMessage(label: string): string {
  return `We don't recognise that ${label}.`
}

type Parameters = {
  [Field in keyof DirectorySearch as (typeof directoryParameters)[Field]]: Field extends DirectoryChoiceFilterName
    ? ChoiceParameter<DirectorySearch[Field]>
    : SearchParameter<DirectorySearch[Field]>
}

/** What each parameter takes. */
export const directoryParameterDefinitions: Parameters = {
  search: text(
    'search',
    'What is needed: a trade, a name, words. Matches stems, synonyms, and text anywhere in name, tagline, description, products and services. Ignores case and accents.',
  ),
  trade: {
    schema: z
      .string()
      .regex(/^[a-z\d-]{0,100}$/, unknownValueMessage('trade'))
      .transform((value) => value || null),
    document: {
      description: 'The id of a trade, such as plumber: only businesses that say it is theirs.',
      schema: { type: 'string', maxLength: 100 },
    },
    label: 'trade',
    valuesIn: ({ trades }) => trades.map(({ id }) => id),
  },
  industry: {
    schema: z
      .string()
      .regex(/^(?:[1-9]\d{0,5})?$/, unknownValueMessage('industry'))
      .transform((value) => (value ? Number(value) : null)),
    document: { description: 'The id of an industry.', schema: { type: 'integer', minimum: 1 } },
    label: 'industry',
    valuesIn: ({ industries }) => industries.map(({ id }) => id),
  },
  city: text('city', 'Text anywhere in the town or city.'),
  county: text('county', 'Text anywhere in the county.'),
  postcode: text('postcode', 'Text anywhere in the postcode. Ignores spaces.'),
  service_branch: choice(
    'service branch',
    'The name of a service branch, such as Royal Navy.',
    ({ serviceBranches }) => serviceBranches,
  ),
  relationship_type: choice(
    'relationship type',
    'The name of a relationship, such as Veteran.',
    ({ relationshipTypes }) => relationshipTypes,
  ),
  hasGallery: flag('hasGallery', 'true: only businesses with a gallery.'),
  hasWebsite: flag('hasWebsite', 'true: only businesses with a website.'),
  near: text(
    'place',
    'A town, an outcode, a postcode or a county. Under an unknown place nothing is found; `place` in the answer says how it was read.',
  ),
  within: {
    schema: z
      .string()
      .regex(
        /^(?:anywhere|[1-9]\d?|100|)$/,
        `The distance must be a whole number of miles from 1 to ${searchRadiusMaximum}, or anywhere.`,
      )
      .transform((value) => (value === 'anywhere' ? value : value ? Number(value) : null)),
    document: {
      description: `Miles around the place, from 1 to ${searchRadiusMaximum}, or anywhere.`,
      schema: { oneOf: [{ type: 'integer', minimum: 1, maximum: searchRadiusMaximum }, { const: 'anywhere' }] },
    },
  },
  sort: {
    schema: z
      .enum([...directorySorts, ''], {
        error: `The order must be ${directorySorts.slice(0, -1).join(', ')} or ${directorySorts.at(-1)}.`,
      })
      .transform((value) => value || null),
    document: {
      description: `The order; by name if it is not given. Ranked by best or nearest, at most 84 pages can be read.`,
      schema: { type: 'string', enum: [...directorySorts] },
    },
  },
  exact: flag('exact', 'true: no word is corrected or taken for a place.'),
  page: {
    schema: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'The page must be a whole number from 1.')
      .transform(Number),
    document: {
      description: `Page number from 1, with ${directoryPageSize} businesses a page. A page past the end is empty.`,
      schema: { type: 'integer', minimum: 1 },
    },
  },
}

export interface DirectoryParameterProblem {
  parameter: DirectoryParameter
  message: string
}

/**
 * Parses a search from a query string. An invalid parameter is treated as not set and reported in `problems`. The first of a
 * repeated parameter counts, and unknown ones are ignored.
 * @param lookups what the choices are checked against; null to take them as they are
 */
export function parseDirectorySearch(
  query: URLSearchParams,
  lookups: DirectoryLookups | null = null,
): {
  search: DirectorySearch
  problems: DirectoryParameterProblem[]
} {
  const search: DirectorySearch = { ...emptyDirectorySearch }
  const problems: DirectoryParameterProblem[] = []
  for (const [field, parameter] of directoryParameterEntries) {
    const value = query.get(parameter)
    if (value === null) continue
    const { schema, ...known }: SearchParameter<unknown> | ChoiceParameter<unknown> =
      directoryParameterDefinitions[parameter]
    const parsed = schema.safeParse(value)
    if (!parsed.success) {
      problems.push({ parameter, message: parsed.error.issues[0]?.message ?? 'Invalid value.' })
    } else if (lookups && 'label' in known && parsed.data !== null && !known.valuesIn(lookups).includes(parsed.data)) {
      problems.push({ parameter, message: unknownValueMessage(known.label) })
    } else {
      Object.assign(search, { [field]: parsed.data })
    }
  }
  return { search, problems }
}
