import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { contentTypes, doc, docx, image, pdf } from '#tests/factories/documents.ts'
import { pageOf, pdfOf } from './make.ts'

/** A document as it was sent somewhere, and what is to become of it in the wizard. */
export interface DocumentCase {
  name: string
  make: () => Buffer | Promise<Buffer>
  right: 'pdf' | 'doc' | 'docx' | 'password' | 'damaged'
  /** Who reported the kind; none for a file that came with the task. */
  report?: string
}

const given = (name: string) => () => readFileSync(join('tests/world/documents', name))
const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))

/** A scan: a page with nothing but a photograph on it. */
async function scan(photograph: Buffer, width = 60, height = 40): Promise<Buffer> {
  const picture = Buffer.concat([
    Buffer.from(
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${photograph.length}>>stream\n`,
    ),
    photograph,
    Buffer.from('\nendstream'),
  ])
  return pageOf('q 300 0 0 200 0 0 cm /I Do Q', '/Resources<</XObject<</I 5 0 R>>>>', [picture])
}

/** A scan whose picture takes 300 MB: A2 in 1,000 dpi, say. */
function largeScan(): Buffer {
  const pixels = deflateSync(Buffer.alloc(10_000 * 10_000 * 3), { level: 1 })
  const begin = `<</Type/XObject/Subtype/Image/Width 10000/Height 10000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/Length ${pixels.length}>>stream\n`
  const picture = Buffer.concat([Buffer.from(begin), pixels, Buffer.from('\nendstream')])
  return pageOf('q 300 0 0 200 0 0 cm /I Do Q', '/Resources<</XObject<</I 5 0 R>>>>', [picture])
}

/** Two states of one file: the second was added at its end, as who signs or fills in does. */
function changedLater(): Buffer {
  const before = pageOf('BT /F 9 Tf (Before) Tj ET', '/Resources<</Font<</F 5 0 R>>>>', [
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])
  const content = 'BT /F 9 Tf (Signed) Tj ET'
  const object = `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream\nendobj\n`
  const previous = /startxref\n(\d+)/.exec(before.toString('latin1'))?.[1]
  const rest = `xref\n4 1\n${String(before.length).padStart(10, '0')} 00000 n \ntrailer<</Size 6/Root 1 0 R/Prev ${previous}>>\nstartxref\n${before.length + object.length}\n%%EOF\n`
  return Buffer.concat([before, Buffer.from(object + rest)])
}

/** A zip whose sizes and directory are given in the long fields, as some programs always write them. */
export function zip64(bytes: Buffer): Buffer {
  const end = bytes.length - 22
  const count = bytes.readUInt16LE(end + 10)
  const start = bytes.readUInt32LE(end + 16)
  const entries: Buffer[] = []
  for (let at = start; at < end; ) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const entry = Buffer.from(bytes.subarray(at, at + 46 + nameLength))
    const extra = Buffer.alloc(28)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    for (const [index, field] of [24, 20, 42].entries()) {
      extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(field)), 4 + index * 8)
      entry.writeUInt32LE(0xffffffff, field)
    }
    entry.writeUInt16LE(extra.length, 30)
    entries.push(entry, extra)
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  const directory = Buffer.concat(entries)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  for (const field of [24, 32]) record.writeBigUInt64LE(BigInt(count), field)
  record.writeBigUInt64LE(BigInt(directory.length), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(start + directory.length), 8)
  locator.writeUInt32LE(1, 16)
  const last = Buffer.from(bytes.subarray(end))
  last.fill(0xff, 8, 20)
  return Buffer.concat([bytes.subarray(0, start), directory, record, locator, last])
}

/** With a flag in each local header and each entry of the directory: the parts are encrypted. */
function encryptedZip(): Buffer {
  const bytes = docx()
  for (let at = 0; at + 10 < bytes.length; at += 1) {
    const signature = bytes.readUInt32LE(at)
    if (signature === 0x04034b50) bytes.writeUInt16LE(1, at + 6)
    if (signature === 0x02014b50) bytes.writeUInt16LE(1, at + 8)
  }
  return bytes
}

/** With the sizes of each part behind it, as programs write them that do not know them before. */
function sizesBehind(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  const end = bytes.length - 22
  const start = bytes.readUInt32LE(end + 16)
  const directory = Buffer.from(bytes.subarray(start, end))
  let moved = 0
  for (let at = 0; at < directory.length; ) {
    const offset = directory.readUInt32LE(at + 42)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(0x08074b50)
    directory.copy(sizes, 4, at + 16, at + 28)
    const body = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    const part = Buffer.from(bytes.subarray(offset, body + directory.readUInt32LE(at + 20)))
    part.writeUInt16LE(8, 6)
    part.fill(0, 14, 26)
    directory.writeUInt16LE(8, at + 8)
    directory.writeUInt32LE(moved, at + 42)
    parts.push(part, sizes)
    moved += part.length + sizes.length
    at += 46 + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  const last = Buffer.from(bytes.subarray(end))
  last.writeUInt32LE(moved, 16)
  return Buffer.concat([...parts, directory, last])
}

const encrypted = () => doc('EncryptedPackage')

/** An object that a Word document has inside of a letter, say: its name is in the directory, but not beside the letter's own. */
function embedded(): Buffer {
  const bytes = doc()
  const root = 1_024
  // The root has another stream beside the document, which hangs below no one.
  bytes.writeUInt32LE(2, root + 76)
  bytes.write('Contents', root + 256, 'utf16le')
  bytes.writeUInt16LE(18, root + 256 + 64)
  bytes[root + 256 + 66] = 2
  bytes.fill(0xff, root + 256 + 68, root + 256 + 80)
  return bytes
}

export const documentCases: DocumentCase[] = [
  { name: 'cut.pdf', make: given('cut.pdf'), right: 'damaged' },
  { name: 'only-header.pdf', make: given('only-header.pdf'), right: 'damaged' },
  { name: 'owner-password-only.pdf', make: given('owner-password-only.pdf'), right: 'pdf' },
  { name: 'password-to-open.pdf', make: given('password-to-open.pdf'), right: 'password' },
  { name: 'word-online.docx', make: given('word-online.docx'), right: 'docx' },
  {
    name: 'an encrypted PDF that is also cut',
    make: () => cut(given('password-to-open.pdf')(), 0.9),
    right: 'damaged',
  },
  {
    name: 'an encrypted Word document that is also cut',
    make: () => cut(encrypted(), 0.7),
    right: 'damaged',
  },
  {
    name: 'a Word document of the web that is also cut',
    make: () => cut(given('word-online.docx')(), 0.9),
    right: 'damaged',
  },
  {
    name: 'a Word document of the web, with padding, in long fields',
    make: () => Buffer.concat([zip64(given('word-online.docx')()), Buffer.alloc(512)]),
    right: 'docx',
  },
  { name: 'one of these old Word documents, cut', make: () => cut(doc(), 0.7), right: 'damaged' },
  {
    name: 'a PDF of which only the end mark is missing',
    make: () => {
      const whole = pageOf('0 0 9 9 re f')
      return whole.subarray(0, whole.lastIndexOf('%%EOF'))
    },
    right: 'pdf',
  },
  {
    name: 'a PDF that is encrypted for certain readers alone',
    make: () =>
      Buffer.from(
        pageOf('0 0 9 9 re f')
          .toString('latin1')
          .replace('/Root 1 0 R', '/Root 1 0 R/ID[<00><00>]/Encrypt<</Filter/Adobe.PubSec/V 4/R 4>>'),
        'latin1',
      ),
    right: 'password',
  },
  // From public reports.
  {
    name: 'a PDF whose table is not where it says',
    make: () =>
      Buffer.from(
        pageOf('0 0 9 9 re f')
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n7'),
        'latin1',
      ),
    right: 'pdf',
    report: 'https://github.com/mozilla/pdf.js/issues/10934',
  },
  {
    name: 'a PDF with zeros behind it',
    make: () => Buffer.concat([pageOf('0 0 9 9 re f'), Buffer.alloc(32_768)]),
    right: 'pdf',
    report: 'https://github.com/veraPDF/veraPDF-library/issues/1519',
  },
  {
    name: 'a PDF of blank pages without content',
    make: () =>
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      ]),
    right: 'damaged',
    report: 'https://github.com/LaurenzV/hayro/pull/893',
  },
  {
    name: 'a scan of nothing but a picture',
    make: async () => scan(await image('jpeg')),
    right: 'pdf',
    report: 'https://github.com/NousResearch/hermes-agent/pull/81680',
  },
  {
    name: 'a scan of a large sheet in colour',
    make: () => largeScan(),
    right: 'pdf',
  },
  {
    name: 'a scan of nothing but paths',
    make: () => pageOf('1 0 0 RG 10 10 m 90 90 l S'),
    right: 'pdf',
    report: 'https://github.com/mindee/mindee-api-python/issues/25',
  },
  {
    name: 'a page of spaces',
    make: () =>
      pageOf('BT /F 9 Tf (   ) Tj ET', '/Resources<</Font<</F 5 0 R>>>>', [
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      ]),
    right: 'damaged',
    report: 'https://github.com/mozilla/pdf.js/issues/10721',
  },
  {
    name: 'a page that only cuts out',
    make: () => pageOf('0 0 300 200 re W n'),
    right: 'damaged',
    report: 'https://github.com/Legimet/nPDF/issues/14',
  },
  {
    name: 'a PDF that was changed after it was written',
    make: changedLater,
    right: 'pdf',
    report: 'https://github.com/torakiki/sambox/issues/67',
  },
  {
    name: 'a PDF that was cut in what was added to it',
    make: () => {
      const whole = changedLater()
      return whole.subarray(0, whole.lastIndexOf('endstream'))
    },
    right: 'damaged',
    report: 'https://github.com/juspay/neurolink/issues/285',
  },
  {
    name: 'a PDF whose password is the permission to print',
    make: given('owner-password-only.pdf'),
    right: 'pdf',
    report: 'https://github.com/codeforamerica/vita-min/pull/6264',
  },
  {
    name: 'a veteran’s PDF with a password',
    make: given('password-to-open.pdf'),
    right: 'password',
    report: 'https://github.com/department-of-veterans-affairs/va.gov-team/issues/14010',
  },
  {
    name: 'a PDF that became text on the way',
    make: () => Buffer.from(pdf().toString('latin1').replaceAll('\n', '').replace('stream', '')),
    right: 'damaged',
    report: 'https://github.com/wxyhgk/retain-pdf/issues/37',
  },
  {
    name: 'Word in the browser numbers its text',
    make: () =>
      Buffer.from(
        zipSync({
          '[Content_Types].xml': contentTypes('/word/document22.xml'),
          'word/document22.xml': strToU8('<x/>'),
        }),
      ),
    right: 'docx',
    report: 'https://github.com/PHPOffice/PHPWord/issues/1253',
  },
  {
    name: 'the type of all parts is that of the text',
    make: () =>
      Buffer.from(
        zipSync({
          '[Content_Types].xml': strToU8(
            '<Types><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
          ),
          'word/document.xml': strToU8('<x/>'),
        }),
      ),
    right: 'docx',
    report: 'https://github.com/plutext/docx4j/pull/47',
  },
  {
    name: 'names in another case than the list has them',
    make: () =>
      Buffer.from(
        zipSync({ '[content_types].xml': contentTypes('/WORD/Document.xml'), 'word/document.xml': strToU8('<x/>') }),
      ),
    right: 'docx',
    report: 'https://github.com/sajari/docconv/pull/109',
  },
  {
    name: 'a name in another case in the directory',
    make: () => {
      const bytes = docx({ 'customXml/item1.xml': strToU8('<x/>') })
      bytes.write('customXML', bytes.indexOf('customXml'))
      return bytes
    },
    right: 'docx',
    report: 'https://github.com/microsoft/markitdown/pull/1820',
  },
  {
    name: 'a list that names a text that is not there',
    make: () =>
      Buffer.from(
        zipSync({ '[Content_Types].xml': contentTypes('/word/document2.xml'), 'word/document.xml': strToU8('<x/>') }),
      ),
    right: 'damaged',
    report: 'https://github.com/adamalbrecht/docx_replace/pull/29',
  },
  {
    name: 'long fields where short ones would do',
    make: () => zip64(docx()),
    right: 'docx',
    report: 'https://github.com/dotnet/runtime/issues/94899',
  },
  {
    name: 'padding behind a zip',
    make: () => Buffer.concat([docx(), Buffer.alloc(100_000)]),
    right: 'docx',
    report: 'https://github.com/libarchive/libarchive/issues/368',
  },
  {
    name: 'a line break behind a zip',
    make: () => Buffer.concat([docx(), Buffer.from('\r\n')]),
    right: 'docx',
    report: 'https://github.com/paper-instruments/paper-pptx/pull/21',
  },
  {
    name: 'a template',
    make: () =>
      docx({
        '[Content_Types].xml': strToU8(
          '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"/></Types>',
        ),
      }),
    right: 'damaged',
    report: 'https://github.com/python-openxml/python-docx/pull/1586',
  },
  {
    name: 'macros under another name',
    make: () =>
      docx({
        '[Content_Types].xml': contentTypes(
          '/word/document.xml',
          '<Override PartName="/word/other.bin" ContentType="application/vnd.ms-office.vbaProject"/>',
        ),
        'word/other.bin': strToU8('x'),
      }),
    right: 'damaged',
    report: 'https://github.com/decalage2/oletools/issues/541',
  },
  {
    name: 'a DOCX with a password',
    make: encrypted,
    right: 'password',
    report: 'https://github.com/developer0hye/office2pdf/issues/82',
  },
  {
    name: 'a zip with a password',
    make: encryptedZip,
    right: 'password',
    report: 'https://github.com/nissl-lab/npoi/issues/1650',
  },
  {
    name: 'a DOC with a password',
    make: () => doc('WordDocument', 0x0100),
    right: 'password',
    report: 'https://github.com/opendocument-app/OpenDocument.core/issues/638',
  },
  {
    name: 'a DOC that asks for a password only to be changed',
    make: () => doc('WordDocument', 0x0800),
    right: 'doc',
    report: 'https://github.com/decalage2/oletools/issues/166',
  },
  {
    name: 'names of OLE in capitals',
    make: () => doc('WORDDOCUMENT'),
    right: 'doc',
    report: 'https://github.com/apache/poi/pull/477',
  },
  {
    name: 'a Word document inside of something else',
    make: embedded,
    right: 'damaged',
    report: 'https://github.com/yfedoseev/office_oxide/issues/226',
  },
  {
    name: 'a spreadsheet that is called a document',
    make: () => doc('Workbook'),
    right: 'damaged',
    report: 'https://github.com/yfedoseev/office_oxide/issues/387',
  },
  {
    name: 'a PDF behind a byte order mark',
    make: () => Buffer.concat([Buffer.from('\ufeff'), pageOf('0 0 9 9 re f')]),
    right: 'pdf',
    report: 'https://github.com/SerenityOS/serenity/pull/22548',
  },
  {
    name: 'a PDF behind a line break',
    make: () => Buffer.concat([Buffer.from('\r\n'), pageOf('0 0 9 9 re f')]),
    right: 'pdf',
    report: 'https://github.com/ThomasRinsma/pdftris/issues/6',
  },
  {
    name: 'a PDF behind a page of HTML',
    make: () => Buffer.concat([Buffer.from('<html><body>Warning</body></html>\n'), pageOf('0 0 9 9 re f')]),
    right: 'damaged',
    report: 'https://github.com/CyberMonitor/APT_CyberCriminal_Campagin_Collections/pull/116',
  },
  {
    name: 'a scan whose first side is empty',
    make: () =>
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 5 0 R>>',
        '<</Length 12>>stream\n0 0 9 9 re f\nendstream',
      ]),
    right: 'pdf',
    report: 'https://github.com/nuvious/scanpi/issues/10',
  },
  {
    name: 'a form of which only what was filled in is drawn',
    make: () => {
      const drawn = 'BT /F 9 Tf (Jo) Tj ET'
      return pdfOf([
        '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[4 0 R]>>',
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Jo)/F 4/Rect[9 9 90 30]/AP<</N 5 0 R>>>>',
        `<</Type/XObject/Subtype/Form/BBox[0 0 81 21]/Resources<</Font<</F 6 0 R>>>>/Length ${drawn.length}>>stream\n${drawn}\nendstream`,
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      ])
    },
    right: 'pdf',
    report: 'https://github.com/chinapandaman/PyPDFForm/issues/246',
  },
  {
    name: 'a page whose content has no length',
    make: () => pageOf(''),
    right: 'damaged',
    report: 'https://github.com/GaloisInc/daedalus/issues/129',
  },
  {
    name: 'a PDF without a table, whose catalogue an object names',
    make: () => {
      const text = pageOf('0 0 9 9 re f', '', ['<</Root 1 0 R>>']).toString('latin1')
      return Buffer.from(`${text.slice(0, text.indexOf('xref'))}%%EOF\n`, 'latin1')
    },
    right: 'pdf',
    report: 'https://github.com/mozilla/pdf.js/pull/19007',
  },
  {
    name: 'a PDF whose table is cut short',
    make: () =>
      Buffer.from(
        pageOf('0 0 9 9 re f')
          .toString('latin1')
          .replace(/(xref\n0 \d+\n.{20}).*?(trailer)/s, '$1$2'),
        'latin1',
      ),
    right: 'pdf',
    report: 'https://github.com/py-pdf/pypdf/pull/2580',
  },
  {
    name: 'a form that asks to be opened in another program',
    make: () =>
      pageOf('BT /F 9 Tf (Please wait...) Tj ET', '/Resources<</Font<</F 5 0 R>>>>', [
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      ]),
    right: 'pdf',
    report: 'https://github.com/mozilla/pdf.js/issues/13781',
  },
  {
    name: 'names with the strokes of Windows',
    make: () => Buffer.from(zipSync({ '[Content_Types].xml': contentTypes(), 'word\\document.xml': strToU8('<x/>') })),
    right: 'docx',
    report: 'https://github.com/langgenius/dify/pull/33131',
  },
  {
    name: 'macros with the strokes of Windows',
    make: () =>
      Buffer.from(
        zipSync({
          '[Content_Types].xml': contentTypes(),
          'word\\document.xml': strToU8('<x/>'),
          'word\\vbaProject.bin': strToU8('x'),
        }),
      ),
    right: 'damaged',
    report: 'https://github.com/python-openxml/python-docx/issues/1513',
  },
  {
    name: 'names that begin with a stroke',
    make: () => Buffer.from(zipSync({ '/[Content_Types].xml': contentTypes(), '/word/document.xml': strToU8('<x/>') })),
    right: 'docx',
    report: 'https://github.com/opendocument-app/OpenDocument.core/pull/862',
  },
  {
    name: 'folders among the parts',
    make: () => docx({ 'word/': new Uint8Array(), 'docProps/': new Uint8Array() }),
    right: 'docx',
    report: 'https://github.com/UseJunior/safe-docx/issues/745',
  },
  {
    name: 'what was thrown away is first',
    make: () =>
      Buffer.from(
        zipSync({
          '[trash]/0000.dat': strToU8('\xff'.repeat(9)),
          'word/document.xml': strToU8('<x/>'),
          '[Content_Types].xml': contentTypes(),
        }),
      ),
    right: 'docx',
    report: 'https://github.com/h2non/filetype.py/issues/197',
  },
  {
    name: 'a document whose macros were removed',
    make: () =>
      docx({
        '[Content_Types].xml': contentTypes(
          '/word/document.xml',
          '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>',
        ),
      }),
    right: 'docx',
    report: 'https://github.com/dotnet/Open-XML-SDK/issues/618',
  },
  {
    name: 'macros that the type of all parts names',
    make: () =>
      docx({
        '[Content_Types].xml': contentTypes(
          '/word/document.xml',
          '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>',
        ),
        'word/other.bin': strToU8('x'),
      }),
    right: 'damaged',
    report: 'https://github.com/toxicphreAK/python-docx-ng/issues/127',
  },
  {
    name: 'a document with macros under the name of one without',
    make: () =>
      docx({
        '[Content_Types].xml': strToU8(
          '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
        ),
      }),
    right: 'damaged',
    report: 'https://github.com/python-openxml/python-docx/issues/212',
  },
  {
    name: 'a type without its value',
    make: () =>
      docx({
        '[Content_Types].xml': strToU8(
          '<Types><Default Extension="xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        ),
      }),
    right: 'docx',
    report: 'https://github.com/grierforensics/officedissector/issues/5',
  },
  {
    name: 'a list that names itself',
    make: () =>
      docx({
        '[Content_Types].xml': contentTypes(
          '/word/document.xml',
          '<Override PartName="/[Content_Types].xml" ContentType="text/xml"></Override>',
        ),
      }),
    right: 'docx',
    report: 'https://github.com/qmuntal/opc/issues/9',
  },
  {
    name: 'no list of its parts',
    make: () => Buffer.from(zipSync({ 'word/document.xml': strToU8('<x/>') })),
    right: 'damaged',
    report: 'https://github.com/ngs-doo/TemplaterExamples/issues/10',
  },
  {
    name: 'a document of another program under the name of Word',
    make: () =>
      Buffer.from(
        zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.text'), 'content.xml': strToU8('<x/>') }),
      ),
    right: 'damaged',
    report: 'https://github.com/developer0hye/office2pdf/issues/96',
  },
  {
    name: 'rich text under the name of Word',
    make: () => Buffer.from('{\\rtf1\\ansi Medals}'),
    right: 'damaged',
    report: 'https://github.com/Developer-Mike/obsidian-docxer/pull/32',
  },
  {
    name: 'parts whose sizes are behind them',
    make: () => sizesBehind(docx()),
    right: 'docx',
    report: 'https://github.com/dbuenzli/zipc/issues/4',
  },
]
