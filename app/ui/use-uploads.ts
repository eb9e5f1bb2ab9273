import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { fileUploadUnansweredAnswer, sendFileUpload } from './send-file.ts'
import { useToast } from './toast.tsx'

/** A chosen file that is not stored yet. */
export interface PendingUpload {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'refused' | 'failed'
  /** Further hidden fields. */
  fields: Record<string, string>
  /** The progress, 0 to 100. */
  percentage: number
  /** Why it was refused. */
  problem: ToastMessage | null
}

/** Concurrent uploads: more would only queue on the server. */
const atOnce = 2

interface UploadsOptions {
  /** The URL and the field of uploads. */
  address: string
  name: string
  /** The toast once all are stored. */
  stored: ToastMessage
}

/** Uploads files, two at a time, with progress. Stored files appear when the page's data is reloaded. */
export function useFileUploads({ address, name, stored }: UploadsOptions) {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [uploads, setUploads] = useState<PendingUpload[]>([])
  const line = useRef({
    made: 0,
    waiting: [] as PendingUpload[],
    sending: new Map<number, AbortController>(),
    stored: 0,
    /** Ids of what the server did not store. */
    unstored: new Set<number>(),
    /** Called when nothing is under way. */
    idle: [] as (() => void)[],
  })

  // Leaving the page cancels pending uploads.
  useEffect(() => {
    const { current } = line
    return () => {
      current.waiting = []
      for (const controller of current.sending.values()) controller.abort()
    }
  }, [])

  const change = (id: number, to: Partial<PendingUpload>) =>
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)))
  const drop = (id: number) => {
    line.current.unstored.delete(id)
    setUploads((before) => before.filter((upload) => upload.id !== id))
  }

  const send = async ({ id, file, fields }: PendingUpload) => {
    const { current } = line
    const controller = new AbortController()
    current.sending.set(id, controller)
    change(id, { state: 'sending', percentage: 0, problem: null })
    const form = new FormData()
    // Before the file, because the server streams the form.
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set(name, file)
    const answer = await sendFileUpload(address, form, {
      onProgress: (percentage) => change(id, { percentage }),
      signal: controller.signal,
    })
    current.sending.delete(id)
    if (answer?.toast.bad) {
      current.unstored.add(id)
      change(id, { state: answer.again ? 'failed' : 'refused', problem: answer.toast })
      toast(answer.toast)
      // The page may be out of date, for example after an upload in another tab.
      if (answer !== fileUploadUnansweredAnswer) await revalidate()
    } else {
      if (answer) {
        current.stored += 1
        await revalidate()
      }
      drop(id)
    }
    goOn()
  }

  const goOn = () => {
    const { current } = line
    while (current.sending.size < atOnce) {
      const next = current.waiting.shift()
      if (!next) break
      void send(next)
    }
    if (current.sending.size > 0) return
    if (current.stored > 0) {
      current.stored = 0
      toast(stored)
    }
    for (const done of current.idle.splice(0)) done()
  }

  const make = (file: File, fields: PendingUpload['fields'], problem: ToastMessage | null = null): PendingUpload => {
    line.current.made += 1
    return { id: line.current.made, file, fields, state: problem ? 'refused' : 'waiting', percentage: 0, problem }
  }

  return {
    uploads,
    add: (files: File[], fields: PendingUpload['fields'] = {}) => {
      const made = files.map((file) => make(file, fields))
      setUploads((before) => [...before, ...made])
      line.current.waiting.push(...made)
      goOn()
    },
    /** Shows a file that is refused before sending, with the reason. */
    refuse: (file: File, problem: ToastMessage) => {
      setUploads((before) => [...before, make(file, {}, problem)])
      toast(problem)
    },
    /** Cancels an upload, or dismisses its error. */
    cancel: (id: number) => {
      const { current } = line
      current.waiting = current.waiting.filter((upload) => upload.id !== id)
      const controller = current.sending.get(id)
      if (controller) controller.abort()
      else drop(id)
    },
    retry: (id: number) => {
      const upload = uploads.find((each) => each.id === id)
      if (!upload) return
      line.current.unstored.delete(id)
      change(id, { state: 'waiting', problem: null })
      line.current.waiting.push(upload)
      goOn()
    },
    /** Whether something is under way, or was sent and is not stored. */
    hasUnsent: () => {
      const { waiting, sending, unstored } = line.current
      return waiting.length + sending.size + unstored.size > 0
    },
    /** Waits until nothing is under way; false where something was sent and is not stored. */
    whenIdle: async (): Promise<boolean> => {
      const { current } = line
      if (current.waiting.length + current.sending.size > 0) {
        await new Promise<void>((done) => {
          current.idle.push(done)
        })
      }
      return current.unstored.size === 0
    },
  }
}
