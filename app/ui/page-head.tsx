import type { ReactNode } from 'react'

interface PageHeadProps {
  title: string
  /** One or two sentences under it. */
  lead?: string
  /** Content below, such as buttons. */
  children?: ReactNode
  /** A `Drawing`, beside the words. */
  drawing?: ReactNode
}

/** The head of a page with its title. */
export function PageHead({ title, lead, children, drawing }: PageHeadProps) {
  const words = (
    <>
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </>
  )
  return (
    <div className="page-head contours contours-head">
      <div className="wrap">
        {drawing ? <div>{words}</div> : words}
        {drawing}
      </div>
    </div>
  )
}
