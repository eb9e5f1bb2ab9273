import { data } from 'react-router'
import { z } from 'zod/mini'
import type { FormName } from '#app/lib/form-names.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { isDatabaseUnavailableError } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import {
  ActionNotAllowedError,
  SignInRequiredError,
  StaffConflictOfInterestError,
} from '#app/platform/.server/security/actor.ts'
import { validateForm } from '#app/ui/check-form.ts'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { respondWithToast } from './flash-redirect.ts'

/** The schema of a form's fields. */
export type FormSchema = z.core.$ZodObject & { readonly shape: object }

type Answered<Answer> = Response | ReturnType<typeof data<Answer | undefined>>

interface RefuseOptions<Answer> {
  /** The default is 400. */
  status?: number
  /** Messages by field, '' for the form itself; without any, the toast's text is shown above the form. */
  errors?: Record<string, string[]>
  /** What else the page shows with this answer. */
  with?: Omit<Partial<Answer>, keyof FormRefusal>
}

/** Shows the form again with what was typed, and says why. */
export type RefuseFormFunction<Answer extends FormRefusal = FormRefusal> = (
  toast: ToastMessage,
  options?: RefuseOptions<Answer>,
) => Promise<Answered<Answer>>

interface FormOptions<Sent, Schema extends FormSchema, Answer extends FormRefusal> {
  name: FormName
  /** The fields that are read; nothing else that was sent is looked at. */
  schema?: Schema
  /** Fields that are never sent back, such as passwords. */
  secrets?: readonly string[]
  /** The toast for a form that its schema refuses, from all messages; none where it returns nothing. */
  explain?: (messages: string[]) => ToastMessage | undefined
  /** The toast for a form that could not be handled, with the title that the specification gives it; also to a browser that cannot reach us. */
  failed: ToastMessage | ((form: FormData) => ToastMessage)
  /** For a route without a page: the page that shows why a form was refused. Without `explain`, what the schema refuses is a 400. */
  page?: (sent: Sent, form: FormData) => string
  /** What else the page shows when the schema refuses the form, or handling it fails. */
  with?: (sent: Sent, form: FormData) => Promise<Omit<Partial<Answer>, keyof FormRefusal> | Response>
  /** Does what the form asks for. `form` is all that was sent, for what no schema describes. */
  handle: (
    sent: Sent,
    value: z.output<Schema>,
    refuse: RefuseFormFunction<Answer>,
    form: FormData,
  ) => Promise<Answered<Answer>> | Answered<Answer>
}

/** A form with what it does. */
export interface FormHandler<Sent, Answer extends FormRefusal> {
  name: FormName
  handle: (sent: Sent, form: FormData) => Promise<Answered<Answer>>
}

const leftToOthers: ToastMessage = {
  title: 'Another member of staff decides this',
  description: 'You have a part in it. Nothing was changed.',
  bad: true,
}

/**
 * Defines one form of a page: how it is read, what it does and how it is shown again. Thrown responses, and errors that say who may
 * do something, pass through; any other error is logged and answered with `failed`.
 */
export function defineForm<
  Sent extends { platform: Pick<Platform, 'log'>; request?: Request },
  Schema extends FormSchema = z.ZodMiniObject<Record<never, never>>,
  Answer extends FormRefusal = FormRefusal,
>(options: FormOptions<Sent, Schema, Answer>): FormHandler<Sent, Answer> {
  const { name, secrets = [], explain, failed, page, handle } = options
  const schema = options.schema ?? z.object({})
  const failedToast = (form: FormData): ToastMessage => ({
    description: 'Something went wrong. Please try again.',
    ...(typeof failed === 'function' ? failed(form) : failed),
  })
  return {
    name,
    handle: async (sent, form) => {
      const submission = parseForm(form, schema)
      const show = async (answer: object, status: number): Promise<Answered<Answer>> => {
        const { toast = failedToast(form), ...body } = answer as FormRefusal
        if (page && sent.request) return respondWithToast(sent.request, page(sent, form), toast, { status, body })
        return data({ form: name, ...answer } as Answer, { status })
      }
      const refuse: RefuseFormFunction<Answer> = (toast, { status = 400, errors, with: more } = {}) => {
        const problems = errors ? { fieldErrors: errors } : { formErrors: [toast.description ?? toast.title] }
        return show({ toast, result: submission.reply({ hideFields: [...secrets], ...problems }), ...more }, status)
      }
      try {
        if (submission.status !== 'success') {
          if (page && !explain) throw data(null, { status: 400 })
          const more = (await options.with?.(sent, form)) ?? {}
          if (more instanceof Response) return more
          const messages = Object.values(submission.error ?? {}).flatMap((list) => list ?? [])
          const toast = explain ? explain(messages) : failedToast(form)
          return show({ toast, result: submission.reply({ hideFields: [...secrets] }), ...more }, 400)
        }
        return await handle(sent, submission.value as z.output<Schema>, refuse, form)
      } catch (error) {
        if (error instanceof StaffConflictOfInterestError) return refuse(leftToOthers, { status: 409 })
        if (!(error instanceof Error) || error instanceof SignInRequiredError || error instanceof ActionNotAllowedError)
          throw error
        sent.platform.log.error({ form: name, error }, 'a form could not be handled')
        const more = await options.with?.(sent, form).catch(() => null)
        if (more instanceof Response) return more
        return refuse(failedToast(form), {
          status: isDatabaseUnavailableError(error) ? 503 : 500,
          ...(more && { with: more }),
        })
      }
    },
  }
}

/** Hands a form to the one of these that its field `form` names. @throws a 400 for any other */
export function makeHandlerOfForms<Sent, Answer extends FormRefusal>(forms: readonly FormHandler<Sent, Answer>[]) {
  const byName = new Map<string, FormHandler<Sent, Answer>>(forms.map((form) => [form.name, form]))
  return (sent: Sent, form: FormData): Promise<Answered<Answer>> => {
    const found = byName.get(String(form.get('form')))
    if (!found) throw data(null, { status: 400 })
    return found.handle(sent, form)
  }
}

/** The form that a request sends. @throws a 400 for anything else */
export async function readFormData(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}

/** Parses the texts that a form's schema names, each once. */
function parseForm<Schema extends FormSchema>(form: FormData, schema: Schema) {
  const named = new FormData()
  for (const name of Object.keys(schema.shape)) {
    const value = form.get(name)
    if (typeof value === 'string') named.set(name, value)
  }
  return validateForm(named, schema)
}
