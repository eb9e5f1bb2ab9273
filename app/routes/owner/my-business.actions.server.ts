import { href } from 'react-router'
import { headcountLabel } from '#app/features/businesses/facts-model.ts'
import {
  type BusinessField,
  type BusinessSection,
  businessFieldLabels,
  businessSectionNotSavedToast,
  businessToasts,
  nameOfBusinessChoice,
  quoteValueInMessage,
} from '#app/features/businesses/model.ts'
import { type BusinessSectionValues, businessSectionSchemas } from '#app/features/businesses/section-form-schema.ts'
import { updateBusinessSection } from '#app/features/businesses/service.server.ts'
import { type BusinessFormLookups, getBusinessFormLookups } from '#app/features/reference/service.server.ts'
import { explainEndedFactConfirmations } from '#app/features/verification/facts/rules.ts'
import { listOwnConfirmedFacts } from '#app/features/verification/facts/service.server.ts'
import type { VersionedFormAnswer } from '#app/ui/schema-form.ts'
import { defineForm, handleForms, type RefuseForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { businessPictureForms, type SentBusinessPictureForm } from './picture.actions.server.ts'
import { ownershipTransferOwnerForms } from './transfer.actions.server.ts'

const page = href('/my-business')

/** The version that the form was filled in from: it comes back with what was typed. */
const versionOf = (form: FormData) => String(form.get('version') ?? '')

/** Whether a section holds facts, or what a confirmation of one is of besides. */
const isConfirmedFor = (section: BusinessSection) => section === 'basic' || section === 'address' || section === 'facts'

const sectionForm = <Name extends BusinessSection>(section: Name) =>
  defineForm({
    name: section,
    schema: businessSectionSchemas[section],
    explain: businessSectionNotSavedToast,
    failed: businessToasts.notSaved,
    with: async (_: SentBusinessPictureForm, form) => ({ version: versionOf(form) }),
    handle: async (
      { platform, actor }: SentBusinessPictureForm,
      values,
      refuse: RefuseForm<VersionedFormAnswer>,
      form,
    ) => {
      const version = versionOf(form)
      const confirmed = isConfirmedFor(section) ? await listOwnConfirmedFacts(platform, actor) : []
      const result = await updateBusinessSection(
        platform,
        actor,
        section,
        values as BusinessSectionValues<Name>,
        version,
      )
      switch (result.outcome) {
        case 'saved': {
          const left = confirmed.length > 0 ? await listOwnConfirmedFacts(platform, actor) : []
          const { title, description } = businessToasts.saved(section)
          const ended = explainEndedFactConfirmations(confirmed.filter((fact) => !left.includes(fact)))
          return redirectWithFlash(`${page}#${section}`, {
            title,
            description: [description, ended].filter(Boolean).join(' '),
          })
        }
        case 'not-found':
          return redirectWithFlash(page, { ...businessToasts.notSaved, description: businessToasts.notThere })
        case 'refused': {
          const toast = businessSectionNotSavedToast(Object.values(result.errors).flat())
          return refuse(toast, { errors: result.errors, with: { version } })
        }
        case 'limited':
          return refuse(businessToasts.tooManyRenames, { status: 429, with: { version } })
        case 'changed': {
          const lookups = await getBusinessFormLookups(platform)
          const changed = result.fields.map((field) => [field, [currentValueMessage(field, result.current, lookups)]])
          return refuse(businessToasts.changedMeanwhile, {
            status: 409,
            errors: { '': [businessToasts.changedMeanwhile.description], ...Object.fromEntries(changed) },
            with: { version: result.version },
          })
        }
      }
    },
  })

/** Handles the forms of /my-business. */
export const handleOwnBusinessForm = handleForms<SentBusinessPictureForm, VersionedFormAnswer>([
  ...(Object.keys(businessSectionSchemas) as BusinessSection[]).map(sectionForm),
  ...businessPictureForms,
  ...ownershipTransferOwnerForms,
])

/** The message for a field that somebody else changed. */
function currentValueMessage(field: BusinessField, current: object, lookups: BusinessFormLookups): string {
  const value = (current as Partial<Record<BusinessField, string | number | boolean | null>>)[field]
  const text =
    nameOfBusinessChoice(field, String(value ?? ''), lookups) ??
    (field === 'size' ? headcountLabel(String(value)) : value)
  const label = businessFieldLabels[field]
  return text ? `${label} now says: ${quoteValueInMessage(String(text))}` : `${label} is empty now`
}
