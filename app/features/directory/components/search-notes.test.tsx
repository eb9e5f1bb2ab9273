import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import {
  emptyDirectorySearch,
  emptyDirectorySearchInterpretation,
  type DirectorySearchInterpretation as Notes,
  type PagedDirectoryResults,
} from '../model.ts'
import { DirectorySearchInterpretationNotes } from './search-notes.tsx'

type Counts = Pick<PagedDirectoryResults, 'total' | 'meantTotal' | 'lettersTotal'>

const named = (name: string) => ({ name, near: name })

/** What the page says, and where its links lead. */
function draw(notes: Partial<Notes>, counts: Partial<Counts> = {}): { text: string[]; links: string[] } {
  const element = (
    <DirectorySearchInterpretationNotes
      search={{ ...emptyDirectorySearch, near: 'typed' }}
      notes={{ ...emptyDirectorySearchInterpretation, ...notes }}
      {...{ total: 0, meantTotal: null, lettersTotal: null, ...counts }}
    />
  )
  const html = renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const text = html.split('</p>').map((line) => line.replace(/<[^>]*>/g, ''))
  return {
    text: text.filter((line) => line !== ''),
    links: [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&')),
  }
}

// spec: world.12.1
test.each<[string, Partial<Notes>, string[], string[]]>([
  [
    'what was left out, and the namesakes',
    { place: named('Leeds'), leftOut: 'Narnia', otherPlaces: [named('Leeds, Kent')] },
    ['We ignored ‘Narnia’ because we do not know that place.', 'Not Leeds? Leeds, Kent'],
    ['/directory?near=Leeds,+Kent'],
  ],
  [
    'that a place is one of several',
    {
      placeProblem: 'There is more than one place with this name.',
      otherPlaces: ['Stone, Kent', 'Stone, Staffordshire'].map(named),
    },
    [
      'There is more than one place with this name. Search the whole directory',
      'Choose one: Stone, Kent, Stone, Staffordshire',
    ],
    ['/directory', '/directory?near=Stone,+Kent', '/directory?near=Stone,+Staffordshire'],
  ],
  [
    'that a place is unknown, and what it may be',
    { placeProblem: 'We do not know that place. Enter a town or postcode.', suggestedPlace: named('Leeds') },
    ['We do not know that place. Enter a town or postcode. Did you mean Leeds? Search the whole directory'],
    ['/directory?near=Leeds', '/directory'],
  ],
  [
    'what may have been meant, and how many it finds',
    { suggested: { words: 'tiler', total: 1_200 } },
    ['Did you mean tiler? 1,200 businesses'],
    ['/directory?search=tiler&near=typed'],
  ],
])('a page says %s', (_what, notes, text, links) => {
  const drawn = draw(notes)
  expect(drawn.text).toEqual(text)
  expect(drawn.links.map((link) => decodeURIComponent(link))).toEqual(links)
})

const ofPlumbers = { one: 'Plumber', several: 'Plumbers' }
const ofItSupport = { one: 'IT support', several: 'IT support firms' }
const plumbers = { names: [ofPlumbers], isSentence: false, words: 'plumber', isShort: false }

// spec: 162.2
test.each<[string, Partial<Notes>, Partial<Counts>, string[]]>([
  [
    'which other place was named',
    { secondPlace: { name: 'Bradford, West Yorkshire', near: 'Bradford, West Yorkshire' } },
    {},
    ['We searched near one of the two places. You can also search near Bradford, West Yorkshire.'],
  ],
  [
    'how many mention a word',
    { meant: plumbers },
    { total: 440, meantTotal: 423 },
    ['423 plumbers, then 17 that mention ‘plumber’. '],
  ],
  [
    'that one mentions it',
    { meant: plumbers },
    { total: 2, meantTotal: 1 },
    ['1 plumber, then 1 that mentions ‘plumber’. '],
  ],
  [
    'that nobody declares it',
    { meant: plumbers },
    { total: 2, meantTotal: 0 },
    ['No plumbers, then 2 that mention ‘plumber’. '],
  ],
  ['nothing where all are meant', { meant: plumbers }, { total: 423, meantTotal: 423 }, []],
  [
    'how a sentence was read',
    {
      meant: { ...plumbers, names: [ofPlumbers, ofItSupport], isSentence: true },
      place: named('Plymouth'),
      radius: 20,
    },
    { total: 3, meantTotal: 3 },
    ['Showing plumbers or IT support firms near Plymouth. Search for these words alone'],
  ],
  [
    'that short words are letters, too',
    { meant: { ...plumbers, names: [ofItSupport], words: 'it', isShort: true } },
    { total: 9, meantTotal: 9, lettersTotal: 1200 },
    ['Showing IT support firms. Search for the letters ‘it’ (1,200)'],
  ],
  [
    'what was left out',
    { droppedWords: ['red', 'round'] },
    { total: 3 },
    ['No business has all of these words, so we left out ‘red’ and ‘round’.'],
  ],
])('the page says %s', (_, notes, counts, lines) => {
  expect(draw(notes, counts).text.map((line) => line.replaceAll('&#x27;', "'"))).toEqual(lines)
})
