import type { ReactNode } from 'react'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { useSchemaForm, type VersionedAnswer } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { useShownVersion } from '#app/ui/use-shown-version.ts'
import { explainSection, type Section, sectionTitles } from '../model.ts'
import type { OwnDetails, sectionSchemas } from '../section-form-schema.ts'
import type { FormFields } from './business-fields.tsx'

interface SectionFormProps {
  section: Section
  lead: ReactNode
  business: OwnDetails
  answer: VersionedAnswer | undefined
  children: (field: FormFields) => ReactNode
}

/** A section of /my-business with its own Save button. */
export function SectionForm({ section, lead, business, answer, children }: SectionFormProps) {
  const own = answer?.form === section ? answer : undefined
  const form = useSchemaForm<(typeof sectionSchemas)[Section]>({
    id: `form-${section}`,
    loadSchema: () => import('../section-form-schema.ts').then(({ sectionSchemas }) => sectionSchemas[section]),
    lastResult: own?.result,
    defaultValue: textsOf(business.values),
    onInvalid: explainSection,
  })
  const version = useShownVersion({ name: section, id: `form-${section}` }, business.versions[section], own)
  return (
    <SettingsSection id={section} title={sectionTitles[section]} lead={lead}>
      <FormFrame
        name={section}
        form={form}
        answer={own}
        submit="Save"
        busy="Saving..."
        label={`Save ${sectionTitles[section]}`}
        place={`#${section}`}
      >
        <input type="hidden" name="version" value={version} />
        {children(form.field)}
      </FormFrame>
    </SettingsSection>
  )
}

/** What all fields are filled in with; a form takes what it has. */
function textsOf(values: OwnDetails['values']): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value?.toString() ?? '']))
}
