import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { doc, docx, heic, image, pdf } from '#tests/factories/documents.ts'
import { notPictures } from '#tests/pictures.ts'
import { detectVerificationDocumentFileType } from './validate-document.server.ts'

const html = Buffer.from('<!doctype html><script>alert(1)</script>')

describe('a document is judged by its bytes', () => {
  const samples: [string, () => Buffer | Promise<Buffer>][] = [
    ['pdf', pdf],
    ['doc', doc],
    ['docx', docx],
    ['jpg', () => image('jpeg')],
    ['png', () => image('png')],
    ['webp', () => image('webp')],
    ['heic', heic],
  ]

  // spec: 125.2
  test.each(samples)('the wizard takes a %s', async (type, make) => {
    expect(await detectVerificationDocumentFileType(await make(), 'wizard')).toBe(type)
  })

  // spec: 127.2
  test.each(samples)('the profile takes a %s only when it is a picture every browser shows', async (type, make) => {
    const taken = ['jpg', 'png', 'webp'].includes(type)
    expect(await detectVerificationDocumentFileType(await make(), 'profile')).toBe(taken ? type : null)
  })

  test('nothing, text, HTML, programs and other pictures are none', async () => {
    const others: [string, Buffer][] = [
      ...(await notPictures()).filter(([name]) => !name.includes('cut off')),
      ['text', Buffer.from('I served, honestly')],
      ['HTML with a PDF in it', Buffer.concat([html, pdf()])],
      ['a space before a PDF', Buffer.concat([Buffer.from(' '), pdf()])],
      ['a program', Buffer.from('MZ\x90\0')],
      ['an old spreadsheet', doc('Workbook')],
    ]
    for (const [name, bytes] of others)
      expect(await detectVerificationDocumentFileType(bytes, 'wizard'), name).toBeNull()
  })

  test('what is a PDF and HTML at once is a PDF', async () => {
    expect(await detectVerificationDocumentFileType(Buffer.concat([pdf(), html]), 'wizard')).toBe('pdf')
  })
})

describe('a DOCX', () => {
  const judge = (bytes: Buffer) => detectVerificationDocumentFileType(bytes, 'wizard')
  /** The same with a change at each place where a signature stands. */
  const patched = (bytes: Buffer, signature: number, change: (at: number, copy: Buffer) => void): Buffer => {
    const copy = Buffer.from(bytes)
    for (let at = 0; at + 4 <= copy.length; at += 1) if (copy.readUInt32LE(at) === signature) change(at, copy)
    return copy
  }
  const [local, directory, end] = [0x04034b50, 0x02014b50, 0x06054b50]

  test('may hold pictures, and a comment at its end', async () => {
    expect(await judge(docx({ 'word/media/image1.png': await image('png') }))).toBe('docx')
    const comment = Buffer.from('a comment')
    const commented = patched(docx(), end, (at, copy) => copy.writeUInt16LE(comment.length, at + 20))
    expect(await judge(Buffer.concat([commented, comment]))).toBe('docx')
  })

  test('is no zip of something else', async () => {
    const part = strToU8('x')
    const others: Record<string, Uint8Array>[] = [
      { 'readme.txt': part },
      { 'word/document.xml': part },
      { '[Content_Types].xml': part, 'xl/workbook.xml': part },
    ]
    for (const parts of others) expect(await judge(Buffer.from(zipSync(parts)))).toBeNull()
  })

  test('with macros, cut off, or with something before it is refused', async () => {
    const good = docx()
    const bad: [string, Buffer][] = [
      ['macros', docx({ 'word/vbaProject.bin': strToU8('x') })],
      ['cut off', good.subarray(0, good.length - 5)],
      ['its beginning alone', good.subarray(0, 60)],
      ['HTML before it', Buffer.concat([html, good])],
      ['HTML between its parts', Buffer.concat([good.subarray(0, 30), html, good.subarray(30)])],
      ['more behind it', Buffer.concat([good, html])],
    ]
    for (const [name, bytes] of bad) expect(await judge(bytes), name).toBeNull()
  })

  test('that would unpack to absurd sizes is refused without being unpacked', async () => {
    const megabytes = new Uint8Array(6 * 1024 * 1024)
    expect(await judge(docx({ 'word/a.xml': megabytes })), 'grows a thousandfold').toBeNull()
    // What it says of itself, made up: sizes that add up to gigabytes.
    const claim = (at: number, copy: Buffer, offset: number) => copy.writeUInt32LE(3_000_000_000, at + offset)
    const boasting = patched(
      patched(docx({ 'word/b.xml': strToU8('x') }), directory, (at, copy) => claim(at, copy, 24)),
      local,
      (at, copy) => claim(at, copy, 22),
    )
    expect(await judge(boasting)).toBeNull()
    expect(
      await judge(patched(docx(), directory, (at, copy) => copy.writeUInt32LE(9, at + 24))),
      'two truths',
    ).toBeNull()
    const many = Object.fromEntries(Array.from({ length: 2_100 }, (_, index) => [`word/${index}.xml`, strToU8('x')]))
    expect(await judge(docx(many)), 'thousands of entries').toBeNull()
  })

  test('whose entries lie over each other is refused', async () => {
    let first: number | null = null
    const overlapping = patched(docx({ 'word/document.xml': strToU8('y') }), directory, (at, copy) => {
      first ??= copy.readUInt32LE(at + 42)
      copy.writeUInt32LE(first, at + 42)
    })
    expect(await judge(overlapping)).toBeNull()
  })
})
