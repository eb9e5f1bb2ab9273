import { readFileSync } from 'node:fs'

/** The file with the design tokens. */
export const tokensFile = new URL('../app/ui/styles/tokens.css', import.meta.url)

/** The colours of the design tokens in each theme, as `#rrggbb` by their names without dashes. Tokens with other values are left out. */
export function readColours(): Record<'light' | 'dark', Record<string, string>> {
  const colours = [...readFileSync(tokensFile, 'utf8').matchAll(/--([\w-]+): (?:light-dark\((.+), (.+)\)|(#\w+));/g)]
  const ofTheme = (part: 2 | 3) =>
    Object.fromEntries(
      colours.flatMap((match) => {
        const colour = match[4] ?? match[part] ?? ''
        return /^#[\da-f]{6}$/.test(colour) ? [[match[1] ?? '', colour] as const] : []
      }),
    )
  return { light: ofTheme(2), dark: ofTheme(3) }
}

/** The contrast of two colours as WCAG defines it, from 1 to 21; NaN where one is missing. */
export function contrastOf(one = '', other = ''): number {
  const [high = 0, low = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
