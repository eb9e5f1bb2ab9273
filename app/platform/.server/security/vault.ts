// Encrypts what is stored about people and must not be read in a copy of the database or the store: evidence, keys, codes.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** An encryption key of 32 bytes and its id, which is stored with the encrypted data. */
export interface VaultKey {
  id: string
  key: Uint8Array
}

/** Thrown if data cannot be decrypted: the key is unknown, or the data was changed or moved. */
export class VaultError extends Error {
  override name = 'VaultError'
}

/**
 * Encrypts data that must never be stored in plain text, with AES-256-GCM. `context` says where the data belongs, such as the key
 * of its file: data encrypted for one context cannot be decrypted in another.
 */
export interface Vault {
  seal: (bytes: Uint8Array, context: string) => Uint8Array
  /** @throws VaultError */
  open: (sealed: Uint8Array, context: string) => Uint8Array
  /** The same for a text column. */
  sealText: (text: string, context: string) => string
  /** @throws VaultError */
  openText: (sealed: string, context: string) => string
  /** Whether it was encrypted with the current key; false for an older key and for plain text. */
  isCurrent: (sealed: Uint8Array | string) => boolean
}

const mark = 'muster1:'
const idPattern = /^[a-z0-9-]{1,16}$/
const nonceBytes = 12
const tagBytes = 16
const pieceBytes = 2 ** 20

/**
 * Creates a vault: the first key encrypts, all keys decrypt.
 * @throws Error for an invalid key
 */
export function openVault(keys: readonly VaultKey[]): Vault {
  const known = new Map(keys.map(({ id, key }) => [id, key]))
  const [current] = keys
  if (!current) throw new Error('a vault needs a key')
  if (keys.some(({ id, key }) => !idPattern.test(id) || key.length !== 32)) throw new Error('not a key of a vault')
  const currentHead = headOf(current.id)

  const seal: Vault['seal'] = (bytes, context) => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
    cipher.setAAD(Buffer.from(currentHead + context))
    const head = Buffer.concat([Buffer.from(currentHead), nonce])
    const sealed = Buffer.allocUnsafe(head.length + tagBytes + bytes.length)
    head.copy(sealed)
    const bodyAt = head.length + tagBytes
    // Copies chunk by chunk into the result: encrypting the whole would copy it once more, which takes as long as encrypting.
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      cipher.update(bytes.subarray(from, from + pieceBytes)).copy(sealed, bodyAt + from)
    }
    // GCM returns no final data, but the call is required before the tag is available.
    cipher.final()
    cipher.getAuthTag().copy(sealed, head.length)
    return sealed
  }
  const open: Vault['open'] = (sealed, context) => {
    const head = readHead(sealed)
    const key = head && known.get(head.id)
    if (!key) throw new VaultError(head ? `the key '${head.id}' is not known here` : 'it was never sealed')
    const rest = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).subarray(head.length)
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(headOf(head.id) + context))
      decipher.setAuthTag(rest.subarray(nonceBytes, nonceBytes + tagBytes))
      const body = decipher.update(rest.subarray(nonceBytes + tagBytes))
      decipher.final()
      return body
    } catch (error) {
      throw new VaultError('it was changed, or sealed for another place', { cause: error })
    }
  }
  return {
    seal,
    open,
    sealText: (text, context) => mark + Buffer.from(seal(Buffer.from(text), context)).toString('base64url'),
    openText: (sealed, context) => Buffer.from(open(unwrapText(sealed), context)).toString(),
    isCurrent: (sealed) => {
      const bytes = typeof sealed === 'string' ? (sealed.startsWith(mark) ? unwrapText(sealed) : null) : sealed
      return bytes !== null && readHead(bytes)?.id === current.id
    },
  }
}

function headOf(id: string): string {
  return `${mark}${id}:`
}

function readHead(sealed: Uint8Array): { id: string; length: number } | null {
  const text = Buffer.from(sealed.buffer, sealed.byteOffset, Math.min(sealed.byteLength, 32)).toString('latin1')
  const [head, id] = /^muster1:([a-z0-9-]{1,16}):/.exec(text) ?? []
  return head && id ? { id, length: head.length } : null
}

function unwrapText(sealed: string): Uint8Array {
  return Buffer.from(sealed.slice(mark.length), 'base64url')
}
