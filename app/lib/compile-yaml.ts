import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'

/** Raised for a content file that cannot be used; the message names file and line of each mistake. */
export class ContentFileError extends Error {
  override name = 'ContentFileError'
}

/**
 * Parses a YAML text and validates it.
 * @param firstLine the line of the file where the text begins
 * @throws ContentFileError
 */
export function parseAndValidateYaml<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
  firstLine = 1,
): z.infer<Schema> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => `${file}:${lines.linePos(offset).line + firstLine - 1}`
  if (document.errors.length > 0) {
    throw new ContentFileError(document.errors.map(({ pos, message }) => `${at(pos[0])} ${message}`).join('\n'))
  }
  const parsed = schema.safeParse(document.toJS())
  if (parsed.success) return parsed.data
  const place = (path: readonly PropertyKey[]): number => {
    // A missing value has no position, so the position of its parent is used.
    for (let length = path.length; length > 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return node.range[0]
    }
    return 0
  }
  const placeOfKey = (path: readonly PropertyKey[], key?: string): number => {
    const map = path.length > 0 ? document.getIn(path, true) : document.contents
    const node = isMap(map) && map.items.find((item) => isScalar(item.key) && item.key.value === key)?.key
    return isScalar(node) && node.range ? node.range[0] : place(path)
  }
  throw new ContentFileError(
    parsed.error.issues
      .map((issue) => {
        const { path, message } = issue
        const offset = issue.code === 'unrecognized_keys' ? placeOfKey(path, issue.keys[0]) : place(path)
        return `${at(offset)} ${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`
      })
      .join('\n'),
  )
}
