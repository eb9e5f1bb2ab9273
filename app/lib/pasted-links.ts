import { safeHttpUrl } from './links.ts'

/** A link as it is pasted, without marks that nobody sees, and without what stood around it in a text. */
function tidyLink(value: string): string {
  // No link is as long, and what cuts it would take ever more time.
  if (value.length > 5_000) return value.trim()
  const link = value
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replace(/^[<(["'\u2018\u201c]+/, '')
    .replace(/^(https?:\/\/)+(?=https?:\/\/)/i, '')
  // Some addresses end with a bracket of their own: /wiki/Boot_(disambiguation).
  let unopened = link.replace(/[^)\]]/g, '').length - link.replace(/[^([]/g, '').length
  let end = link.length
  for (; end > 0; end -= 1) {
    const sign = link.charAt(end - 1)
    if (/[)\]]/.test(sign) && unopened > 0) unopened -= 1
    else if (!/[\s,;.!?>"'\u2019\u201d]/.test(sign)) break
  }
  return link.slice(0, end)
}

/** Turns a web address as people write it into a safe URL; a missing `https://` is added. Null for anything else. */
export function parseWebUrl(value: string | null | undefined): string | null {
  const trimmed = tidyLink(value ?? '')
  const isBare = /^(\/\/)?([\p{L}\p{N}_-]+\.)+\p{L}{2,}([/?#:]|$)/u.test(trimmed)
  return safeHttpUrl(isBare ? `https://${trimmed.replace(/^\/\//, '')}` : trimmed)
}

/** Reads a link to a profile on a social network; @name is appended to the network's base URL. */
export function socialProfileUrlParser(begin: string): (value: string) => string | null {
  return (value) => {
    const name = /^@([\w.-]{1,100})$/.exec(tidyLink(value))?.[1]
    return name ? begin + name : parseWebUrl(value)
  }
}
