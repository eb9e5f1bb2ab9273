import {
  FormDataParseError,
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from '@remix-run/form-data-parser'

/** A file as it arrived; `name` is what it was called where it came from, and may be anything. */
export type Received =
  | { outcome: 'file'; bytes: Uint8Array; name: string /** The texts sent beside it. */; fields: FormData }
  | { outcome: 'too-large'; name: string }
  /** No form, or none with a file in this field, or one that ends before it is whole. */
  | { outcome: 'none' }

/** Bytes at the beginning of a body in which the name of its file stands. */
const headBytes = 4_096

/** Reads the file of a form as it arrives, given up once it is larger than it may be, whatever its announced length. */
export async function receiveFile(request: Request, field: string, mostBytes: number): Promise<Received> {
  const head = { text: '' }
  const watched = watchHead(request, head)
  let file: { bytes: Uint8Array; name: string } | null = null
  try {
    const fields = await parseFormData(
      watched,
      { maxFiles: 1, maxFileSize: mostBytes, maxParts: 5, maxTotalSize: mostBytes + 10_000 },
      async (part) => {
        const bytes = new Uint8Array(await part.arrayBuffer())
        if (part.fieldName === field) file = { bytes, name: part.name }
        return null
      },
    )
    return file ? { outcome: 'file', ...(file as { bytes: Uint8Array; name: string }), fields } : { outcome: 'none' }
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) {
      await passOver(watched, 4 * mostBytes)
      return { outcome: 'too-large', name: nameIn(head.text) }
    }
    if (request.signal.aborted) return { outcome: 'none' }
    if (!(error instanceof FormDataParseError || error instanceof MaxPartsExceededError)) throw error
    return { outcome: 'none' }
  }
}

/** The same request, whose beginning can be read while it goes by. */
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
  // Node asks for `duplex` where a body comes bit by bit; the types of the web do not know it.
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
}

/** What the file of a form that was given up is called. */
function nameIn(head: string): string {
  return /\bfilename="([^"\r\n]*)"/i.exec(head)?.[1] ?? ''
}

/**
 * Takes in so many bytes more of a body without keeping them: a browser that is still sending when it is answered shows a
 * broken connection instead of the answer.
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
