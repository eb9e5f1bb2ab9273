import { ResourceLimitedProgram } from '../security/limited-process.ts'

/** A decoded picture, four bytes per pixel (RGBA). */
export interface DecodedPicture {
  width: number
  height: number
  data: Uint8Array
}

/**
 * What 50 million pixels take, twice as they are shown and once as they are coded. A telephone's photograph takes two seconds; only a crafted
 * file takes a minute.
 */
const limits = { mostBytes: 800 * 2 ** 20, mostMs: 60_000 }

const decoders = new Map<number, ResourceLimitedProgram>()

/**
 * Decodes a HEIC picture and turns it upright. sharp has no HEIC decoder; libheif in WebAssembly has, and takes what memory a file asks for.
 * @throws ProcessLimitExceededError
 * @throws Error if it cannot be decoded, or has more than `mostPixels` pixels
 */
export async function decodeHeic(bytes: Uint8Array, mostPixels: number): Promise<DecodedPicture> {
  const program = ['app/platform/.server/images/heic-child.ts', String(mostPixels)]
  const decoder = decoders.get(mostPixels) ?? new ResourceLimitedProgram(program, limits)
  decoders.set(mostPixels, decoder)
  const answer = await decoder.run(bytes)
  return { width: answer.readUInt32BE(), height: answer.readUInt32BE(4), data: answer.subarray(8) }
}
