import type { ReactNode } from 'react'

interface TableRegionProps {
  /** What the table holds. */
  label: string
  children: ReactNode
}

/** A table that scrolls by itself where it is wider than the window, and can be reached to do so. */
export function TableRegion({ label, children }: TableRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <section className="table-region" aria-label={label} tabIndex={0}>
      <table className="table">{children}</table>
    </section>
  )
}
