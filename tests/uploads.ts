import { setTimeout as sleep } from 'node:timers/promises'
import { type IncomingFile, UploadsBusyError } from '#app/platform/.server/storage/incoming-files.ts'
import { incomingFileOfForm } from '#app/routes/incoming-file.server.ts'

/** A file as a form sends it, with the texts beside it. */
export function uploadOf(
  bytes: Uint8Array,
  { name = 'file', fields = {} }: { name?: string; fields?: Record<string, string> } = {},
): IncomingFile {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.set(field, value)
  body.set('file', new File([new Uint8Array(bytes)], name))
  return incomingFileOfForm(new Request('http://muster.example/', { method: 'POST', body }), 'file')
}

/** A document of evidence, as its form sends it. */
export function documentUpload(bytes: Uint8Array, name = 'paper.pdf', kind = 'service-record'): IncomingFile {
  return uploadOf(bytes, { name, fields: { kind } })
}

/** Sends an upload again as long as it is told to wait, as the browser's uploader does. */
export async function untilTaken<Result>(send: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const sent = await send().catch((error: unknown) =>
      error instanceof UploadsBusyError ? error : Promise.reject(error),
    )
    if (!(sent instanceof UploadsBusyError)) return sent
    await sleep(10)
  }
}
