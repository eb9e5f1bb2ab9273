/** How a member's verification stands, in the words and figures of the product. */
export interface VerificationStanding {
  /** Share of the way, in percent. */
  progress: 0 | 25 | 75 | 100
  title: string
  text: string
  /** What the button says that leads on; null where there is nothing for the member to do. */
  action: string | null
  tone: 'none' | 'waiting' | 'bad' | 'good'
}

const notStarted: VerificationStanding = {
  progress: 0,
  title: 'Not Started',
  text: 'Tell us about your service to begin.',
  action: 'Start Verification',
  tone: 'none',
}

const standings: Record<string, VerificationStanding> = {
  Pending: {
    progress: 25,
    title: 'Ready for submission',
    text: 'Your details are saved. Add a document to go on.',
    action: 'Submit Documents',
    tone: 'waiting',
  },
  'In Review': {
    progress: 75,
    title: 'Under Review',
    text: 'Review typically takes 2-5 business days',
    action: null,
    tone: 'waiting',
  },
  Verified: {
    progress: 100,
    title: 'Verified',
    text: 'Your military service is verified',
    action: null,
    tone: 'good',
  },
  Rejected: {
    progress: 25,
    title: 'Needs Attention',
    text: 'Additional documents required',
    action: 'Review & Resubmit',
    tone: 'bad',
  },
}

/** How a verification of this status stands; none, or one that is not known, is one not started. */
export function standingOf(status: string | null): VerificationStanding {
  return (status !== null && Object.hasOwn(standings, status) && standings[status]) || notStarted
}

/** What a member's badge says: 'Verified Member' only when that is true, else how far they are. */
export function memberBadge(status: string | null): string {
  const { tone, title } = standingOf(status)
  return tone === 'good' ? 'Verified Member' : title
}
