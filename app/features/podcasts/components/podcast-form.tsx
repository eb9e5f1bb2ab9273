import type { ReactNode } from 'react'
import { LongTextField, OptionalFieldLabel, TextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { useSchemaForm, type VersionedFormRefusal } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { useShownFormVersion } from '#app/ui/use-shown-version.ts'
import type { PodcastValues } from '../form-schema.ts'
import { invalidPodcastToast } from '../model.ts'
import { type PodcastField, podcastFieldLabels } from '../rules.ts'

interface PodcastFormProps {
  /** Null for a new podcast. */
  podcast: { values: PodcastValues; version: string } | null
  answer: VersionedFormRefusal | undefined
  /** Shown below the field of the feed. */
  children: ReactNode
}

/** The name of the form, and the id of its element. */
const formId = 'podcast'
export function PodcastForm({ podcast, answer, children }: PodcastFormProps) {
  const form = useSchemaForm({
    id: formId,
    loadSchema: () => import('../form-schema.ts').then(({ podcastSchema }) => podcastSchema),
    lastResult: answer?.result,
    defaultValue: { ...podcast?.values },
    onInvalid: invalidPodcastToast,
  })
  const version = useShownFormVersion({ name: formId, id: formId }, podcast?.version ?? '', answer)
  const optional = (name: PodcastField) => ({
    ...form.field(name),
    label: <OptionalFieldLabel>{podcastFieldLabels[name]}</OptionalFieldLabel>,
  })
  const link = (name: PodcastField) => ({ ...optional(name), type: 'url', inputMode: 'url' as const })
  return (
    <FormFrame
      name={formId}
      form={form}
      answer={answer}
      submit={podcast ? 'Save Podcast' : 'Create Podcast'}
      busy="Saving..."
    >
      <input type="hidden" name="version" value={version} />
      <SettingsSection id="about" title="About it" lead="What people read before they listen.">
        <TextField {...form.field('title')} label={podcastFieldLabels.title} required />
        <TextField {...optional('tagline')} hint="One line that says what it is about" />
        <LongTextField {...optional('description')} rows={8} />
        <TextField {...optional('launchDate')} type="date" hint="When it started or will start." />
      </SettingsSection>
      <SettingsSection id="listen" title="Where to listen" lead="Leave blank what you don't use.">
        <TextField {...link('spotifyUrl')} />
        <TextField {...link('appleUrl')} />
        <TextField {...link('youtubeUrl')} />
        <TextField
          {...link('featuredEpisodeUrl')}
          hint="An episode to start with. A YouTube or Vimeo video plays on your page."
        />
      </SettingsSection>
      <SettingsSection
        id="feed"
        title="Episodes"
        lead="Add your podcast's feed, and your page shows and plays the latest episodes."
      >
        <TextField
          {...link('rssFeedUrl')}
          hint="You get this address from your podcast host. It is also shown on your page."
        />
        {children}
      </SettingsSection>
    </FormFrame>
  )
}
