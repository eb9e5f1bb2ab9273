import { type Submission, type SubmissionResult, useForm } from '@conform-to/react'
import type { FormEvent } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod/mini'
import type { FormName } from '#app/lib/form-names.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { useToast } from './toast.tsx'

/** What an action answers to a form that it did not accept. */
export interface FormRefusal {
  /** The value of the form's field `form`, which tells the forms of a page apart. */
  form: FormName
  result?: SubmissionResult | undefined
  /** Shown as a toast; above the form where there is no script. */
  toast?: ToastMessage | undefined
}

/** The same for a form whose page may have been changed elsewhere since it was opened. */
export interface VersionedFormRefusal extends FormRefusal {
  /** The version that the form was filled in from; the newest where the answer says what changed. */
  version?: string | undefined
}

/** The name of a field that the schema knows. */
type FieldName<Schema extends z.core.$ZodType> = Schema extends unknown ? Extract<keyof z.input<Schema>, string> : never

interface SchemaFormOptions<Schema extends z.core.$ZodType> {
  /** The id of the form and prefix of its fields' ids; unique on the page. */
  id: string
  /** Imports the schema, which the server uses too, when the form is first used. */
  loadSchema: () => Promise<Schema>
  /** The action's last answer to this form. */
  lastResult?: SubmissionResult | undefined
  /** Initial values by name. */
  defaultValue?: Record<string, string | null | undefined>
  /** The toast for a form that the schema refuses, from the first message. */
  onInvalid: (messages: string[]) => ToastMessage
}

/** What `useSchemaForm` gives a form and its fields. The compiler checks the names of fields against the schema. */
export interface SchemaFormState<Name extends string = string> {
  /** Props of the `<form>`. */
  form: {
    id: string
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onFocus: () => void
    noValidate: boolean
    onInput: (event: FormEvent<HTMLFormElement>) => void
  }
  /** Props of a field of `ui/field`. */
  field(name: Name): { id: string; name: string; defaultValue: string; error?: string }
  /** Props of a field that is never filled in, such as a password. */
  secretField(name: Name): { id: string; name: string; type: string; error?: string }
  /** For an `ErrorSummary`. */
  errors: { field?: string; message: string }[]
  /** Changes with each attempt to send the form. */
  attempt: string
}

/**
 * A form that one schema checks: in the browser as a courtesy, on the server for certain. It keeps what was typed, also without
 * JavaScript. An error goes away when its field is edited. The schema and zod are loaded when somebody enters the form; a form that is sent
 * before they have arrived waits for them for a moment, and is then checked by the server alone.
 */
export function useSchemaForm<Schema extends z.core.$ZodType>(
  options: SchemaFormOptions<Schema>,
): SchemaFormState<FieldName<Schema>> {
  const { id, loadSchema, lastResult, defaultValue, onInvalid } = options
  const toast = useToast()
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set())
  const [attempt, setAttempt] = useState(0)
  // The errors of the schema. The library only reports accepted forms.
  const refusal = useRef<string[]>([])
  const { check, prepare } = useCheck(id, loadSchema)
  const { isReady, waitFor } = useLateSubmit()
  const [form, fields] = useForm<Record<string, string>>({
    id,
    ...(lastResult ? { lastResult } : {}),
    defaultValue: defaultValue ?? {},
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onSubmit',
    onValidate: ({ formData }) => {
      const submission = check.current?.(formData)
      refusal.current =
        submission?.status === 'error'
          ? Object.values(submission.error ?? {}).flatMap((messages) => messages ?? [])
          : []
      return submission as never
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!check.current && !isReady()) return waitFor(prepare(), event)
    setEdited(new Set())
    setAttempt((before) => before + 1)
    refusal.current = []
    if (check.current) form.onSubmit(event)
    if (refusal.current.length > 0) toast(onInvalid(refusal.current))
  }
  const errorOf = (name: string) => (edited.has(name) ? undefined : fields[name]?.errors?.[0])
  const names = Object.keys(form.allErrors).filter((name) => name !== '')
  return {
    form: {
      id: form.id,
      onSubmit: submit,
      onFocus: () => void prepare(),
      noValidate: form.noValidate,
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        const { name } = target as HTMLInputElement
        if (name && !edited.has(name)) setEdited(new Set(edited).add(name))
      },
    },
    field: (name) => {
      const error = errorOf(name)
      return { id: `${id}-${name}`, name, defaultValue: fields[name]?.initialValue ?? '', ...(error && { error }) }
    },
    secretField: (name) => {
      const error = errorOf(name)
      return { id: `${id}-${name}`, name, type: 'password', ...(error && { error }) }
    },
    errors: [
      ...(form.errors ?? []).map((message) => ({ message })),
      ...names.flatMap((name) => {
        const message = errorOf(name)
        return message ? [{ field: `${id}-${name}`, message }] : []
      }),
    ],
    attempt: `${attempt}:${lastResult ? JSON.stringify(lastResult.error) : ''}`,
  }
}

type Check = (form: FormData) => Submission<unknown>

/** Loads what checks a form, once, when `prepare` is called or somebody was in the form already. */
function useCheck<Schema extends z.core.$ZodType>(id: string, loadSchema: () => Promise<Schema>) {
  const check = useRef<Check | null>(null)
  const loading = useRef<Promise<void> | null>(null)
  const load = useRef(loadSchema)
  useEffect(() => {
    load.current = loadSchema
  }, [loadSchema])
  const prepare = useCallback((): Promise<void> => {
    loading.current ??= Promise.all([import('./check-form.ts'), load.current()]).then(
      ([{ validateForm: checkForm }, schema]) => {
        check.current = (form) => checkForm(form, schema)
      },
      () => {
        // Without a connection: the next attempt may have one.
        loading.current = null
      },
    )
    return loading.current
  }, [])
  useEffect(() => {
    if (document.getElementById(id)?.contains(document.activeElement)) void prepare()
  }, [id, prepare])
  return { check, prepare }
}

/** How long a form that was sent waits for its schema, in milliseconds. */
const patienceMs = 2_000

/** Holds a form back that was sent before it can be checked, and sends it again. */
function useLateSubmit() {
  const isWaiting = useRef(false)
  const isSentAgain = useRef(false)
  const waitFor = (schema: Promise<void>, event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isWaiting.current) return
    isWaiting.current = true
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    const patience = new Promise((done) => setTimeout(done, patienceMs))
    void Promise.race([schema, patience]).then(() => {
      isWaiting.current = false
      isSentAgain.current = true
      form.requestSubmit(submitter?.isConnected ? submitter : null)
      isSentAgain.current = false
    })
  }
  return { isReady: () => isSentAgain.current, waitFor }
}
