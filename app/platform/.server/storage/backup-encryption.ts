import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { StartError } from '../start-errors.ts'

/** Encrypts to a public key in the format of age (age-encryption.org), so that the operator can also open it with the tool `age`. */
export async function encryptBackupToPublicKey(recipient: string, bytes: AsyncIterable<Uint8Array>): Promise<Readable> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(bytes)))
}

/** Decrypts with the private key. Something that was changed or cut off throws. @throws StartError for a wrong key */
export async function decryptBackupWithPrivateKey(
  identity: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(bytes)))
  } catch (error) {
    if (!(error instanceof Error) || !/no identity matched/i.test(error.message)) throw error
    throw new StartError('The private key of --identity is not the one that this backup was encrypted for.')
  }
}

/** Reads the private key out of a file as `age-keygen` writes it. @throws StartError */
export async function readBackupPrivateKey(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new StartError(`--identity must name a file that can be read: ${error.message}`)
  })
  const identity = text.split('\n').find((line) => /^AGE-SECRET-KEY-1[0-9A-Z]+\s*$/.test(line))
  if (!identity) throw new StartError(`--identity must name a file with a line AGE-SECRET-KEY-1...; ${file} has none.`)
  return identity.trim()
}

function toWeb(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array>
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
}
