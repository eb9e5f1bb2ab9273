import { href } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { ThreeStepsBand } from '#app/ui/three-steps.tsx'
import { VerificationDeclarationClauseList } from './declaration-step.tsx'
import './explainer.css'

const steps = [
  {
    title: 'Submit application',
    text: 'Tell us how you served, or how you are related to someone who served, and send a document that shows it.',
  },
  {
    title: 'Verification process',
    text: 'A reviewer reads it in private. It takes up to 14 working days, and we may ask for more.',
  },
  {
    title: 'Get listed',
    text: 'Your business appears in the directory with its verified mark, for everyone to find.',
  },
] as const

const documents = [
  { name: 'HM Armed Forces Veteran Card', text: 'The card the government issues to veterans.' },
  {
    name: 'Discharge or service papers',
    text: 'A discharge certificate, a testimonial or a page of your service record.',
  },
  { name: 'Proof that you serve now', text: 'For serving members and reservists: a letter from your unit.' },
  {
    name: 'Proof of your family connection',
    text: "For spouses, partners and family: your relative's service document, and one that connects you to them.",
  },
]

/** How verification works, for visitors and for owners. */
export function VerificationExplainer({ email }: { email: string }) {
  return (
    <>
      <ThreeStepsBand
        title="Verified in three steps"
        lead="Every business in the directory belongs to someone whose link to the armed forces was checked. This is how we do it."
        steps={steps}
      />

      <div className="wrap section explainer">
        <section aria-labelledby="documents">
          <h2 id="documents">What proves service</h2>
          <p className="lead">One of these is usually enough.</p>
          <dl className="documents">
            {documents.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className="muted mt-4">
            Up to five files of at most 10MB each: PDF, DOC, DOCX, or a picture (JPG, PNG, WEBP, HEIC). Only a reviewer
            sees them, and they are deleted after the decision.
          </p>
        </section>
        <section aria-labelledby="declaration">
          <h2 id="declaration">What you declare</h2>
          <p className="lead">Everyone who applies agrees to five things.</p>
          <VerificationDeclarationClauseList />
        </section>
      </div>

      <section className="sand" aria-labelledby="cost">
        <div className="wrap section">
          <h2 id="cost">What it costs</h2>
          <p className="lead mt-3">Verification and listing are free, with no fees and no tiers.</p>
          <p className="mt-4">
            Questions? Write to <a href={`mailto:${email}`}>{email}</a>.
          </p>
          <div className="row mt-8">
            <LinkButton to={href('/directory')}>Browse the directory</LinkButton>
          </div>
        </div>
      </section>
    </>
  )
}
