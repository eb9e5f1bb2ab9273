import { useId } from 'react'
import { LinkButton } from './button.tsx'

interface CallToActionProps {
  title: string
  text: string
  label: string
  to: string
}

/** The call to action at the end of a page. */
export function CallToAction({ title, text, label, to }: CallToActionProps) {
  const id = useId()
  return (
    <section className="cta" aria-labelledby={id}>
      <div className="wrap">
        <div>
          <h2 id={id}>{title}</h2>
          <p className="lead">{text}</p>
        </div>
        <LinkButton to={to}>{label}</LinkButton>
      </div>
    </section>
  )
}
