import { ArrowLeft, ArrowUpRight } from 'lucide-react'
import { href, Link } from 'react-router'
import type { Picture } from '#app/lib/pictures.ts'
import type { UndoableRemovedPicture } from '#app/lib/removed-picture.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { FormSwitch } from '#app/ui/form-switch.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { VersionedFormRefusal } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { ShareLinks } from '#app/ui/share.tsx'
import { UnsavedChangesGuard } from '#app/ui/unsaved-changes-guard.tsx'
import { type OwnPodcastDetails, podcastToasts } from '../model.ts'
import { PodcastCoverForm } from './cover-form.tsx'
import { PodcastFeedStatusLine } from './feed-status.tsx'
import { PodcastForm } from './podcast-form.tsx'
import '#app/ui/settings-section.css'
import './my-podcast.css'

interface MyPodcastProps {
  /** Null for a member who has no podcast. */
  podcast: OwnPodcastDetails | null
  /** The cover that waits for the podcast, and the one that can be brought back. */
  covers: { waiting: Picture | null; removed: UndoableRemovedPicture | null }
  answer: VersionedFormRefusal | undefined
  /** The product's origin, for the podcast's public URL. */
  publicUrl: string
}

/** The title of the page. */
export function myPodcastPageTitle(hasPodcast: boolean): string {
  return hasPodcast ? 'Edit Podcast' : 'Create Podcast'
}

/** The page where a member creates and edits their podcast. */
export function MyPodcastScreen({ podcast, covers, answer, publicUrl }: MyPodcastProps) {
  const form = answer?.form === 'podcast' ? answer : undefined
  return (
    <>
      <div className="page-head">
        <div className="wrap my-business-head">
          <Link className="more" to={href('/dashboard')}>
            <Icon of={ArrowLeft} size="small" />
            Back to Dashboard
          </Link>
          <div>
            <h1>{myPodcastPageTitle(podcast !== null)}</h1>
            <p className="lead">
              {podcast ? podcast.title : "Every member can add one podcast. It's public as soon as you save it."}
            </p>
          </div>
          {podcast && (
            <LinkButton to={href('/podcasts/:slug', { slug: podcast.slug })} kind="secondary">
              {podcast.isActive ? 'View public page' : 'Preview public page'}
              <Icon of={ArrowUpRight} size="small" />
            </LinkButton>
          )}
        </div>
      </div>
      <UnsavedChangesGuard className="wrap profile-body my-podcast">
        {podcast && <Visibility isActive={podcast.isActive} />}
        <SettingsSection id="cover" title="Cover" lead="Shown next to its title.">
          {(answer?.form === 'remove-cover' || answer?.form === 'undo-cover') && <FormAnswerNotice answer={answer} />}
          <PodcastCoverForm
            cover={podcast ? podcast.cover : covers.waiting}
            removed={covers.removed}
            waits={podcast === null}
          />
        </SettingsSection>
        <PodcastForm podcast={podcast} answer={form}>
          {podcast?.feed && <PodcastFeedStatusLine feed={podcast.feed} />}
        </PodcastForm>
        {podcast?.isActive && (
          <div className="my-podcast-share">
            <ShareLinks name={podcast.title} address={publicUrl + href('/podcasts/:slug', { slug: podcast.slug })} />
          </div>
        )}
      </UnsavedChangesGuard>
    </>
  )
}

function Visibility({ isActive }: { isActive: boolean }) {
  return (
    <SettingsSection id="visibility" title="Visibility" lead="Whether people can find it on the podcasts page.">
      <Badge>{isActive ? 'Active' : 'Inactive'}</Badge>
      <FormSwitch
        address={href('/my-podcast/visibility')}
        isOn={isActive}
        field="isActive"
        others={{}}
        failed={podcastToasts.visibilityFailed}
      >
        Show my podcast to everyone
      </FormSwitch>
      <p className="muted">
        {isActive ? 'Everyone can find it.' : 'Nobody else can see it. Saving it makes it public again.'}
      </p>
    </SettingsSection>
  )
}
