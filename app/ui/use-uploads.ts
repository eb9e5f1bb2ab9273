import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { sendFile, unanswered } from './send-file.ts'
import { useToast } from './toast.tsx'

/** A file that was chosen and is not stored yet. */
export interface Upload {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'refused' | 'failed'
  /** What is sent beside it. */
  fields: Record<string, string>
  /** How much of it is sent, 0 to 100. */
  percentage: number
  /** Why it was not taken. */
  problem: ToastMessage | null
}

/** Uploads under way at a time: more would only wait for each other on the server. */
const atOnce = 2

interface UploadsOptions {
  /** Where files are sent to, and the field they are sent in. */
  address: string
  name: string
  /** What is said once all of them are stored. */
  stored: ToastMessage
}

/** Sends files to an address, two at a time, each with its progress; what is stored shows once the page is made again. */
export function useUploads({ address, name, stored }: UploadsOptions) {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [uploads, setUploads] = useState<Upload[]>([])
  const line = useRef({ made: 0, waiting: [] as Upload[], sending: new Map<number, AbortController>(), stored: 0 })

  // Whoever leaves the page takes back what is not there yet.
  useEffect(() => {
    const { current } = line
    return () => {
      current.waiting = []
      for (const controller of current.sending.values()) controller.abort()
    }
  }, [])

  const change = (id: number, to: Partial<Upload>) =>
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)))
  const drop = (id: number) => setUploads((before) => before.filter((upload) => upload.id !== id))

  const send = async ({ id, file, fields }: Upload) => {
    const { current } = line
    const controller = new AbortController()
    current.sending.set(id, controller)
    change(id, { state: 'sending', percentage: 0, problem: null })
    const form = new FormData()
    // Before the file: the server reads a form as it comes.
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set(name, file)
    const answer = await sendFile(address, form, {
      onProgress: (percentage) => change(id, { percentage }),
      signal: controller.signal,
    })
    current.sending.delete(id)
    if (answer?.toast.bad) {
      change(id, { state: answer.again ? 'failed' : 'refused', problem: answer.toast })
      toast(answer.toast)
      // What the page shows may be why: filled elsewhere meanwhile, say.
      if (answer !== unanswered) await revalidate()
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
    while (current.sending.size < atOnce && current.waiting.length > 0) {
      const next = current.waiting.shift()
      if (next) void send(next)
    }
    if (current.sending.size === 0 && current.stored > 0) {
      current.stored = 0
      toast(stored)
    }
  }

  const make = (file: File, fields: Upload['fields'], problem: ToastMessage | null = null): Upload => {
    line.current.made += 1
    return { id: line.current.made, file, fields, state: problem ? 'refused' : 'waiting', percentage: 0, problem }
  }

  return {
    uploads,
    add: (files: File[], fields: Upload['fields'] = {}) => {
      const made = files.map((file) => make(file, fields))
      setUploads((before) => [...before, ...made])
      line.current.waiting.push(...made)
      goOn()
    },
    /** Shows a file that is not even sent, and says why. */
    refuse: (file: File, problem: ToastMessage) => {
      setUploads((before) => [...before, make(file, {}, problem)])
      toast(problem)
    },
    /** Gives a file up, or takes away what is said of it. */
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
      change(id, { state: 'waiting', problem: null })
      line.current.waiting.push(upload)
      goOn()
    },
  }
}
