import { href } from 'react-router'
import { businessSizeLabelOf } from '#app/features/businesses/facts-model.ts'
import {
  type BusinessFieldName,
  businessFieldLabels,
  labelOfChosenBusinessFieldValue,
  type MyBusinessSectionName,
  myBusinessSectionNotSavedToast,
  ownBusinessToasts,
  quoteValueInMessage,
} from '#app/features/businesses/model.ts'
import { type MyBusinessSectionValues, myBusinessSectionSchemas } from '#app/features/businesses/section-form-schema.ts'
import { updateOwnBusinessSection } from '#app/features/businesses/service.server.ts'
import { type BusinessFormLookups, getBusinessFormLookups } from '#app/features/reference/service.server.ts'
import { explainEndedFactConfirmations } from '#app/features/verification/facts/rules.ts'
import { listOwnConfirmedFacts } from '#app/features/verification/facts/service.server.ts'
import type { VersionedFormRefusal } from '#app/ui/schema-form.ts'
import { defineForm, makeHandlerOfForms, type RefuseFormFunction } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { type BusinessPictureFormContext, businessPictureFormHandlers } from './picture.actions.server.ts'
import { ownershipTransferOwnerFormHandlers } from './transfer.actions.server.ts'

const page = href('/my-business')

/** The version that the form was filled in from: it comes back with what was typed. */
const versionOf = (form: FormData) => String(form.get('version') ?? '')

/** Whether a section holds facts, or what a confirmation of one is of besides. */
const isConfirmedFor = (section: MyBusinessSectionName) =>
  section === 'basic' || section === 'address' || section === 'facts'

const sectionForm = <Name extends MyBusinessSectionName>(section: Name) =>
  defineForm({
    name: section,
    schema: myBusinessSectionSchemas[section],
    explain: myBusinessSectionNotSavedToast,
    failed: ownBusinessToasts.notSaved,
    with: async (_: BusinessPictureFormContext, form) => ({ version: versionOf(form) }),
    handle: async (
      { platform, actor }: BusinessPictureFormContext,
      values,
      refuse: RefuseFormFunction<VersionedFormRefusal>,
      form,
    ) => {
      const version = versionOf(form)
      const confirmed = isConfirmedFor(section) ? await listOwnConfirmedFacts(platform, actor) : []
      const result = await updateOwnBusinessSection(
        platform,
        actor,
        section,
        values as MyBusinessSectionValues<Name>,
        version,
      )
      switch (result.outcome) {
        case 'saved': {
          const left = confirmed.length > 0 ? await listOwnConfirmedFacts(platform, actor) : []
          const { title, description } = ownBusinessToasts.saved(section)
          const ended = explainEndedFactConfirmations(confirmed.filter((fact) => !left.includes(fact)))
          return redirectWithFlash(`${page}#${section}`, {
            title,
            description: [description, ended].filter(Boolean).join(' '),
          })
        }
        case 'not-found':
          return redirectWithFlash(page, { ...ownBusinessToasts.notSaved, description: ownBusinessToasts.notThere })
        case 'refused': {
          const toast = myBusinessSectionNotSavedToast(Object.values(result.errors).flat())
          return refuse(toast, { errors: result.errors, with: { version } })
        }
        case 'limited':
          return refuse(ownBusinessToasts.tooManyRenames, { status: 429, with: { version } })
        case 'changed': {
          const lookups = await getBusinessFormLookups(platform)
          const changed = result.fields.map((field) => [field, [currentValueMessage(field, result.current, lookups)]])
          return refuse(ownBusinessToasts.changedMeanwhile, {
            status: 409,
            errors: { '': [ownBusinessToasts.changedMeanwhile.description], ...Object.fromEntries(changed) },
            with: { version: result.version },
          })
        }
      }
    },
  })

/** Handles the forms of /my-business. */
export const handleOwnBusinessForm = makeHandlerOfForms<BusinessPictureFormContext, VersionedFormRefusal>([
  ...(Object.keys(myBusinessSectionSchemas) as MyBusinessSectionName[]).map(sectionForm),
  ...businessPictureFormHandlers,
  ...ownershipTransferOwnerFormHandlers,
])

/** The message for a field that somebody else changed. */
function currentValueMessage(field: BusinessFieldName, current: object, lookups: BusinessFormLookups): string {
  const value = (current as Partial<Record<BusinessFieldName, string | number | boolean | null>>)[field]
  const text =
    labelOfChosenBusinessFieldValue(field, String(value ?? ''), lookups) ??
    (field === 'size' ? businessSizeLabelOf(String(value)) : value)
  const label = businessFieldLabels[field]
  return text ? `${label} now says: ${quoteValueInMessage(String(text))}` : `${label} is empty now`
}
