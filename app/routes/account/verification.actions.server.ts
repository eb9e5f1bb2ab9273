import { data, redirect } from 'react-router'
import type { VerificationAnswer } from '#app/features/verification/components/verification-wizard.tsx'
import { deleteDocument } from '#app/features/verification/document-service.server.ts'
import { stepPath, wizardPath } from '#app/features/verification/rules.ts'
import {
  confirmationSchema,
  declarationSchema,
  deletionMessages,
  documentsSchema,
  explainForm,
  explainWithdrawal,
  type Message,
  messages,
  militarySchema,
  withdrawalSchema,
} from '#app/features/verification/schema.ts'
import {
  acceptDeclaration,
  confirmVerification,
  finishDocuments,
  getMilitaryLookups,
  saveMilitary,
  savePendingMilitary,
  submitVerification,
  unknownChoices,
  withdrawVerification,
} from '#app/features/verification/service.server.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm } from '../parse-form.server.ts'
import { setPendingForm } from '../pending-form.server.ts'

/** One of the forms about a verification, as it was sent. */
interface Sent {
  platform: Platform
  form: FormData
}

type SentBy<Who> = Sent & { actor: Who }

const signIn = (returnTo: string) => `/auth?${new URLSearchParams({ returnTo })}`

function refuse(form: string, answer: Omit<VerificationAnswer, 'form'>, status = 400) {
  return data<VerificationAnswer>({ form, ...answer }, { status })
}

type Answer = Response | ReturnType<typeof refuse>

/** A form the schema refuses, in the words of its toast. */
function refuseForm(
  form: string,
  submission: ReturnType<typeof parseForm>,
  explain: (said: string[]) => Message = explainForm,
) {
  const said = submission.status === 'error' ? Object.values(submission.error ?? {}).flatMap((list) => list ?? []) : []
  return refuse(form, { result: submission.reply(), toast: explain(said) })
}

async function readMilitary(platform: Platform, form: FormData) {
  const submission = parseForm(form, militarySchema)
  if (submission.status !== 'success') return { refused: refuseForm('military', submission) }
  const fieldErrors = unknownChoices(await getMilitaryLookups(platform), submission.value)
  const [first] = Object.values(fieldErrors).flat()
  if (!first) return { value: submission.value, submission }
  return { refused: refuse('military', { result: submission.reply({ fieldErrors }), toast: explainForm([first]) }) }
}

/** Keeps what somebody filled in who has to sign in first. */
async function hold(platform: Platform, clientIp: string, form: FormData): Promise<Answer> {
  const { refused } = await readMilitary(platform, form)
  if (refused) return refused
  const held = await savePendingMilitary(platform, clientIp, Object.fromEntries(form))
  if ('minutes' in held) return refuse('military', { toast: messages.tooManyPending(held.minutes) }, 429)
  const cookie = setPendingForm('verification', held.token, { secure: platform.publicUrl.startsWith('https:') })
  return redirectWithFlash(signIn(stepPath('military')), messages.signInFirst, [cookie])
}

/** What each form does, and what is said where the database fails it. */
const forms: Record<string, { act: (sent: SentBy<Actor>) => Promise<Answer>; failed: Message }> = {
  military: {
    failed: messages.notSaved,
    act: async ({ platform, actor, form }) => {
      const { refused, value } = await readMilitary(platform, form)
      if (refused) return refused
      if (!(await saveMilitary(platform, actor, value))) return redirectWithFlash(wizardPath, messages.closed)
      return redirectWithFlash(stepPath('documents'), messages.detailsSaved)
    },
  },

  documents: {
    failed: messages.documentsNotLoaded,
    act: async ({ platform, actor, form }) => {
      const submission = parseForm(form, documentsSchema)
      if (submission.status !== 'success') return refuseForm('documents', submission)
      const refuseField = (field: string, toast: Message) => {
        const said = `${toast.title}: ${toast.description}`
        return refuse('documents', { result: submission.reply({ fieldErrors: { [field]: [said] } }), toast })
      }
      switch (await finishDocuments(platform, actor, submission.value.reply)) {
        case 'required':
          return refuseField('documents', messages.documentsRequired)
        case 'unanswered':
          return refuseField('documents', messages.nothingNew)
        case 'closed':
          return redirectWithFlash(wizardPath, messages.closed)
        case 'done':
          return redirect(stepPath('declaration'))
      }
    },
  },

  'delete-document': {
    failed: messages.deleteFailed,
    act: async ({ platform, actor, form }) => {
      const result = await deleteDocument(platform, actor, String(form.get('document')))
      return redirectWithFlash(stepPath('documents'), deletionMessages[result])
    },
  },

  declaration: {
    failed: messages.notSaved,
    act: async ({ platform, actor, form }) => {
      const submission = parseForm(form, declarationSchema)
      if (submission.status !== 'success') return refuseForm('declaration', submission)
      if (!(await acceptDeclaration(platform, actor))) return redirectWithFlash(wizardPath, messages.closed)
      return redirectWithFlash(stepPath('review'), messages.detailsSaved)
    },
  },

  review: {
    failed: messages.notSubmitted,
    act: async ({ platform, actor }) => {
      const result = await submitVerification(platform, actor)
      if (result === 'incomplete') return redirectWithFlash(wizardPath, messages.incomplete)
      if (result === 'closed') return redirect(wizardPath)
      return redirectWithFlash('/dashboard', messages.submitted)
    },
  },

  withdraw: {
    failed: messages.notWithdrawn,
    act: async ({ platform, actor, form }) => {
      const submission = parseForm(form, withdrawalSchema)
      if (submission.status !== 'success') return refuseForm('withdraw', submission, explainWithdrawal)
      const withdrawn = await withdrawVerification(platform, actor)
      return redirectWithFlash('/dashboard', withdrawn ? messages.withdrawn : messages.nothingToWithdraw)
    },
  },

  confirm: {
    failed: messages.notSaved,
    act: async ({ platform, actor, form }) => {
      const submission = parseForm(form, confirmationSchema)
      if (submission.status !== 'success') return refuseForm('confirm', submission)
      const confirmed = await confirmVerification(platform, actor)
      return redirectWithFlash(wizardPath, confirmed ? messages.confirmed : messages.notDue)
    },
  },
}

/** Does what one of the forms about a verification asks for; its field `form` says which it is. */
export async function answerVerificationForm(sent: SentBy<Actor | null> & { clientIp: string }): Promise<Answer> {
  const { platform, actor, clientIp, form } = sent
  const name = String(form.get('form'))
  const wanted = Object.hasOwn(forms, name) ? forms[name] : undefined
  if (!wanted) throw data(null, { status: 400 })
  if (!actor) {
    if (name === 'military') return hold(platform, clientIp, form)
    return redirectWithFlash(signIn(wizardPath), messages.signInFirst)
  }
  try {
    return await wanted.act({ platform, actor, form })
  } catch (error) {
    platform.log.error({ form: name, error }, 'a form about a verification could not be answered')
    const result = name === 'military' ? parseForm(form, militarySchema).reply() : undefined
    return refuse(name, { ...(result && { result }), toast: wanted.failed }, 503)
  }
}
