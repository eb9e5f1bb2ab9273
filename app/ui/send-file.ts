import type { ToastMessage } from '#app/lib/toast-message.ts'

/** The server's answer to an upload. */
export interface SentFile {
  toast: ToastMessage
  /** A retry may succeed. */
  again: boolean
}

/** Used if there is no answer. */
export const unanswered: SentFile = {
  toast: { title: 'Upload failed', description: 'The file could not be sent. Please try again.', bad: true },
  again: true,
}

interface SendOptions {
  /** Called with the progress, 0 to 100. */
  onProgress: (percentage: number) => void
  /** Cancels the upload. */
  signal?: AbortSignal
}

/** Sends a form with a file; resolves to the server's answer, or to null if cancelled. */
export function sendFile(
  address: string,
  form: FormData,
  { onProgress, signal }: SendOptions,
): Promise<SentFile | null> {
  return new Promise((resolve) => {
    // fetch() does not report upload progress.
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
