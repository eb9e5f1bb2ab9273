import { Fragment, type ReactNode } from 'react'
import { href } from 'react-router'
import { militaryRelationshipTypes } from '#app/features/reference/rules.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { ArticleTableOfContents } from '#app/ui/article-contents.tsx'
import { Link } from '#app/ui/link.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { ScrollableTableRegion } from '#app/ui/table-region.tsx'
import { seenByOneReviewerLabel, verificationBasisExplanations } from '../basis-rules.ts'
import { verifiedBusinessLabelForRelationship } from '../claim-rules.ts'
import { verificationReviewTimeText } from '../model.ts'
import {
  verificationAppealDays,
  verificationConfirmationOpensDaysBeforeDue,
  verificationDecisionUndoSeconds,
  verificationEndNoticeDays,
} from '../rules.ts'
import '#app/ui/article.css'

interface HowWeVerifyProps {
  /** The settings of this installation, in days. */
  terms: { evidenceDays: number; validDays: number; graceDays: number }
  /** The email address for doubts about a listing. */
  email: string
}

/** The page How we verify: what is checked, who checks it, how often, and what is not checked. */
export function HowWeVerifyArticle({ terms, email }: HowWeVerifyProps) {
  const sections = sectionsOf(terms, email)
  return (
    <>
      <PageHead
        title="How we verify"
        lead="Every business in the directory belongs to someone whose link to the armed forces was checked. This is what that means, and what it does not."
      />
      <div className="wrap article">
        <ArticleTableOfContents sections={sections} />
        <div className="article-body">
          <div className="prose">
            {sections.map(({ id, title, content }) => (
              <Fragment key={id}>
                <h2 id={id}>{title}</h2>
                {content}
              </Fragment>
            ))}
          </div>
        </div>
      </div>
    </>
  )
}

interface Section {
  id: string
  title: string
  content: ReactNode
}

function sectionsOf({ evidenceDays, validDays, graceDays }: HowWeVerifyProps['terms'], email: string): Section[] {
  return [
    {
      id: 'what-is-checked',
      title: 'What is checked',
      content: (
        <>
          <p>
            The owner's link to the armed forces: that they served or serve, or that they are related to someone who
            served. They tell us how, send documents that show it, and declare that it is true. Documents we accept
            include an HM Armed Forces Veteran Card, a service record, discharge papers, or a letter from the unit of
            someone who serves now; family also send one that connects them to the person who served.
          </p>
          <p>What a listing says follows from that link:</p>
          <ScrollableTableRegion label="What a listing says">
            <thead>
              <tr>
                <th scope="col">The owner is a</th>
                <th scope="col">The listing says</th>
              </tr>
            </thead>
            <tbody>
              {militaryRelationshipTypes.map((type) => (
                <tr key={type}>
                  <td>{type}</td>
                  <td>{verifiedBusinessLabelForRelationship(type)}</td>
                </tr>
              ))}
            </tbody>
          </ScrollableTableRegion>
        </>
      ),
    },
    {
      id: 'by-whom',
      title: 'Who checks it',
      content: (
        <>
          <p>
            By a person. No computer decides, and nobody decides their own case. A reviewer of ours reads the documents
            in private and approves, rejects, or asks for more. They can only approve once they have opened every
            document that we hold. A business is listed {verificationDecisionUndoSeconds} seconds after its owner is
            approved: until then the reviewer can undo a mistake.
          </p>
          <p>
            If a member of staff saw something other than documents, they record what it was and a second member of
            staff has to confirm it. If there is nobody else, an admin confirms it alone, and the page adds:{' '}
            {seenByOneReviewerLabel}. A telephone call alone is not enough.
          </p>
          <p>
            A decision takes {verificationReviewTimeText}. An owner can appeal a rejection or a revocation within{' '}
            {formatCountWithNoun(verificationAppealDays, 'day')}, which another reviewer decides. Verification is free,
            and so is being listed.
          </p>
        </>
      ),
    },
    {
      id: 'how',
      title: 'How it was checked',
      content: (
        <>
          <p>
            The page of a business says how its owner was checked, in one of these sentences. Its badge, its
            certificate, the answer to its code and our API say the same.
          </p>
          <ScrollableTableRegion label="How it was checked">
            <thead>
              <tr>
                <th scope="col">The page says</th>
                <th scope="col">What that means</th>
              </tr>
            </thead>
            <tbody>
              {verificationBasisExplanations.map(({ says, means }) => (
                <tr key={says}>
                  <td>{says}</td>
                  <td>{means}</td>
                </tr>
              ))}
            </tbody>
          </ScrollableTableRegion>
        </>
      ),
    },
    {
      id: 'how-often',
      title: 'How often',
      content: (
        <>
          <p>
            Once at the start. After that, the owner confirms every{' '}
            {validDays === 365 ? 'year' : formatCountWithNoun(validDays, 'day')} that it is all still true. We do not
            ask for new documents. They can do so from{' '}
            {formatCountWithNoun(verificationConfirmationOpensDaysBeforeDue, 'day')} before it is due, and we remind
            them by email.
          </p>
          <p>
            Without a confirmation the verification ends {formatCountWithNoun(graceDays, 'day')} after it was due, and
            never sooner than {formatCountWithNoun(verificationEndNoticeDays, 'day')} after a reminder that names the
            day. From that day on the business is not in the directory. In the panel What we checked, its page says when
            it was last checked or confirmed, where we know it, and how long that is valid.
          </p>
        </>
      ),
    },
    {
      id: 'facts',
      title: 'Facts about the business',
      content: (
        <>
          <p>
            Owners can add their company number, registrations of their trade, insurance, where they work, opening hours
            and size. The owner states these facts. We have not checked them unless they are shown as confirmed.
          </p>
          <p>
            An owner can ask us to confirm the company number, a registration or an insurance. A reviewer then opens the
            public register, or reads a certificate that the owner uploads, and compares the two. The page says which it
            was, when, and how long that is valid: up to a year. When the owner changes the fact, or that time is over,
            the page says at once that only the owner states it. An insurance that has ended is not shown.
          </p>
        </>
      ),
    },
    {
      id: 'what-is-not-checked',
      title: 'What is not checked',
      content: (
        <>
          <p>The mark says nothing about the business itself. We do not check</p>
          <ul>
            <li>the quality of its work, its prices, or what customers say of it;</li>
            <li>insurance, qualifications, licences, or memberships of trade bodies, unless shown as confirmed;</li>
            <li>its accounts, its credit, or its entry at Companies House, unless its number is shown as confirmed;</li>
            <li>that it belongs to the owner alone: we have only the owner's word for that;</li>
            <li>what it writes about itself, its pictures, and the pages it links to.</li>
          </ul>
          <p>Before you buy, ask the business about what matters to you, as you would anywhere.</p>
        </>
      ),
    },
    {
      id: 'documents',
      title: 'What happens to documents',
      content: (
        <>
          <p>
            They are stored encrypted. Only the owner and reviewers can open them, and every access is recorded. Hidden
            data in a photograph, such as where it was taken, is removed when it arrives.
          </p>
          <p>
            They are deleted {formatCountWithNoun(evidenceDays, 'day')} after the decision, and at once if the owner
            withdraws. If the owner appeals or we reopen the case, those still held stay until that is decided. We keep
            only the type of each document, when it was sent and deleted, what was decided, when, and by which reviewer.
            We keep and delete certificates for facts in the same way.
          </p>
        </>
      ),
    },
    {
      id: 'doubts',
      title: 'If you doubt a listing',
      content: (
        <p>
          Write to <a href={`mailto:${email}`}>{email}</a>, or use <Link to={href('/contact')}>our contact page</Link>.
          Give the name of the business or the address of its page, and say why you doubt it. A person reads it. We can
          revoke a verification, which takes the business out of the directory at once, and suspend its owner, and
          anyone who gave false information may lose their membership.
        </p>
      ),
    },
  ]
}
