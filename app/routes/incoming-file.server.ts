import {
  FormDataParseError,
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from '@remix-run/form-data-parser'
import { type IncomingFile, UploadStoppedError } from '#app/platform/.server/storage/incoming-files.ts'

/** Bytes at the beginning of a body that are searched for the file name. */
const headBytes = 4_096

/** Bytes of a body that is too large that are still read: more than a phone's largest photo. */
const passedOverBytes = 100 * 1024 * 1024

/**
 * How slow a body may be, as it holds its place in memory until it is whole: how long it may say nothing; the bytes a second it has to have
 * brought since the first 15 seconds, a quarter of a megabit: 8 MiB in 277 seconds; and how long all of it may take. Node ends every request
 * after 300 seconds.
 */
export const slowUploadLimits = {
  silenceMs: 15_000,
  graceMs: 15_000,
  leastBytesPerSecond: 32_000,
  wholeMs: 290_000,
} as const
type Patience = { readonly [Wait in keyof typeof slowUploadLimits]: number }

/** The file in a field of a form. Its size is counted while it is read, whatever the Content-Length says. */
export function incomingFileOfForm(request: Request, field: string, waits: Patience = slowUploadLimits): IncomingFile {
  const said = Number(request.headers.get('Content-Length') ?? Number.NaN)
  return {
    bodyBytes: Number.isSafeInteger(said) && said >= 0 ? said : undefined,
    read: (mostBytes) => readFile(request, field, mostBytes, waits),
  }
}

async function readFile(
  request: Request,
  field: string,
  mostBytes: number,
  waits: Patience,
): ReturnType<IncomingFile['read']> {
  const head = { text: '' }
  const { watched, stopped } = watchBody(request, head, waits)
  const files: { bytes: Uint8Array; name: string }[] = []
  try {
    const fields = await parseFormData(
      watched,
      { maxFiles: 1, maxFileSize: mostBytes, maxParts: 5, maxTotalSize: mostBytes + 10_000 },
      async (part) => {
        const bytes = new Uint8Array(await part.arrayBuffer())
        if (part.fieldName === field) files.push({ bytes, name: part.name })
        return null
      },
    )
    const [file] = files
    return file ? { outcome: 'received', ...file, fields } : { outcome: 'none' }
  } catch (error) {
    if (stopped.error) throw stopped.error
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) {
      await passOver(watched, passedOverBytes).catch(() => undefined)
      return { outcome: 'too-large', name: nameIn(head.text) }
    }
    if (request.signal.aborted) return { outcome: 'none' }
    if (!(error instanceof FormDataParseError || error instanceof MaxPartsExceededError)) throw error
    return { outcome: 'none' }
  }
}

/** Wraps a request so that the beginning of its body can be read while it is streamed, and so that a body that stops ends with an error. */
function watchBody(request: Request, head: { text: string }, waits: Patience) {
  const stopped: { error: UploadStoppedError | null } = { error: null }
  if (!request.body) return { watched: request, stopped }
  const decoder = new TextDecoder()
  const reader = request.body.getReader()
  const begunAt = performance.now()
  let seen = 0
  // Until when the next bytes may come: what was sent faster before counts for what is slow now.
  const waitMs = () => {
    const earnedMs = waits.graceMs + (seen / waits.leastBytesPerSecond) * 1_000
    return Math.min(waits.silenceMs, begunAt + Math.min(waits.wholeMs, earnedMs) - performance.now())
  }
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new UploadStoppedError('the body stopped coming')), Math.max(0, waitMs()))
      })
      try {
        const { done, value } = await Promise.race([reader.read(), late])
        if (done) return controller.close()
        if (seen < headBytes) head.text += decoder.decode(value.subarray(0, headBytes - seen), { stream: true })
        seen += value.length
        controller.enqueue(value)
      } catch (error) {
        if (error instanceof UploadStoppedError) stopped.error = error
        reader.cancel(error).catch(() => undefined)
        controller.error(error)
      } finally {
        clearTimeout(timer)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  const { url, method, headers } = request
  // Node requires `duplex` for a streamed body; the DOM types lack it.
  const watched = new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
  return { watched, stopped }
}

/** The file name of a form whose reading was stopped. */
function nameIn(head: string): string {
  return /\bfilename="([^"\r\n]*)"/i.exec(head)?.[1] ?? ''
}

/**
 * Reads and discards up to `most` more bytes of a body: a browser that is still sending when the response arrives shows a
 * connection error instead of the response.
 */
async function passOver({ body }: Request, most: number): Promise<void> {
  const reader = body?.getReader()
  if (!reader) return
  for (let passed = 0; passed < most; ) {
    const { done, value } = await reader.read()
    if (done) return
    passed += value.length
  }
  await reader.cancel()
}
