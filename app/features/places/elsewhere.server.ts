import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type PlacesFile, parsePlacesFile, placeFilePaths } from './place-files.ts'

let placesFile: PlacesFile | undefined

export function getPlacesFile(): PlacesFile {
  placesFile ??= parsePlacesFile(readFileSync(resolve(placeFilePaths[1]), 'utf8'))
  return placesFile
}

/** The sentence about a place that is not on the map; null for other texts. */
export function findUnmappedPlaceMessage(text: string): string | null {
  const name = text.toLowerCase().replace(/\s+/g, ' ')
  const found = getPlacesFile().elsewhere.find(
    ({ names, postcodes }) =>
      names.some((each) => each.toLowerCase() === name) ||
      postcodes.some((area) => new RegExp(`^${area}\\s*\\d`, 'i').test(name)),
  )
  return found?.message ?? null
}

let abroad: Set<string> | undefined

/** The sentence about another country, or a state of one; null for other texts. */
export function findPlaceOutsideUkMessage(text: string): string | null {
  const ours = findUnmappedPlaceMessage(text)
  if (ours !== null) return ours
  if (!abroad) {
    const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters
      .flatMap((one) => letters.map((other) => one + other))
      .filter((code) => code !== 'GB' && code !== 'UK')
    const names = [...codes.map((code) => countries.of(code) ?? ''), ...getPlacesFile().abroad]
    abroad = new Set(names.map((name) => name.toLowerCase()))
  }
  const name = text.toLowerCase().replace(/\s+/g, ' ')
  return name !== '' && abroad.has(name)
    ? `${text} is not in the UK. All our businesses are, so enter a UK town or postcode.`
    : null
}
