import { data, href } from 'react-router'
import { listingChecklistOf } from '#app/features/businesses/checklist.ts'
import { DashboardOwnBusinessCard } from '#app/features/businesses/components/business-overview.tsx'
import { DashboardListingChecklistCard } from '#app/features/businesses/components/listing-checklist.tsx'
import { ReceivedOwnershipInvitationNotices } from '#app/features/businesses/components/transfer/transfer-invitations.tsx'
import { getOwnBusinessDraftName } from '#app/features/businesses/draft-service.server.ts'
import { ownBusinessVisibilityLabels } from '#app/features/businesses/model.ts'
import { getOwnBusinessWithPictures } from '#app/features/businesses/service.server.ts'
import { getOwnReceivedOwnershipInvitations } from '#app/features/businesses/transfer/invitation-service.server.ts'
import { DashboardQuickActions } from '#app/features/content/components/quick-actions.tsx'
import { DashboardLatestBusinessesCard } from '#app/features/directory/components/latest-businesses.tsx'
import { getLatestBusinesses } from '#app/features/directory/lists-service.server.ts'
import { OwnOrdersDashboardCard } from '#app/features/orders/components/own-orders.tsx'
import { getOwnOrders } from '#app/features/orders/views/service.server.ts'
import { OwnPodcastDashboardCard } from '#app/features/podcasts/components/podcast-overview.tsx'
import { getOwnPodcastSummary } from '#app/features/podcasts/service.server.ts'
import { NoProfileYetCard, ProfileCompletionDashboardCard } from '#app/features/profile/components/profile-overview.tsx'
import { dashboardGreeting } from '#app/features/profile/greeting.ts'
import { canOpenStaffPages } from '#app/features/profile/policy.server.ts'
import { profileCompletionOf } from '#app/features/profile/rules.ts'
import { getOwnProfile } from '#app/features/profile/service.server.ts'
import { hasOwnOpenModerationNotice } from '#app/features/reports/appeal-service.server.ts'
import { DashboardModerationNotice } from '#app/features/reports/components/open-notice.tsx'
import { VerificationStatusLiveReload } from '#app/features/verification/components/live-status.tsx'
import { MemberNextStepCard } from '#app/features/verification/components/next-step.tsx'
import { VerificationStatusCard } from '#app/features/verification/components/status-card.tsx'
import { VerificationNextActionSentence } from '#app/features/verification/components/status-line.tsx'
import { countOwnVerificationDocuments } from '#app/features/verification/documents/service.server.ts'
import { dashboardNextStepOfMember } from '#app/features/verification/next-step.ts'
import { verificationWizardPath } from '#app/features/verification/rules.ts'
import { getOwnVerification } from '#app/features/verification/service.server.ts'
import { formatRelativeDate } from '#app/lib/relative-date.ts'
import { parseTimeZoneCookie } from '#app/lib/time-zone.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { Link } from '#app/ui/link.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import { FailedDashboardCard } from '#app/ui/overview-card.tsx'
import { LabelledNumbers } from '#app/ui/stats.tsx'
import { useTimeZoneCookie } from '#app/ui/use-time-zone.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/dashboard.ts'
import { getOwnLiveDataVersion } from './member-version.server.ts'
import '#app/ui/overview-card.css'

/** Latest orders among the cards. */
const shownOrders = 3

/** The loaded data; null if loading failed. */
type Loaded<Value> = { value: Value } | null

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const { id: requestId } = context.get(requestContext)
  const load = async <Value,>(part: string, loading: Promise<Value>): Promise<Loaded<Value>> => {
    try {
      return { value: await loading }
    } catch (error) {
      platform.log.error({ requestId, part, error }, 'a part of the dashboard could not be loaded')
      return null
    }
  }
  const now = new Date()
  const timeZone = parseTimeZoneCookie(request.headers.get('Cookie'))
  // Read before the data, so that a change in between causes an event.
  const version = await load('live', getOwnLiveDataVersion(platform, actor))
  const [profile, business, draftName, podcast, documents, verification, latest, orders, invitations, notice] =
    await Promise.all([
      load('profile', getOwnProfile(platform, actor)),
      load('business', getOwnBusinessWithPictures(platform, actor)),
      load('draft', getOwnBusinessDraftName(platform, actor)),
      load('podcast', getOwnPodcastSummary(platform, actor)),
      load('documents', countOwnVerificationDocuments(platform, actor)),
      load('verification', getOwnVerification(platform, actor)),
      load('latest', getLatestBusinesses(platform)),
      load('orders', getOwnOrders(platform, actor, shownOrders)),
      load('invitations', getOwnReceivedOwnershipInvitations(platform, actor)),
      load('notices', hasOwnOpenModerationNotice(platform, actor)),
    ])
  const loaded = [profile, business, draftName, podcast, documents, verification, latest, orders, invitations, notice]
  const failed = loaded.includes(null)
  const { status = null, words = null, term = null, sentAt = null } = verification?.value ?? {}
  const page = {
    version: version?.value ?? '',
    isStaff: canOpenStaffPages(actor),
    timeZone,
    greeting: dashboardGreeting(profile?.value?.firstName ?? null, timeZone, now),
    profile: profile && {
      value: profile.value && {
        completion: profileCompletionOf(profile.value),
        verificationStatus: profile.value.verificationStatus,
      },
    },
    business,
    podcast,
    documents,
    orders: orders?.value ?? [],
    invitations: invitations?.value ?? [],
    hasOpenNotice: notice?.value ?? false,
    words,
    term,
    // Nothing is said of the next step where what it depends on is not known.
    nextStep:
      verification?.value && business && draftName
        ? dashboardNextStepOfMember(
            { status, words, term, sentAt, business: business.value, draftName: draftName.value },
            now,
          )
        : null,
    checklist: business?.value ? listingChecklistOf(business.value) : [],
    latest: latest && {
      value: latest.value.map(({ createdAt, ...rest }) => ({ ...rest, joined: formatRelativeDate(createdAt, now) })),
    },
    problem: failed
      ? {
          title: 'Error loading dashboard',
          description: 'Not everything could be loaded. Try again in a moment.',
          bad: true,
        }
      : null,
  }
  return data(page, { status: profile ? 200 : 503 })
}

type Page = Route.ComponentProps['loaderData']

export function meta() {
  return [{ title: 'Dashboard – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { version, isStaff, timeZone, greeting, profile, business, podcast, orders, words, term, latest, problem } =
    loaderData
  const { nextStep, checklist, invitations } = loaderData
  useTimeZoneCookie(timeZone)
  if (!profile) return <ProfileNotFound problem={problem} />
  const { completion, verificationStatus } = profile.value ?? {}
  return (
    <div className="wrap">
      <FlashMessage message={problem} />
      {profile.value && <VerificationStatusLiveReload status={verificationStatus ?? null} version={version} />}
      <div className="dashboard-head">
        <h1>{greeting}</h1>
        {profile.value && (
          <VerificationNextActionSentence
            status={verificationStatus ?? null}
            term={term}
            words={words}
            business={business ? business.value : undefined}
          />
        )}
      </div>
      {loaderData.hasOpenNotice && <DashboardModerationNotice />}
      {nextStep && <MemberNextStepCard id="next-step" step={nextStep} />}
      <ReceivedOwnershipInvitationNotices invitations={invitations} />
      {!completion && <NoProfileYetCard id="complete" />}
      <LabelledNumbers figures={figuresOf(loaderData)} />
      <div className="dashboard">
        <div>
          {checklist.some(({ isDone }) => !isDone) && (
            <DashboardListingChecklistCard id="checklist" items={checklist} />
          )}
          <DashboardQuickActions isStaff={isStaff} />
          {latest ? (
            <DashboardLatestBusinessesCard id="latest" businesses={latest.value} />
          ) : (
            <FailedDashboardCard id="latest" title="Latest Businesses" />
          )}
        </div>
        <div>
          {completion && (
            <VerificationStatusCard id="verification" status={verificationStatus ?? null} words={words}>
              {term?.isOpen && <Link to={`${verificationWizardPath}#confirm`}>Confirm for another year</Link>}
            </VerificationStatusCard>
          )}
          {business ? (
            <DashboardOwnBusinessCard id="business" business={business.value} />
          ) : (
            <FailedDashboardCard id="business" title="My business" />
          )}
          {completion && <ProfileCompletionDashboardCard id="profile" completion={completion} />}
          {podcast ? (
            <OwnPodcastDashboardCard id="podcast" podcast={podcast.value} />
          ) : (
            <FailedDashboardCard id="podcast" title="My podcast" />
          )}
          {orders.length > 0 && <OwnOrdersDashboardCard id="orders" orders={orders} />}
        </div>
      </div>
    </div>
  )
}

function ProfileNotFound({ problem }: Pick<Page, 'problem'>) {
  return (
    <>
      <FlashMessage message={problem} />
      <MessagePage
        title="Profile Not Found"
        links={[
          { label: 'Try again', to: href('/dashboard') },
          { label: 'Go to the directory', to: href('/directory') },
        ]}
      >
        <p>Your profile could not be loaded. Nothing is lost.</p>
      </MessagePage>
    </>
  )
}

/** The four stat cards. */
function figuresOf({ profile, business, podcast, documents }: Page) {
  const { completion } = profile?.value ?? {}
  const unknown = { value: '–', note: 'Could not be loaded' }
  return [
    {
      label: 'Profile completion',
      value: `${completion?.percentage ?? 0}%`,
      note: completion ? noteOfMissing(completion.missing) : 'No profile yet',
    },
    { label: 'Business', ...(business ? businessFigure(business.value) : unknown) },
    { label: 'Podcast', ...(podcast ? podcastFigure(podcast.value) : unknown) },
    {
      label: 'Documents',
      ...(documents ? { value: String(documents.value), note: documentsNote(documents.value) } : unknown),
    },
  ]
}

function noteOfMissing(missing: string[]): string {
  if (missing.length === 0) return 'Everything is filled in'
  return missing.length === 1 ? 'One thing is missing' : `${missing.length} things are missing`
}

function businessFigure(business: NonNullable<Page['business']>['value']) {
  if (!business) return { value: 'None', note: 'Listing is free' }
  return { value: business.isActive ? 'Active' : 'Hidden', note: ownBusinessVisibilityLabels[business.status] }
}

function podcastFigure(podcast: NonNullable<Page['podcast']>['value']) {
  if (!podcast) return { value: 'None', note: 'Every member can add one' }
  return podcast.isActive
    ? { value: 'Active', note: podcast.title }
    : { value: 'Hidden', note: 'Yours is not shown at the moment' }
}

function documentsNote(documents: number): string {
  return documents === 0 ? 'None stored' : 'Only reviewers can open them'
}
