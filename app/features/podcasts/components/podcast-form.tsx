import type { ReactNode } from 'react'
import { LongTextField, OptionalLabel, TextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { useSchemaForm, type VersionedAnswer } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { useShownVersion } from '#app/ui/use-shown-version.ts'
import { fieldLabels, type PodcastField, type PodcastValues, podcastSchema } from '../form-schema.ts'
import { explainPodcast } from '../schema.ts'

interface PodcastFormProps {
  /** Null where it is to be created. */
  podcast: { values: PodcastValues; version: string } | null
  answer: VersionedAnswer | undefined
  /** How its feed stands. */
  children: ReactNode
}

/** What the form is called, and its element's id. */
const formId = 'podcast'

/** Everything a podcast says of itself. */
export function PodcastForm({ podcast, answer, children }: PodcastFormProps) {
  const form = useSchemaForm({
    id: formId,
    schema: podcastSchema,
    lastResult: answer?.result,
    defaultValue: { ...podcast?.values },
    onInvalid: explainPodcast,
  })
  const version = useShownVersion({ name: formId, id: formId }, podcast?.version ?? '', answer)
  const optional = (name: PodcastField) => ({
    ...form.field(name),
    label: <OptionalLabel>{fieldLabels[name]}</OptionalLabel>,
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
        <TextField {...form.field('title')} label={fieldLabels.title} required />
        <TextField {...optional('tagline')} hint="One line that says what it is." />
        <LongTextField {...optional('description')} rows={8} />
        <TextField {...optional('launchDate')} type="date" hint="When it began, or is to begin." />
      </SettingsSection>
      <SettingsSection id="listen" title="Where to listen" lead="Leave out what you do not use.">
        <TextField {...link('spotifyUrl')} />
        <TextField {...link('appleUrl')} />
        <TextField {...link('youtubeUrl')} />
        <TextField
          {...link('featuredEpisodeUrl')}
          hint="One episode to begin with. A film on YouTube or Vimeo plays on your page."
        />
      </SettingsSection>
      <SettingsSection
        id="feed"
        title="Episodes"
        lead="With the feed of your podcast, your page shows its latest episodes and plays them."
      >
        <TextField
          {...link('rssFeedUrl')}
          hint="Your podcast's host gives you this address. It is shown on your page too."
        />
        {children}
      </SettingsSection>
    </FormFrame>
  )
}
