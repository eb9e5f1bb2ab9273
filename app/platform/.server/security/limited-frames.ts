// What a limited process and its parent write to each other: a kind, a length and so many bytes.

/** What a frame is: the child can begin, has been asked, has an answer, or says what went wrong. */
export const processMessageFrameKinds = { ready: 0, request: 1, answer: 2, failure: 3 } as const

const headBytes = 5

export interface ProcessMessageFrame {
  kind: number
  body: Buffer
}

/** A frame as it is written: its head, and the parts of its body. */
export function encodeProcessMessageFrame(kind: number, ...parts: Uint8Array[]): Uint8Array[] {
  const head = Buffer.alloc(headBytes)
  head[0] = kind
  head.writeUInt32BE(
    parts.reduce((sum, { length }) => sum + length, 0),
    1,
  )
  return [head, ...parts]
}

/** Puts frames together of the parts in which they arrive; each byte is copied once. */
export class ProcessMessageFrameReader {
  #head: Buffer = Buffer.alloc(0)
  #body: Buffer | null = null
  #length = 0

  /** The frames that a part completes. */
  read(part: Buffer): ProcessMessageFrame[] {
    const frames: ProcessMessageFrame[] = []
    let rest = part
    while (rest.length > 0) {
      if (!this.#body) {
        const taken = rest.subarray(0, headBytes - this.#head.length)
        this.#head = Buffer.concat([this.#head, taken])
        rest = rest.subarray(taken.length)
        if (this.#head.length < headBytes) break
        this.#body = Buffer.allocUnsafe(this.#head.readUInt32BE(1))
      }
      const copied = rest.copy(this.#body, this.#length)
      rest = rest.subarray(copied)
      this.#length += copied
      if (this.#length < this.#body.length) break
      frames.push({ kind: this.#head[0] ?? processMessageFrameKinds.failure, body: this.#body })
      this.#head = Buffer.alloc(0)
      this.#body = null
      this.#length = 0
    }
    return frames
  }
}
