import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { acceptedVerificationDocumentTypes } from '#app/features/verification/model.ts'
import { detectAcceptedFileSignatureKind } from '#app/lib/file-signature.ts'
import { acceptedPictureTypes, type PictureBucket, storedPictureWidths } from '#app/lib/pictures.ts'
import { decodeHeic } from '#app/platform/.server/images/heic.ts'
import {
  encodeDocumentPhotograph,
  encodeUploadedPicture,
  PictureRefusedError,
} from '#app/platform/.server/images/images.ts'
import { isFileOfAcceptedType } from '#app/ui/is-file-of.ts'
import { docx, image, pdf } from '#tests/factories/documents.ts'
import { notPictures } from '#tests/pictures.ts'
import { pictureCases } from './cases.ts'
import { heicGrid } from './heic.ts'

const isFull = process.env.TEST_FULL === 'true'
const most = 5 * 2 ** 20
const paths = [...(Object.keys(storedPictureWidths) as PictureBucket[]), 'documents'] as const
const small = await image('jpeg')

/** What becomes of a picture on a path. */
function send(path: (typeof paths)[number], bytes: Uint8Array): Promise<string> {
  const encoded: Promise<unknown> =
    path === 'documents' ? encodeDocumentPhotograph(bytes, most) : encodeUploadedPicture(path, bytes, most)
  return encoded.then(
    () => 'taken',
    (error) => (error instanceof PictureRefusedError ? error.reason : Promise.reject(error)),
  )
}

// spec: world.10.1
// spec: world.10.2
test('every picture of the world is taken or refused, alike on every path', { timeout: 120_000 }, async () => {
  for (const [index, { name, make, right, report }] of pictureCases.entries()) {
    const bytes = await make()
    // Each that a decoder fails on costs a process.
    const isCostly = detectAcceptedFileSignatureKind(bytes, 'pictures') === 'heic' && right === 'type'
    const all = report ? paths.filter((path) => path === 'documents' || (!isCostly && path !== 'shop')) : paths
    const turn = all[index % (all.length - 1)]
    const chosen = isFull ? all : all.filter((path) => path === 'documents' || path === turn)
    const outcomes = await Promise.all(chosen.map(async (path) => [path, await send(path, bytes)]))
    expect(outcomes, name).toEqual(chosen.map((path) => [path, right]))
  }
})

test('each kind is from a public report, twenty at least', () => {
  const reports = pictureCases.flatMap(({ report }) => report ?? [])
  expect(reports.length).toBeGreaterThan(19)
  expect(new Set(reports).size).toBe(reports.length)
})

// spec: world.10.1
test('those that are decoded at once are each judged by what they are', { timeout: 60_000 }, async () => {
  const made = (name: RegExp) => pictureCases.find((each) => name.test(each.name))?.make() ?? Buffer.alloc(0)
  const [head = small, tail = small, cut = small] = await Promise.all(
    [/^bytes between two/, /^a camera of a door/, /^an upload that/].map(made),
  )
  const sent = Array.from({ length: 20 }, () => [send('logo', head), send('logo', tail), send('documents', cut)])
  const outcomes = await Promise.all(sent.map((three) => Promise.all(three)))
  expect(new Set(outcomes.map(String))).toEqual(new Set(['taken,taken,type']))
})

// spec: world.10.3
test('what is mended shows what was taken, down to its last row', async () => {
  const mended = pictureCases.filter(({ name }) => ['no-eoi.jpg', 'samsung-sos.jpg'].includes(name))
  for (const { make } of mended) {
    const { bytes } = await encodeDocumentPhotograph(await make(), most)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const rows = [0, info.height - 1].map((row) => data.subarray(row * info.width * 3, (row + 1) * info.width * 3))
    for (const row of rows) expect(new Set(row).size).toBeGreaterThan(1)
  }
})

// spec: world.10.4
test('a photograph of a telephone is upright and whole on a page, too', async () => {
  const { width, height, master } = await encodeUploadedPicture('gallery', heicGrid({ rows: 2, columns: 3 }), most)
  expect([width, height]).toEqual([192, 128])
  expect(await sharp(master).metadata()).toMatchObject({ format: 'webp', width: 192, height: 128 })
})

// spec: world.10.5
test('of many tiles it takes a bounded time and memory', { timeout: 60_000 }, async () => {
  const { width, height } = await decodeHeic(heicGrid({ rows: 31, columns: 32 }), 50_000_000)
  expect([width, height]).toEqual([2_048, 1_984])
  // By what is decoded, whatever its head says.
  await expect(decodeHeic(heicGrid({ rows: 2, columns: 3 }), 1_000)).rejects.toThrow('too many pixels')
})

// spec: world.10.6
test('file dialogs offer JFIF and leave HEIC to telephones, which then send a JPEG', () => {
  expect(acceptedPictureTypes.split(',')).toContain('.jfif')
  expect(acceptedPictureTypes).not.toMatch(/hei[cf]/i)
  for (const endings of Object.values(acceptedVerificationDocumentTypes)) expect(endings.split(',')).toContain('.jfif')
  expect(acceptedVerificationDocumentTypes.profile).not.toContain('heic')
})

// spec: world.10.7
test('a wrong file is told on choosing, by the rule of the server and whatever it is called', async () => {
  const wrong = (await notPictures()).filter(([name]) => !/cut off|begins like/.test(name))
  for (const [name, bytes] of [...wrong, ['a PDF', pdf()], ['a Word document', docx()]] as [string, Buffer][]) {
    expect(
      await isFileOfAcceptedType(new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'pictures'),
      name,
    ).toBe(false)
    expect(await send('avatars', bytes), name).toBe('type')
  }
  const right = pictureCases.filter((each) => each.right === 'taken')
  for (const { name, make } of right) {
    expect(await isFileOfAcceptedType(new Blob([new Uint8Array(await make())]), 'pictures'), name).toBe(true)
  }
  expect(await isFileOfAcceptedType(new Blob([new Uint8Array(pdf())]), 'wizard')).toBe(true)
  expect(await isFileOfAcceptedType(new Blob([new Uint8Array(pdf())]), 'profile')).toBe(false)
})

test('what cannot be read on choosing is left to the server', async () => {
  const gone = new Blob()
  vi.spyOn(gone, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('NotReadable')) } as never)
  expect(await isFileOfAcceptedType(gone, 'pictures')).toBe(true)
})

test('a picture is known by its first bytes', async () => {
  const known = { jpg: small, png: await image('png'), webp: await image('webp') }
  for (const [signature, bytes] of Object.entries(known))
    expect(detectAcceptedFileSignatureKind(bytes, 'pictures')).toBe(signature)
  const avif = await sharp(small).avif().toBuffer()
  expect(detectAcceptedFileSignatureKind(avif, 'pictures')).toBe('avif')
  // Another order of the brands, as other programs write them.
  avif.write('mif1', 8)
  expect(detectAcceptedFileSignatureKind(avif, 'pictures')).toBe('avif')
  expect(detectAcceptedFileSignatureKind(await sharp(small).gif().toBuffer(), 'pictures')).toBe('gif')
  expect(detectAcceptedFileSignatureKind(new Uint8Array(), 'pictures')).toBeNull()
  expect(detectAcceptedFileSignatureKind(Uint8Array.of(0xff, 0xd8, 0), 'pictures')).toBeNull()
})
