import { createHmac } from 'node:crypto'

/**
 * The code an authenticator app shows for the address behind a QR code (RFC 6238, six digits, thirty seconds); `steps` of
 * thirty seconds from now. The next one counts already.
 */
export function codeOf(uri: string, steps = 0): string {
  return codeOfKey(new URL(uri).searchParams.get('secret') ?? '', steps)
}

/** The same for the key that is typed without a camera. */
export function codeOfKey(key: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', fromBase32(key.replaceAll(' ', '')))
    .update(counter)
    .digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((character) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}
