// Checks every "on X n.nn" in the comments of the design tokens against the colours of the token below, those after "dark:" in the dark
// theme, and that what is no colour is the same in both dark sets.
// node scripts/contrast.mjs fails if one is wrong or too low; with --write it writes the measured ratios into the comments.
import { readFileSync, writeFileSync } from 'node:fs'
import { contrastOf, readColours, tokensFile } from './design-tokens.ts'

/** Colours of drawings and outlines need 3:1, those of text 4.5:1. */
const drawn = ['edge', 'amber-bar', 'focus-in', 'focus-out']
const write = process.argv.includes('--write')

const css = readFileSync(tokensFile, 'utf8')
const colours = readColours()
let wrong = 0
let pairs = 0

const [ofSystem, chosen] = [...css.matchAll(/--tile-pad: (?!0).*?\}/gs)].map(([set]) => set.replace(/\s+/g, ' '))
if (!ofSystem || ofSystem !== chosen) complain('the two dark sets differ')

const measured = css.replace(/\/\* (.*) \*\/\n {2}--([\w-]+):/g, (whole, comment, name) => {
  const [light = '', dark = ''] = comment.split('dark: ')
  const said = [measure(light, name, colours.light), measure(dark, name, colours.dark)]
  return whole.replace(comment, comment.includes('dark: ') ? said.join('dark: ') : said[0])
})
if (write) writeFileSync(tokensFile, measured)
if (pairs === 0) complain('nothing to check: have the comments gone?')
console.log(`${pairs} pairs, ${wrong} wrong`)
process.exit(wrong ? 1 : 0)

function measure(comment, name, ofTheme) {
  return comment.replace(/on ([\w-]+) (\d+\.\d+)/g, (_, ground, said) => {
    const ratio = contrastOf(ofTheme[name], ofTheme[ground])
    const least = drawn.includes(name) ? 3 : 4.5
    pairs += 1
    // A colour that is not there has no ratio.
    if (!(ratio >= least)) complain(`too low: ${name} on ${ground} ${ratio.toFixed(2)} < ${least}`)
    if (!write && Math.abs(ratio - Number(said)) > 0.011)
      complain(`says ${said}, is ${ratio.toFixed(2)}: ${name} on ${ground}`)
    return `on ${ground} ${ratio.toFixed(2)}`
  })
}

function complain(words) {
  wrong += 1
  console.log(words)
}
