import { data } from 'react-router'
import type { OwnBusinessAnswer } from '#app/features/businesses/components/section-form.tsx'
import {
  type BusinessField,
  explainSection,
  fieldLabels,
  messages,
  type Section,
  type SectionValues,
  sectionSchemas,
  shownValue,
} from '#app/features/businesses/schema.ts'
import { updateSection } from '#app/features/businesses/service.server.ts'
import { type BusinessLookups, getBusinessLookups } from '#app/features/reference/service.server.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm } from '../parse-form.server.ts'
import { answerPictureForm, isPictureForm } from './picture.actions.server.ts'

/** One of the forms of /my-business, as it was sent. */
interface Sent {
  platform: Platform
  actor: Actor
  form: FormData
}

const page = '/my-business'

/** Answers the form that was sent. @throws a 400 for one there is not. */
export async function answerOwnBusinessForm(sent: Sent) {
  const name = sent.form.get('form')
  if (isSection(name)) return saveSection(sent, name)
  if (!isPictureForm(name)) throw data(null, { status: 400 })
  const place = name.endsWith('-logo') ? 'logo' : 'gallery'
  return answerPictureForm(name, { ...sent, target: 'business' }, `${page}#${place}`)
}

function isSection(name: unknown): name is Section {
  return typeof name === 'string' && Object.hasOwn(sectionSchemas, name)
}

/** A section that could not be saved, on the page it came from. */
function refuse(form: Section, status: number, answer: Omit<OwnBusinessAnswer, 'form'>) {
  return data<OwnBusinessAnswer>({ form, ...answer }, { status })
}

async function saveSection<Which extends Section>({ platform, actor, form }: Sent, section: Which) {
  const submission = parseForm(form, sectionSchemas[section])
  // The form comes back with what was typed, and so as the one that was shown.
  const version = String(form.get('version') ?? '')
  if (submission.status !== 'success') {
    const problems = Object.values(submission.error ?? {}).flatMap((list) => list ?? [])
    return refuse(section, 400, { result: submission.reply(), toast: explainSection(problems), version })
  }
  const values = submission.value as SectionValues<Which>
  try {
    const result = await updateSection(platform, actor, section, values, version)
    switch (result.outcome) {
      case 'saved':
        return redirectWithFlash(`${page}#${section}`, messages.saved(section))
      case 'not-found':
        return redirectWithFlash(page, { ...messages.notSaved, description: messages.notThere })
      case 'refused': {
        const toast = explainSection(Object.values(result.errors).flat())
        return refuse(section, 400, { result: submission.reply({ fieldErrors: result.errors }), toast, version })
      }
      case 'limited': {
        const formErrors = [messages.tooManyRenames.description]
        return refuse(section, 429, {
          result: submission.reply({ formErrors }),
          toast: messages.tooManyRenames,
          version,
        })
      }
      case 'changed': {
        const lookups = await getBusinessLookups(platform)
        const fieldErrors = Object.fromEntries(
          result.fields.map((field) => [field, [currentValueMessage(field, result.current, lookups)]]),
        )
        const formErrors = [messages.changedMeanwhile.description]
        return refuse(section, 409, {
          result: submission.reply({ formErrors, fieldErrors }),
          toast: messages.changedMeanwhile,
          version: result.version,
        })
      }
    }
  } catch (error) {
    platform.log.error({ error }, 'a section of a business could not be saved')
    const formErrors = [messages.notStored]
    return refuse(section, 503, {
      result: submission.reply({ formErrors }),
      toast: explainSection(formErrors),
      version,
    })
  }
}

/** What a field that somebody else changed says now. */
function currentValueMessage(
  field: BusinessField,
  current: object,
  { industries, businessTypes }: BusinessLookups,
): string {
  const value = (current as Partial<Record<BusinessField, string | number | null>>)[field]
  const choices = { industryId: industries, businessTypeId: businessTypes }[field as string]
  const words = choices ? choices.find(({ id }) => id === value)?.name : value
  const label = fieldLabels[field]
  return words ? `${label} now says: ${shownValue(String(words))}` : `${label} is empty now`
}
