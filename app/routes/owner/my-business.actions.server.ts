import { href } from 'react-router'
import { headcountLabel } from '#app/features/businesses/facts-model.ts'
import {
  type BusinessField,
  businessFieldLabels,
  businessMessages,
  explainSection,
  nameOfChoice,
  type Section,
  shownValue,
} from '#app/features/businesses/model.ts'
import { type SectionValues, sectionSchemas } from '#app/features/businesses/section-form-schema.ts'
import { updateSection } from '#app/features/businesses/service.server.ts'
import { type BusinessLookups, getBusinessLookups } from '#app/features/reference/service.server.ts'
import { explainEnded } from '#app/features/verification/facts/rules.ts'
import { listOwnConfirmed } from '#app/features/verification/facts/service.server.ts'
import type { VersionedAnswer } from '#app/ui/schema-form.ts'
import { defineForm, handleForms, type Refuse } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { pictureForms, type SentAboutPictures } from './picture.actions.server.ts'
import { transferForms } from './transfer.actions.server.ts'

const page = href('/my-business')

/** The version that the form was filled in from: it comes back with what was typed. */
const versionOf = (form: FormData) => String(form.get('version') ?? '')

/** Whether a section holds facts, or what a confirmation of one is of besides. */
const isConfirmedFor = (section: Section) => section === 'basic' || section === 'address' || section === 'facts'

const sectionForm = <Name extends Section>(section: Name) =>
  defineForm({
    name: section,
    schema: sectionSchemas[section],
    explain: explainSection,
    failed: businessMessages.notSaved,
    with: async (_: SentAboutPictures, form) => ({ version: versionOf(form) }),
    handle: async ({ platform, actor }: SentAboutPictures, values, refuse: Refuse<VersionedAnswer>, form) => {
      const version = versionOf(form)
      const confirmed = isConfirmedFor(section) ? await listOwnConfirmed(platform, actor) : []
      const result = await updateSection(platform, actor, section, values as SectionValues<Name>, version)
      switch (result.outcome) {
        case 'saved': {
          const left = confirmed.length > 0 ? await listOwnConfirmed(platform, actor) : []
          const { title, description } = businessMessages.saved(section)
          const ended = explainEnded(confirmed.filter((fact) => !left.includes(fact)))
          return redirectWithFlash(`${page}#${section}`, {
            title,
            description: [description, ended].filter(Boolean).join(' '),
          })
        }
        case 'not-found':
          return redirectWithFlash(page, { ...businessMessages.notSaved, description: businessMessages.notThere })
        case 'refused': {
          const toast = explainSection(Object.values(result.errors).flat())
          return refuse(toast, { errors: result.errors, with: { version } })
        }
        case 'limited':
          return refuse(businessMessages.tooManyRenames, { status: 429, with: { version } })
        case 'changed': {
          const lookups = await getBusinessLookups(platform)
          const changed = result.fields.map((field) => [field, [currentValueMessage(field, result.current, lookups)]])
          return refuse(businessMessages.changedMeanwhile, {
            status: 409,
            errors: { '': [businessMessages.changedMeanwhile.description], ...Object.fromEntries(changed) },
            with: { version: result.version },
          })
        }
      }
    },
  })

/** Handles the forms of /my-business. */
export const handleOwnBusinessForm = handleForms<SentAboutPictures, VersionedAnswer>([
  ...(Object.keys(sectionSchemas) as Section[]).map(sectionForm),
  ...pictureForms,
  ...transferForms,
])

/** The message for a field that somebody else changed. */
function currentValueMessage(field: BusinessField, current: object, lookups: BusinessLookups): string {
  const value = (current as Partial<Record<BusinessField, string | number | boolean | null>>)[field]
  const text =
    nameOfChoice(field, String(value ?? ''), lookups) ?? (field === 'size' ? headcountLabel(String(value)) : value)
  const label = businessFieldLabels[field]
  return text ? `${label} now says: ${shownValue(String(text))}` : `${label} is empty now`
}
