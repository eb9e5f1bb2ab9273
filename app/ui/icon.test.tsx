import { icons, type LucideIcon } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Icon } from './icon.tsx'

/** What a browser draws: neither the package's classes nor the namespace, which HTML does not need. */
const drawn = (html: string) =>
  html.replace(/ xmlns="[^"]*"/, '').replace(/class="lucide [^"]*?(icon[^"]*)"/, 'class="$1"')

describe('an icon', () => {
  test('is drawn as the component of the package draws it', () => {
    for (const [name, Drawing] of Object.entries(icons)) {
      const own = renderToStaticMarkup(<Icon of={Drawing as LucideIcon} size="small" />)
      const theirs = renderToStaticMarkup(
        <Drawing className="icon icon-s" strokeWidth={2} aria-hidden="true" focusable="false" />,
      )
      expect(attributesOf(own), name).toEqual(attributesOf(drawn(theirs)))
      expect(shapesOf(own), name).toBe(shapesOf(theirs))
    }
  })
})

function attributesOf(svg: string): string[] {
  return (/^<svg([^>]*)>/.exec(svg)?.[1]?.match(/[\w-]+="[^"]*"/gi) ?? []).sort()
}

function shapesOf(svg: string): string {
  return svg.replace(/^<svg[^>]*>/, '')
}
