import {
  FormDataParseError,
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from '@remix-run/form-data-parser'
import type { IncomingFile } from '#app/platform/.server/incoming-files.ts'

/** Bytes at the beginning of a body that are searched for the file name. */
const headBytes = 4_096

/** Bytes of a body that is too large that are still read: more than a phone's largest photo. */
const passedOverBytes = 100 * 1024 * 1024

/** The file in a field of a form. Its size is counted while it is read, whatever the Content-Length says. */
export function incomingFile(request: Request, field: string): IncomingFile {
  return { read: (mostBytes) => readFile(request, field, mostBytes) }
}

async function readFile(request: Request, field: string, mostBytes: number): ReturnType<IncomingFile['read']> {
  const head = { text: '' }
  const watched = watchHead(request, head)
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
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) {
      await passOver(watched, passedOverBytes)
      return { outcome: 'too-large', name: nameIn(head.text) }
    }
    if (request.signal.aborted) return { outcome: 'none' }
    if (!(error instanceof FormDataParseError || error instanceof MaxPartsExceededError)) throw error
    return { outcome: 'none' }
  }
}

/** Wraps a request so that the beginning of its body can be read while it is streamed. */
function watchHead(request: Request, head: { text: string }): Request {
  if (!request.body) return request
  const decoder = new TextDecoder()
  let seen = 0
  const body = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (seen < headBytes) head.text += decoder.decode(chunk.subarray(0, headBytes - seen), { stream: true })
        seen += chunk.length
        controller.enqueue(chunk)
      },
    }),
  )
  const { url, method, headers } = request
  // Node requires `duplex` for a streamed body; the DOM types lack it.
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
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
