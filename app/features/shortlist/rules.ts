import { shortlistMaximum } from './model.ts'

/** Splits a list of slugs as it is in an address or a form: distinct, at most {@link shortlistMaximum}, in their order. */
export function parseShortlistSlugs(list: string | null | undefined): string[] {
  const slugs = (list ?? '').split(',').map((slug) => slug.trim())
  return [...new Set(slugs.filter((slug) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) && slug.length <= 120))].slice(
    0,
    shortlistMaximum,
  )
}

/** Adds ids to a list without repeating any. `isFull` says that not all found room. */
export function shortlistWithBusinessIdsAdded(
  list: string[],
  ids: string[],
): { list: string[]; added: number; isFull: boolean } {
  const fresh = ids.filter((id) => !list.includes(id))
  const room = Math.max(0, shortlistMaximum - list.length)
  const added = fresh.slice(0, room)
  return { list: [...list, ...added], added: added.length, isFull: fresh.length > room }
}
