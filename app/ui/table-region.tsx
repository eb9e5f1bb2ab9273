import type { ReactNode } from 'react'

interface TableRegionProps {
  /** The accessible name of the table. */
  label: string
  children: ReactNode
}

/** A table in a focusable region, which scrolls if it is too wide. */
export function ScrollableTableRegion({ label, children }: TableRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <section className="table-region" aria-label={label} tabIndex={0}>
      <table className="table">{children}</table>
    </section>
  )
}
