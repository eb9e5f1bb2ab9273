import type { ReactNode } from 'react'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { useSchemaForm, type VersionedFormRefusal } from '#app/ui/schema-form.ts'
import { SettingsSection } from '#app/ui/settings-section.tsx'
import { useShownFormVersion } from '#app/ui/use-shown-version.ts'
import { type MyBusinessSectionName, myBusinessSectionNotSavedToast, myBusinessSectionTitles } from '../model.ts'
import type { myBusinessSectionSchemas, OwnBusinessWithoutPictures } from '../section-form-schema.ts'
import type { BusinessFieldPropsGetter } from './business-fields.tsx'

interface SectionFormProps {
  section: MyBusinessSectionName
  lead: ReactNode
  business: OwnBusinessWithoutPictures
  answer: VersionedFormRefusal | undefined
  children: (field: BusinessFieldPropsGetter) => ReactNode
}

/** A section of /my-business with its own Save button. */
export function MyBusinessSectionForm({ section, lead, business, answer, children }: SectionFormProps) {
  const own = answer?.form === section ? answer : undefined
  const form = useSchemaForm<(typeof myBusinessSectionSchemas)[MyBusinessSectionName]>({
    id: `form-${section}`,
    loadSchema: () =>
      import('../section-form-schema.ts').then(
        ({ myBusinessSectionSchemas: sectionSchemas }) => sectionSchemas[section],
      ),
    lastResult: own?.result,
    defaultValue: textsOf(business.values),
    onInvalid: myBusinessSectionNotSavedToast,
  })
  const version = useShownFormVersion({ name: section, id: `form-${section}` }, business.versions[section], own)
  return (
    <SettingsSection id={section} title={myBusinessSectionTitles[section]} lead={lead}>
      <FormFrame
        name={section}
        form={form}
        answer={own}
        submit="Save"
        busy="Saving..."
        label={`Save ${myBusinessSectionTitles[section]}`}
        place={`#${section}`}
      >
        <input type="hidden" name="version" value={version} />
        {children(form.field)}
      </FormFrame>
    </SettingsSection>
  )
}

/** What all fields are filled in with; a form takes what it has. */
function textsOf(values: OwnBusinessWithoutPictures['values']): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value?.toString() ?? '']))
}
