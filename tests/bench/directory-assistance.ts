import { type DirectorySearch, directoryPageSize, emptyDirectorySearch } from '#app/features/directory/model.ts'
import { getFilterChoiceCounts } from '#app/features/directory/search/choices-service.server.ts'
import { searchDirectory } from '#app/features/directory/service.server.ts'
import { getDirectorySuggestions } from '#app/features/directory/suggestions/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { benchmarkSearchWords } from '#demo/sample-businesses.ts'
import { firstIds, openFloorClock } from './directory-measures.ts'
import type { Timing } from './floor.ts'

/** What is asked for beside the list: suggestions as somebody types, and counts beside the choices of filters. */
export interface MeasuredHelp {
  name: string
  floor: Timing
  taken: Timing
  /** Multiples of the floor it may cost. */
  aim: number
}

const rounds = 9

/** Times each with nothing cached, in turns with the floor. */
async function measureEach(
  platform: Platform,
  aim: number,
  asked: { name: string; act: () => Promise<unknown> }[],
): Promise<MeasuredHelp[]> {
  const ids = await firstIds(platform.db, directoryPageSize)
  const measured: MeasuredHelp[] = []
  for (const { name, act } of asked) {
    // Once unrecorded, as for searches.
    await act()
    const clock = openFloorClock(platform.db, ids)
    for (let round = 0; round < rounds; round += 1) {
      await clock.floor()
      platform.directoryCache.clear()
      await clock.time('taken', act)
    }
    const { floor, taken } = clock.read()
    if (taken) measured.push({ name, floor, taken, aim })
  }
  return measured
}

const suggestionAim = 20
const typed = ['pl', 'plu', 'plumb', 'leed', 'ls1', 'north', 'plumer', 'it support', 'qxz']

function measureSuggestions(platform: Platform): Promise<MeasuredHelp[]> {
  const asked = typed.map((text) => ({
    name: `suggestions for '${text}'`,
    act: () => getDirectorySuggestions(platform, 'what', text),
  }))
  return measureEach(platform, suggestionAim, asked)
}

const choicesAim = 60
const searches: [name: string, search: Partial<DirectorySearch>][] = [
  ['no filter', {}],
  ['rare word', { search: benchmarkSearchWords.rare }],
  ['common word', { search: benchmarkSearchWords.common }],
  ['very common word', { search: benchmarkSearchWords.veryCommon }],
  ['common word within 50 miles', { search: benchmarkSearchWords.common, near: 'Leeds', within: 50 }],
  ['within 5 miles', { near: 'Leeds', within: 5 }],
  ['within 20 miles, industry chosen', { near: 'Leeds', industry: 8 }],
]

/** Measures suggestions and the counts beside choices. */
export async function measureHelp(platform: Platform): Promise<MeasuredHelp[]> {
  return [...(await measureSuggestions(platform)), ...(await measureChoices(platform))]
}

/** Measures the counts beside the choices of industry, branch and relationship. */
async function measureChoices(platform: Platform): Promise<MeasuredHelp[]> {
  const asked = []
  for (const [name, filters] of searches) {
    const search = { ...emptyDirectorySearch, ...filters }
    // Known from the list that they stand beside.
    const { total } = await searchDirectory(platform, search)
    asked.push({ name: `counts beside choices: ${name}`, act: () => getFilterChoiceCounts(platform, search, total) })
  }
  return measureEach(platform, choicesAim, asked)
}
