import { pathToFileURL } from 'node:url'
import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
// Without it, pdf.js would look for this file when the first document comes.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** What is wrong with a PDF: it needs a password, or nothing can be read in it. */
export type PdfFault = 'password' | 'damaged'

/** Whatever a page paints. Text and paths are looked at more closely. */
const painting = new Set(
  [
    'paintImageMaskXObject',
    'paintImageMaskXObjectGroup',
    'paintImageMaskXObjectRepeat',
    'paintImageXObject',
    'paintImageXObjectRepeat',
    'paintInlineImageXObject',
    'paintInlineImageXObjectGroup',
    'paintSolidColorImageMask',
    'rawFillPath',
    'shadingFill',
  ].map((name) => OPS[name as keyof typeof OPS]),
)

/** How pdf.js says that a page has a picture that we asked it not to decode, see {@link detectPdfFault}. */
const skippedPicture = /Image exceeded maximum allowed size/

const folder = pathToFileURL('node_modules/pdfjs-dist/').href

/**
 * Opens a PDF as a reader would, up to the first page that shows something; null where there is one. It belongs into a limited
 * process: what a PDF unpacks to cannot be known before.
 */
export async function detectPdfFault(bytes: Uint8Array): Promise<PdfFault | null> {
  if (isCut(Buffer.from(bytes))) return 'damaged'
  const seen = { picture: false }
  const { warn } = console
  console.warn = (text: string) => {
    seen.picture ||= skippedPicture.test(text)
  }
  const task = getDocument({
    data: new Uint8Array(bytes),
    // Says which pictures a page has without decoding them: a scan in colour takes more memory than all else.
    maxImageSize: 0,
    cMapUrl: `${folder}cmaps/`,
    standardFontDataUrl: `${folder}standard_fonts/`,
    useSystemFonts: false,
  })
  try {
    const document = await task.promise
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number).catch(() => null)
      if (page && ((await paints(page)) || seen.picture)) return null
    }
    return 'damaged'
  } catch (error) {
    // One that is encrypted for certain readers, or in a way of its own, is not damaged either.
    const isLocked = error instanceof Error && (error.name === 'PasswordException' || /encrypt/i.test(error.message))
    return isLocked ? 'password' : 'damaged'
  } finally {
    console.warn = warn
    await task.destroy()
  }
}

/**
 * Whether a file has objects behind its last end mark, or has none: then its end is missing, even where the beginning of a file for the web, or
 * the state before the last change, could still be shown.
 */
function isCut(bytes: Buffer): boolean {
  const end = Math.max(bytes.lastIndexOf('%%EOF'), bytes.lastIndexOf('startxref'))
  return end < 0 || /\d\s+\d+\s+obj\b/.test(bytes.toString('latin1', end))
}

async function paints(page: PDFPageProxy): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList()
  return fnArray.some((operator, index) => {
    if (operator === OPS.showText) return hasInk(argsArray[index][0])
    // A path that only cuts what follows is ended without painting.
    if (operator === OPS.constructPath) return argsArray[index][0] !== OPS.endPath
    return painting.has(operator)
  })
}

/** Whether text is more than spaces. Numbers among the glyphs move the next one. */
function hasInk(glyphs: (number | { isSpace: boolean })[]): boolean {
  const drawn = glyphs.filter((glyph) => typeof glyph === 'object')
  return drawn.length === 0 || drawn.some(({ isSpace }) => !isSpace)
}
