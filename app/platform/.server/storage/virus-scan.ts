import { connect, type Socket } from 'node:net'

/** Scans uploads for viruses. */
export interface VirusScanner {
  /** @throws VirusScanFailedError if the scanner does not answer, or not with a verdict */
  scan: (bytes: Uint8Array) => Promise<'clean' | 'infected'>
}

/** Thrown if the scan has no result; the file must not be treated as clean. */
export class VirusScanFailedError extends Error {
  override name = 'VirusScanFailed'
}

/** Timeout for one file, in milliseconds. */
const patience = 30_000
const chunkBytes = 64 * 1024

/** Creates a scanner that uses a ClamAV daemon at `tcp://HOST:PORT` or `unix:/PATH`; null without an address. */
export function openVirusScanner(clamdUrl: string | null, { timeout = patience } = {}): VirusScanner | null {
  if (!clamdUrl) return null
  return {
    scan: async (bytes) => {
      const answer = await ask(clamdUrl, bytes, timeout)
      if (/^stream: OK$/.test(answer)) return 'clean'
      if (/^stream: .* FOUND$/.test(answer)) return 'infected'
      throw new VirusScanFailedError('the daemon could not scan it')
    },
  }
}

/** Sends bytes with the daemon's INSTREAM command, in length-prefixed chunks, and returns its reply. */
function ask(clamdUrl: string, bytes: Uint8Array, timeout: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = dial(clamdUrl)
    let answer = ''
    const fail = (reason: string, cause?: unknown) => {
      reject(new VirusScanFailedError(reason, { cause }))
      socket.destroy()
    }
    socket.setTimeout(timeout, () => fail('the daemon does not answer'))
    const tooLate = setTimeout(() => fail('the daemon takes too long'), timeout)
    socket.once('close', () => clearTimeout(tooLate))
    socket.once('error', (error) => fail('the daemon cannot be reached', error))
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (answer.length > 1_000) fail('the daemon says too much')
    })
    socket.once('end', () => {
      resolve(answer.replace(/[\0\n]+$/, ''))
      socket.end()
    })
    socket.write('zINSTREAM\0')
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const portion = bytes.subarray(at, at + chunkBytes)
      socket.write(lengthOf(portion.length))
      socket.write(portion)
    }
    socket.write(lengthOf(0))
  })
}

function dial(clamdUrl: string): Socket {
  if (clamdUrl.startsWith('unix:')) return connect({ path: clamdUrl.slice('unix:'.length) })
  const { hostname, port } = new URL(clamdUrl)
  return connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) })
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}
