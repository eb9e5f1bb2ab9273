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

/** A Word document of so many parts. */
export function docx(parts: Record<string, Uint8Array> = {}): Buffer {
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8('<?xml version="1.0"?><Types/>'),
      'word/document.xml': strToU8('<?xml version="1.0"?><w:document/>'),
      ...parts,
    }),
  )
}

/** An old Word document: the head of an OLE file, and the name of its stream of words. */
export function doc(stream = 'WordDocument'): Buffer {
  return Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(1_016),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(488),
  ])
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
