// Checks every "on X n.nn" in the comments of the design tokens against the colours, and that both dark sets are the same.
// node scripts/contrast.mjs fails if one is wrong or too low; with --write it writes the measured ratios into the comments.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../app/ui/styles/tokens.css', import.meta.url)
/** Colours of drawings and outlines need 3:1, those of text 4.5:1. */
const drawn = ['edge', 'amber-bar', 'focus-in', 'focus-out']
const write = process.argv.includes('--write')

let css = readFileSync(file, 'utf8')
let wrong = 0
let pairs = 0

const darkStart = css.indexOf('\n[data-theme="dark"]')
const light = css.slice(css.indexOf(':root,'), css.indexOf('/* ---- type'))
const dark = css.slice(darkStart)
const wished = coloursOf(css.slice(css.indexOf('@media (prefers-color-scheme'), darkStart))
const base = coloursOf(light)

for (const [name, colour] of Object.entries(coloursOf(dark))) {
  if (wished[name] !== colour) complain(`the two dark sets differ: ${name}`)
}
for (const block of [light, dark]) {
  const colours = coloursOf(block)
  for (const line of block.split('\n')) {
    const name = [...line.matchAll(/--([\w-]+):\s*#[0-9a-f]{6}/g)].at(-1)?.[1]
    if (!name || !/on [\w-]+ \d/.test(line)) continue
    const measured = line.replace(/on ([\w-]+) (\d+\.\d+)/g, (_, ground, said) => {
      const ratio = contrast(colours[name], colours[ground] ?? base[ground])
      const least = drawn.includes(name) ? 3 : 4.5
      pairs += 1
      if (ratio < least) complain(`too low: ${name} on ${ground} ${ratio.toFixed(2)} < ${least}`)
      if (!write && Math.abs(ratio - Number(said)) > 0.011)
        complain(`says ${said}, is ${ratio.toFixed(2)}: ${name} on ${ground}`)
      return `on ${ground} ${ratio.toFixed(2)}`
    })
    css = css.replace(line, measured)
  }
}
if (write) writeFileSync(file, css)
if (pairs === 0) complain('nothing to check: have the comments gone?')
console.log(`${pairs} pairs, ${wrong} wrong`)
process.exit(wrong ? 1 : 0)

function complain(words) {
  wrong += 1
  console.log(words)
}

function coloursOf(text) {
  return Object.fromEntries([...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1], match[2]]))
}

function contrast(one, other) {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex) {
  const [red, green, blue] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
