import type { ToastMessage } from '#app/lib/toast-message.ts'

/** The server's answer to an upload. */
export interface FileUploadAnswer {
  toast: ToastMessage
  /** A retry may succeed. */
  again?: boolean
  /** The file was not read: it is worth another try after so many seconds. */
  waitSeconds?: number | undefined
}

/** Used if there is no answer. */
export const fileUploadUnansweredAnswer: FileUploadAnswer = {
  toast: { title: 'Upload failed', description: 'Muster could not be reached. Try again.', bad: true },
  again: true,
}

interface SendOptions {
  /** Called with the progress, 0 to 100. */
  onProgress: (percentage: number) => void
  /** Cancels the upload. */
  signal?: AbortSignal
}

/** How often the server may have a file wait: for five minutes, longer than the slowest upload takes. */
const mostWaits = 60

/** The longest that one wait may be, whatever the server says. */
const mostWaitSeconds = 30

/**
 * Sends a form with a file; resolves to the server's answer, or to null if cancelled. Where the server asks to wait, it waits that long and
 * sends it again.
 */
export async function sendFileUpload(
  address: string,
  form: FormData,
  options: SendOptions,
): Promise<FileUploadAnswer | null> {
  const { onProgress, signal } = options
  for (let waits = 0; !signal?.aborted; waits += 1) {
    const answer = await sendOnce(address, form, options)
    if (!answer?.waitSeconds || waits === mostWaits) return answer
    onProgress(0)
    const seconds = Math.min(answer.waitSeconds, mostWaitSeconds)
    await new Promise((done) => {
      setTimeout(done, seconds * 1_000)
      signal?.addEventListener('abort', done)
    })
  }
  return null
}

function sendOnce(
  address: string,
  form: FormData,
  { onProgress, signal }: SendOptions,
): Promise<FileUploadAnswer | null> {
  return new Promise((resolve) => {
    // fetch() does not report upload progress.
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(Math.round((loaded / total) * 100))
    })
    request.addEventListener('loadend', () => {
      const answer: FileUploadAnswer | null = request.response
      resolve(signal?.aborted ? null : answer?.toast ? answer : fileUploadUnansweredAnswer)
    })
    signal?.addEventListener('abort', () => request.abort())
    request.responseType = 'json'
    request.open('POST', address)
    request.setRequestHeader('Accept', 'application/json')
    request.send(form)
  })
}
