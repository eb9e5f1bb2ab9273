import { globSync, readFileSync } from 'node:fs'
import { preprocessCSS, resolveConfig } from 'vite'
import { expect, test } from 'vitest'
import { directoryMapWidths } from '#app/features/directory/map/model.ts'
import viteConfig from '../vite.config.ts'

// Layouts change at the widths of media.css, and nowhere else: stylesheets use their names, what knows no names repeats them.

const named = [
  ...readFileSync('app/ui/styles/media.css', 'utf8').matchAll(/^@custom-media --[\w-]+ \(width <= (\d+rem)\);/gm),
]
const widths = named.map(([, width]) => width)

/** Where a query asks for a width: `min-width: 46rem`, `width > 46rem`, `46rem < width`, in any unit. */
const asked =
  /\b(?:(?:min-|max-)?(?:width|inline-size)\s*(?:[:=]|[<>]=?)\s*|(?=[\d.]+\w+\s*[<>]=?\s*(?:width|inline-size)))([\d.]+[a-z]+)/g
const widthsIn = (query: string) => [...query.matchAll(asked)].map(([, width = '']) => width)

function read(pattern: string) {
  return globSync(pattern).map((file) => ({ file, text: readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '') }))
}

test('there are five, each wider than the one before', () => {
  expect(widths).toHaveLength(5)
  expect(widths).toEqual([...widths].sort((a = '', b = '') => Number.parseFloat(a) - Number.parseFloat(b)))
})

/** The map has more names where its drawing has room for them: its layout does not change. */
const mapSheet = 'app/features/directory/components/result-map.css'

test('no stylesheet asks for another width, or for one of them without its name', () => {
  const sheets = read('app/**/*.css').filter(({ file }) => !file.endsWith('styles/media.css') && file !== mapSheet)
  const queries = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/@(?:media|container|import|custom-media)\b[^{;]*/g)].map(([query]) => ({ file, query })),
  )
  expect(queries.filter(({ query }) => query.includes('--up-to-')).length).toBeGreaterThan(50)
  expect(queries.filter(({ query }) => /^@custom-media/.test(query) || widthsIn(query).length > 0)).toEqual([])
})

test('the map asks for the widths of its drawing, and no others', () => {
  const queries = read(mapSheet).flatMap(({ text }) => text.match(/@(?:media|container)\b[^{;]*/g) ?? [])
  const ofDrawing = queries.filter((query) => query.startsWith('@container')).flatMap(widthsIn)
  expect(new Set(ofDrawing)).toEqual(new Set(directoryMapWidths.map((width) => `${width}em`)))
  expect(queries.filter((query) => query.startsWith('@media')).flatMap(widthsIn)).toEqual([])
})

test('the build puts the width in the place of a name, and refuses one that is not there', async () => {
  const config = await resolveConfig({ configFile: false, css: viteConfig.css ?? {} }, 'build')
  const compile = (name: string) => {
    const sheet = `@import "#app/ui/styles/media.css"; @media (--up-to-${name}) { a { color: red } }`
    return preprocessCSS(sheet, `${process.cwd()}/app/ui/sheet.css`, config)
  }
  expect((await compile('md')).code).toContain('@media (width <= 46rem)')
  await expect(compile('mid')).rejects.toThrow('Custom media query --up-to-mid is not defined')
})

test('sizes of pictures and scripts ask for no other width', () => {
  const asking = read('app/**/*.{ts,tsx}').flatMap(({ file, text }) =>
    // An attribute that lists sizes, a call, or what it is given: all are texts in brackets.
    [...text.matchAll(/\([^()]*\b(?:width|inline-size)\b[^()]*\)/g)].flatMap(([query]) =>
      widthsIn(query).map((width) => ({ file, width })),
    ),
  )
  expect(asking.length).toBeGreaterThan(10)
  expect(asking.filter(({ width }) => !widths.includes(width))).toEqual([])
})
