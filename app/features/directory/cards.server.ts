import { businessLogoPictureOfRow } from '#app/features/businesses/rules.ts'
import { businessLogoPlaceholderOf } from '#app/features/reference/industry-rules.ts'
import type { DirectoryLookups, LookupOption } from '#app/features/reference/service.server.ts'
import type { FoundBusiness, ListedBusinessCardData } from './model.ts'
import type { BusinessCardRow } from './queries.server.ts'
import { metresBetween, milesBetween } from './rules.ts'
import { hasSearchMatch } from './search/marks.ts'
import type { DirectorySearchPlan } from './search/rules.ts'

/** Measures the miles from the place of a search, and says how a business outside the radius serves it. */
export function distanceAndServiceAreaMatchFromSearch(
  row: BusinessCardRow,
  { position, radius }: DirectorySearchPlan,
): Pick<FoundBusiness, 'miles' | 'reach'> {
  if (!position) return { miles: null, reach: null }
  const metres = metresBetween(row.position, position)
  const isOutside = radius !== null && (metres === null || metres > radius)
  const comes = row.serviceMetres !== null && metres !== null && metres <= row.serviceMetres
  const reach = comes ? 'place' : row.servesUk ? 'uk' : null
  return { miles: milesBetween(row.position, position), reach: isOutside ? reach : null }
}

/** Finds the first product or service that has a marked word, where neither the name nor the tagline has one. */
export function findServiceMatchingSearchWords(row: BusinessCardRow, marks: string[]): string | null {
  if (marks.length === 0) return null
  const words = new Set(marks)
  if ([row.name, row.tagline ?? ''].some((text) => hasSearchMatch(text, words))) return null
  return (
    (row.productsServices ?? '')
      .split(/\r?\n/)
      .find((line) => hasSearchMatch(line, words))
      ?.trim() ?? null
  )
}

/** Sorts rows in the order of the ids. An id without a row, delisted between the two queries, is skipped. */
export function sortByIds<Row extends { id: string }>(rows: Row[], ids: string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function nameIn(lookup: LookupOption[], id: number | null): string | null {
  return lookup.find((entry) => entry.id === id)?.name ?? null
}

type DescribedRow = Omit<
  BusinessCardRow,
  'id' | 'tagline' | 'productsServices' | 'position' | 'servesUk' | 'serviceMetres'
>

/** Describes a listed business as its card shows it. */
export function toListedBusinessCardData(
  row: DescribedRow,
  lookups: DirectoryLookups,
): Omit<ListedBusinessCardData, 'tagline'> {
  const industryName = nameIn(lookups.industries, row.industryId)
  return {
    slug: row.slug,
    name: row.name,
    city: row.city,
    county: row.county,
    industryName,
    serviceBranch: nameIn(lookups.serviceBranches, row.serviceBranchId),
    relationshipType: nameIn(lookups.relationshipTypes, row.relationshipTypeId),
    logo: businessLogoPictureOfRow(row),
    tile: businessLogoPlaceholderOf(row.name, industryName),
  }
}
