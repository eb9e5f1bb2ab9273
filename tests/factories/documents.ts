import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'

/** Bytes of documents as people send them, each as small as it can be. */
export const pdf = (text = 'A sample paper'): Buffer =>
  Buffer.from(
    `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${text.length + 40}>>stream
BT /F1 18 Tf 30 100 Td (${text}) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`,
    'latin1',
  )

export const image = (format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer()

/** The list of the parts of a Word document, which says where its text is. */
export const contentTypes = (main = '/word/document.xml', rest = ''): Uint8Array =>
  strToU8(
    `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="${main}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${rest}</Types>`,
  )

/** A Word document of so many parts. */
export function docx(parts: Record<string, Uint8Array> = {}): Buffer {
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': contentTypes(),
      'word/document.xml': strToU8('<?xml version="1.0"?><w:document/>'),
      ...parts,
    }),
  )
}

/**
 * An OLE file of one stream of 4,096 bytes, which begins as that of an old Word document does.
 * @param flags 0x0100 for a document that is encrypted, 0x0800 for one that may be read without its password
 */
export function doc(stream = 'WordDocument', flags = 0): Buffer {
  // The header, the table of sectors, the directory, and the eight sectors of the stream.
  const bytes = Buffer.alloc(512 * 11)
  const [table, directory, document] = [512, 1_024, 1_536]
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(1, 44)
  bytes.writeUInt32LE(1, 48)
  bytes.writeUInt32LE(4_096, 56)
  bytes.fill(0xff, 60, 512).writeUInt32LE(0, 76)
  bytes.fill(0xff, table, directory)
  const next = [0xfffffffd, 0xfffffffe, 3, 4, 5, 6, 7, 8, 9, 0xfffffffe]
  for (const [sector, follows] of next.entries()) bytes.writeUInt32LE(follows, table + sector * 4)
  const write = (index: number, name: string, kind: number, fields: Record<number, number>) => {
    const at = directory + index * 128
    bytes.write(name, at, 'utf16le')
    bytes.writeUInt16LE(name.length * 2 + 2, at + 64)
    bytes[at + 66] = kind
    bytes.fill(0xff, at + 68, at + 80)
    for (const [field, value] of Object.entries(fields)) bytes.writeUInt32LE(value, at + Number(field))
  }
  write(0, 'Root Entry', 5, { 76: 1, 116: 0xfffffffe })
  write(1, stream, 2, { 116: 2, 120: 4_096 })
  bytes.writeUInt16LE(0xa5ec, document)
  bytes.writeUInt16LE(flags, document + 10)
  return bytes
}

/** The head of a picture as telephones take them. */
export const heic = (): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1', 'latin1'), Buffer.alloc(64)])

/** A telephone's photograph, 64 by 40 pixels, blue with a yellow corner, whose metadata says who made the camera and where it was. */
export const heicPhotograph = (): Buffer =>
  Buffer.from(
    [
      'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAeFtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
      'AA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAKAAAAExpbG9jAQAAAERAAAMAAQAAAAAAAAIFAAEAAAAAAAAAeQACAAEAAAAAAAAA',
      'AQAAAAAAAAAIAAMAAAAAAAACfgABAAAAAAAAARQAAABNaWluZgAAAAAAAwAAABVpbmZlAgAAAQABAABodmMxAAAAABVpbmZlAgAA',
      'AAACAABncmlkAAAAABVpbmZlAgAAAQADAABFeGlmAAAAANVpcHJwAAAAs2lwY28AAABzaHZjQwEDcAAAAAAAAAAAAB7wAPz9+PgA',
      'AA8DIAABABhAAQwB//8DcAAAAwCQAAADAAADAB66AkAhAAEAJ0IBAQNwAAADAJAAAAMAAAMAHqAggQWW6uSmubAgAAADACAAAAMA',
      'ISIAAQAGRAHBc8CJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAABAAAAAKAAAABBwaXhpAAAAAAMICAgAAAAaaXBt',
      'YQAAAAAAAAACAAECgQIAAgIDhAAAAChpcmVmAAAAAAAAAA5kaW1nAAIAAQABAAAADmNkc2MAAwABAAIAAAGVbWRhdAAAAHUoAa8T',
      'gOV81DU0q/4DufivBc7+hdlhXVyNznzs4OTqohBzKiKBImzeCtkixnFfcb/M2uLloF4945Ch//mMVduPBUZ0xqTAiqqIcJU2ihle',
      '5uo1SBZvIK0iH/x3d9EMhrBRoS6sVkXwmf+m6sLo3fTHhOiXgYAAAAAASUkqAAgAAAAIAA8BAgANAAAAfgAAABIBAwABAAAAAQAA',
      'ABoBBQABAAAAbgAAABsBBQABAAAAdgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAjAAAACWIBAABAAAA2gAAAAAA',
      'AAA4YwAA6AMAADhjAADoAwAAU2FtcGxlQ2FtZXJhAAAGAACQBwAEAAAAMDIxMAGRBwAEAAAAAQIDAACgBwAEAAAAMDEwMAGgAwAB',
      'AAAA//8AAAKgBAABAAAAQAAAAAOgBAABAAAAKAAAAAAAAAACAAEAAgACAAAATgAAAAIABQADAAAA+AAAAAAAAAA2AAAAAQAAABMA',
      'AAABAAAAAAAAAAEAAAA=',
    ].join(''),
    'base64',
  )

/** The same as a JPEG, lying on its side as its metadata says. */
export const jpegPhotograph = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 40, channels: 3, background: '#336699' } })
    .withExif({
      IFD0: { Make: 'SampleCamera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 19/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
