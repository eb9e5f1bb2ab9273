import { data, useNavigation } from 'react-router'
import { ConfirmCurrentPasswordForm } from '#app/features/account/components/password-gate.tsx'
import { AccountSecurityPanel } from '#app/features/account/components/security-panel.tsx'
import { SignOutSection } from '#app/features/account/components/sign-out-section.tsx'
import { initialsOfEmail } from '#app/features/account/rules.ts'
import { getOwnSessions } from '#app/features/account/service.server.ts'
import { getOwnTwoFactorState } from '#app/features/account/two-factor-service.server.ts'
import { getOwnEmailUndeliverableSince } from '#app/features/account/undeliverable-service.server.ts'
import { AccountErasureSection } from '#app/features/privacy/components/erasure-section.tsx'
import { DataExportSection } from '#app/features/privacy/components/export-section.tsx'
import { describeAccountErasure, getOwnDataExports } from '#app/features/privacy/service.server.ts'
import { getRemovedAvatar } from '#app/features/profile/avatar-service.server.ts'
import { AvatarForm } from '#app/features/profile/components/avatar-form.tsx'
import { ProfileForm } from '#app/features/profile/components/profile-form.tsx'
import { ProfileHead } from '#app/features/profile/components/profile-head.tsx'
import { ProfileNotFoundPage } from '#app/features/profile/components/profile-not-found.tsx'
import { ProfileTabLinks } from '#app/features/profile/components/profile-tabs.tsx'
import { AccountFactsSection } from '#app/features/profile/components/settings-facts.tsx'
import { profileFailureToasts } from '#app/features/profile/failures.ts'
import { type ProfileTab, parseProfileTab, profileTabLabels, profileTabPath } from '#app/features/profile/rules.ts'
import {
  getOwnProfile,
  getProfileFormRelationshipOptions,
  makeEmptyProfileView,
} from '#app/features/profile/service.server.ts'
import { VerificationStatusLiveReload } from '#app/features/verification/components/live-status.tsx'
import { VerificationStatusBadge } from '#app/features/verification/components/status-badge.tsx'
import { OwnVerificationPanel } from '#app/features/verification/components/verification-panel.tsx'
import { verificationWizardPath } from '#app/features/verification/rules.ts'
import { getOwnVerification } from '#app/features/verification/service.server.ts'
import { sameOriginPath } from '#app/lib/links.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { Link } from '#app/ui/link.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { readFormData } from '../define-form.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { tryLoadingPageData } from '../try-loading.server.ts'
import type { Route } from './+types/profile.ts'
import { getOwnLiveDataVersion } from './member-version.server.ts'
import { loadOwnVerificationDocuments } from './own-documents.server.ts'
import { handleProfileForm } from './profile.actions.server.ts'
import '#app/ui/settings-section.css'

const fetchingFailed = {
  title: 'Error fetching profile',
  description: 'We could not load your profile. Try again in a moment.',
  bad: true,
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const { searchParams } = new URL(request.url)
  const tab = parseProfileTab(searchParams.get('tab'))
  const loaded = await tryLoadingPageData(context, 'a profile could not be loaded', async () => {
    // Read before the data, so that a change in between causes an event.
    const version = await getOwnLiveDataVersion(platform, actor)
    const profile = await getOwnProfile(platform, actor)
    // The form of the first tab begins a profile where there is none.
    const shown = profile ?? (tab === 'profile' ? makeEmptyProfileView(actor) : null)
    if (!shown) return { found: null }
    const panel = await loadPanel(platform, actor, tab, searchParams.get('returnTo'))
    return { found: { version, profile: shown, email: actor.email, panel } }
  })
  if (!loaded) return data({ tab, found: null, problem: fetchingFailed }, { status: 503 })
  return data({ tab, ...loaded, problem: null }, { status: loaded.found ? 200 : 404 })
}

/** Loads the data of the current tab. */
async function loadPanel(
  platform: Pick<Platform, 'db' | 'log' | 'referenceCache' | 'secret' | 'vault' | 'verificationTerms'>,
  actor: Actor,
  tab: ProfileTab,
  returnTo: string | null,
) {
  if (tab === 'profile') {
    const [relationships, removed] = await Promise.all([
      getProfileFormRelationshipOptions(platform),
      getRemovedAvatar(platform, actor),
    ])
    return { tab, relationships, removed }
  }
  if (tab === 'verification') {
    return {
      tab,
      own: await getOwnVerification(platform, actor),
      ...(await loadOwnVerificationDocuments(platform, actor)),
    }
  }
  if (tab === 'settings') {
    return {
      tab,
      exports: await getOwnDataExports(platform, actor),
      losses: await describeAccountErasure(platform, actor),
    }
  }
  return {
    tab,
    sessions: await getOwnSessions(platform, actor),
    undeliverableSince: await getOwnEmailUndeliverableSince(platform, actor),
    twoFactor: await getOwnTwoFactorState(platform, actor),
    returnTo: returnTo === null ? null : sameOriginPath(returnTo),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const visitor = { headers: request.headers, clientIp: context.get(requestContext).clientIp }
  return handleProfileForm({ platform: context.get(platformContext), visitor, actor }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, profileFailureToasts)

export function meta({ loaderData }: Route.MetaArgs) {
  const tab = loaderData?.tab ?? 'profile'
  const title = !loaderData?.found
    ? 'Profile Not Found'
    : tab === 'profile'
      ? 'Profile'
      : `${profileTabLabels[tab]} – Profile`
  return [{ title: `${title} – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, found, problem } = loaderData
  const coming = useComingTab()
  if (!found) {
    return (
      <>
        <FlashMessage message={problem} />
        <ProfileNotFoundPage address={profileTabPath(tab)} />
      </>
    )
  }
  const { version, profile, email, panel } = found
  return (
    <>
      <div className="page-head">
        <div className="wrap profile-top">
          <ProfileHead
            profile={profile}
            initials={initialsOfEmail(email)}
            badge={<VerificationStatusBadge status={profile.verificationStatus} of="member" />}
          />
          <ProfileTabLinks tab={coming ?? tab} />
        </div>
      </div>
      <div className="wrap profile-body">
        {coming && coming !== tab ? (
          <Spinner />
        ) : (
          <Panel key={tab} version={version} profile={profile} email={email} panel={panel} answer={actionData} />
        )}
      </div>
    </>
  )
}

interface PanelProps {
  /** See `useLiveReload`. */
  version: string
  profile: NonNullable<Awaited<ReturnType<typeof getOwnProfile>>>
  email: string
  panel: Awaited<ReturnType<typeof loadPanel>>
  answer: Route.ComponentProps['actionData']
}

function Panel({ version, profile, email, panel, answer }: PanelProps) {
  const to = (form: string) => (answer?.form === form ? answer : undefined)
  if (panel.tab === 'verification') {
    const { own, documents, deleted, problem } = panel
    return (
      <>
        <VerificationStatusLiveReload status={profile.verificationStatus} version={version} />
        <FlashMessage message={problem} />
        <OwnVerificationPanel
          status={profile.verificationStatus}
          details={own?.details ?? null}
          documents={documents}
          deleted={deleted}
          words={own?.words ?? null}
          isOpen={own?.isOpen ?? false}
          answer={to('delete-document')}
          wayOn={<Link to={verificationWizardPath}>Your verification</Link>}
        />
      </>
    )
  }
  if (panel.tab === 'settings') {
    return (
      <>
        <AccountFactsSection profile={profile} />
        <SignOutSection answer={to('end-all-sessions')} />
        <DataExportSection version={version} exports={panel.exports} answer={to('request-export')} />
        <AccountErasureSection losses={panel.losses} open={answer?.form === 'delete-account'}>
          <ConfirmCurrentPasswordForm
            name="delete-account"
            answer={to('delete-account')}
            submit="Delete my account for good"
            busy="Deleting..."
            kind="danger"
          />
        </AccountErasureSection>
      </>
    )
  }
  if (panel.tab === 'security') {
    const { sessions, twoFactor, returnTo } = panel
    return (
      <AccountSecurityPanel
        email={email}
        undeliverableSince={panel.undeliverableSince}
        twoFactor={twoFactor}
        sessions={sessions}
        answer={answer}
        address={profileTabPath('security')}
        returnTo={returnTo}
      />
    )
  }
  return (
    <>
      <SettingsSection id="picture" title="Picture" lead="Shown in the header and on this page.">
        <FormAnswerNotice answer={to('remove-avatar') ?? to('undo-avatar')} />
        <AvatarForm avatarKey={profile.avatarKey} initials={initialsOfEmail(email)} removed={panel.removed} />
      </SettingsSection>
      <SettingsSection id="details" title="Your details" lead="Only you and our team see your email and mobile here.">
        <ProfileForm profile={profile} relationships={panel.relationships} answer={to('profile')} />
      </SettingsSection>
    </>
  )
}

/** The tab that is being loaded, if any. */
function useComingTab(): ProfileTab | null {
  const { state, location, formData } = useNavigation()
  if (state !== 'loading' || formData || location.pathname !== '/profile') return null
  return parseProfileTab(new URLSearchParams(location.search).get('tab'))
}
