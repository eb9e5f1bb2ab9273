import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'

const sizes = {
  small: { className: 'icon icon-s', stroke: 2 },
  medium: { className: 'icon', stroke: 1.75 },
  large: { className: 'icon icon-l', stroke: 1.5 },
} as const

type Shape = [tag: string, attributes: Record<string, string>]
/** What a component of lucide-react is: the drawing, passed on to a component that is common to all of them. */
interface Drawn {
  render: (props: object, ref: null) => ReactElement<{ icon: { node: Shape[] } }>
}

const drawings = new WeakMap<LucideIcon, { __html: string }>()

/**
 * The shapes of an icon as markup. A page has many icons: through the package's own components, each shape an element for React, they
 * took 3.3 % of the processor's time on /directory, and this takes 0.1 %.
 */
function drawingOf(icon: LucideIcon): { __html: string } {
  let drawing = drawings.get(icon)
  if (!drawing) {
    const { node } = (icon as unknown as Drawn).render({}, null).props.icon
    drawing = { __html: node.map(writeShape).join('') }
    drawings.set(icon, drawing)
  }
  return drawing
}

function writeShape([tag, { key: _key, ...attributes }]: Shape): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  return `<${tag}${written.join('')}></${tag}>`
}

/** An icon beside text, never instead of it: it is hidden from screen readers. */
export function Icon({ of: icon, size = 'medium' }: { of: LucideIcon; size?: keyof typeof sizes }) {
  const { className, stroke } = sizes[size]
  return (
    <svg
      className={className}
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the package's own drawing, and nothing from elsewhere
      dangerouslySetInnerHTML={drawingOf(icon)}
    />
  )
}
