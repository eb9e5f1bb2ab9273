import type { ToastMessage } from '#app/lib/toast-message.ts'

/** What the server says of a file. */
export interface SentFile {
  toast: ToastMessage
  /** Another try may do. */
  again: boolean
}

/** In place of an answer that never came. */
export const unanswered: SentFile = {
  toast: { title: 'Upload failed', description: 'The file could not be sent. Please try again.', bad: true },
  again: true,
}

interface SendOptions {
  /** Told how far it is, 0 to 100. */
  onProgress: (percentage: number) => void
  /** Gives it up. */
  signal?: AbortSignal
}

/** Sends a form with a file; resolves to what the server says of it, or to null where it was given up. */
export function sendFile(
  address: string,
  form: FormData,
  { onProgress, signal }: SendOptions,
): Promise<SentFile | null> {
  return new Promise((resolve) => {
    // fetch() does not tell how much of a body is sent.
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(Math.round((loaded / total) * 100))
    })
    request.addEventListener('load', () => {
      const { toast, again = false } = (request.response as Partial<SentFile> | null) ?? {}
      resolve(toast ? { toast, again } : unanswered)
    })
    request.addEventListener('error', () => resolve(unanswered))
    request.addEventListener('abort', () => resolve(null))
    signal?.addEventListener('abort', () => request.abort())
    request.responseType = 'json'
    request.open('POST', address)
    request.setRequestHeader('Accept', 'application/json')
    request.send(form)
  })
}
