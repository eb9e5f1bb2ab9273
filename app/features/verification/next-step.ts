import { href } from 'react-router'
import type { BusinessVisibilityStatus } from '#app/features/businesses/model.ts'
import { businessWizardPath as listingPath } from '#app/features/businesses/wizard-rules.ts'
import { effectsOfVerificationStatus, type VerificationStatus } from '#app/features/reference/rules.ts'
import { formatDate, formatLongDate } from '#app/lib/dates.ts'
import type { VerificationReviewerMessage } from './model.ts'
import {
  isVerificationEditableByMember,
  type VerificationTerm,
  verificationDecisionDueAt,
  verificationWizardPath,
} from './rules.ts'

/** What a member's next step depends on. */
export interface DashboardNextStepFacts {
  status: VerificationStatus | null
  words: VerificationReviewerMessage | null
  term: VerificationTerm | null
  /** When it was submitted; null while it does not wait for a decision. */
  sentAt: Date | null
  business: { name: string; slug: string; isActive: boolean; status: BusinessVisibilityStatus } | null
  /** The name of the business in a draft; null for no draft. */
  draftName: string | null
}

/** What comes, and when, if that is known. */
export interface ComingVerificationEvent {
  when: string
  text: string
}

export interface DashboardNextStep {
  title: string
  text: string
  action: { label: string; to: string } | null
  /** Further links. */
  more: { label: string; to: string }[]
  /** What happens next without the member. */
  coming: ComingVerificationEvent[]
}

/** The one thing that a member does next. */
export function dashboardNextStepOfMember(progress: DashboardNextStepFacts, now: Date): DashboardNextStep {
  const { status, words, term, business } = progress
  if (isVerificationEditableByMember(status) && (words || effectsOfVerificationStatus(status).isDecided)) {
    return step('Answer the reviewer', 'They need something more from you. The page shows what they wrote.', {
      label: 'Answer now',
      to: verificationWizardPath,
    })
  }
  if (term?.isOpen) {
    const until = formatLongDate(term.endsAt ?? term.dueAt)
    return step('Confirm that it is still true', `Confirm before ${until} to stay verified for another year.`, {
      label: 'Confirm now',
      to: `${verificationWizardPath}#confirm`,
    })
  }
  if (!effectsOfVerificationStatus(status).isSubmitted) return verificationStep(status)
  const coming = comingEvents(progress, now)
  if (!business) return { ...listingStep(progress), coming }
  if (!business.isActive) {
    const hidden = `${business.name} is hidden, so nobody can find it.`
    const action = { label: 'Change its visibility', to: `${href('/my-business')}#visibility` }
    return { ...step('Show your business', hidden, action), coming }
  }
  if (business.status === 'starting') {
    const soon = `You are verified. ${business.name} will be in the directory within a minute.`
    return step('Look at your page', soon, {
      label: 'See your page',
      to: href('/business/:slug', { slug: business.slug }),
    })
  }
  if (business.status !== 'listed') {
    const wait = step('Wait for our decision', 'You have done everything. There is nothing you need to do.', null)
    return { ...wait, more: [{ label: 'See what you sent', to: verificationWizardPath }], coming }
  }
  const done = step(
    'Show that you are verified',
    'You are verified and listed. Your badge is ready for your website, your van and your window.',
    { label: 'Open your badge kit', to: href('/my-business/badge') },
  )
  return { ...done, more: [{ label: 'See and share your page', to: href('/business/:slug', { slug: business.slug }) }] }
}

function step(title: string, text: string, action: DashboardNextStep['action']): DashboardNextStep {
  return { title, text, action, more: [], coming: [] }
}

function verificationStep(status: VerificationStatus | null): DashboardNextStep {
  if (status === null) {
    return step('Verify your service', 'Tell us how you served and send one document. It is free.', {
      label: 'Start your verification',
      to: verificationWizardPath,
    })
  }
  return step('Finish your verification', 'What you filled in is saved. Continue where you stopped.', {
    label: 'Continue your verification',
    to: verificationWizardPath,
  })
}

function listingStep({ draftName }: DashboardNextStepFacts): DashboardNextStep {
  if (draftName !== null) {
    const kept = `What you filled in${draftName && ` about ${draftName}`} is saved. Continue where you stopped.`
    return step('Finish your listing', kept, { label: 'Continue your listing', to: listingPath })
  }
  return step('Put your business in the directory', '4 short steps. Only the name is required. It is free.', {
    label: 'Start your listing',
    to: listingPath,
  })
}

function comingEvents({ sentAt, status, business }: DashboardNextStepFacts, now: Date): ComingVerificationEvent[] {
  if (!sentAt || effectsOfVerificationStatus(status).isDecided) return []
  const dueAt = verificationDecisionDueAt(sentAt)
  return [
    { when: formatDate(sentAt), text: 'Your verification reached us.' },
    dueAt > now
      ? { when: `By ${formatDate(dueAt)}`, text: 'A reviewer decides and we email you.' }
      : {
          when: 'Soon',
          text: 'A reviewer decides and we email you. We are sorry that this is taking longer than we promised.',
        },
    {
      when: 'Within a minute',
      text: `Once you are verified, ${business ? business.name : 'the business you list'} is in the directory.`,
    },
    { when: 'Every year', text: 'You confirm that it is still true.' },
  ]
}
