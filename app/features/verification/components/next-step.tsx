import { LinkButton } from '#app/ui/button.tsx'
import { Link } from '#app/ui/link.tsx'
import type { ComingVerificationEvent, DashboardNextStep } from '../next-step.ts'
import './next-step.css'

/** The first card of the dashboard: the one thing that a member does next. */
export function MemberNextStepCard({ id, step }: { id: string; step: DashboardNextStep }) {
  const { title, text, action, more, coming } = step
  return (
    <section className="card next-step" aria-labelledby={id}>
      <h2 id={id}>Your next step</h2>
      <h3>{title}</h3>
      <p>{text}</p>
      {(action || more.length > 0) && (
        <div className="row">
          {action && <LinkButton to={action.to}>{action.label}</LinkButton>}
          {more.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </div>
      )}
      {coming.length > 0 && <ComingEvents events={coming} />}
    </section>
  )
}

function ComingEvents({ events }: { events: ComingVerificationEvent[] }) {
  return (
    <>
      <h3>What happens next</h3>
      <ol className="coming">
        {events.map(({ when, text }) => (
          <li key={when}>
            <b>{when}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
