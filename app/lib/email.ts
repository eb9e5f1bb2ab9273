/** Signs that the part before the @ may have (RFC 5322), but for ?, # and %, which nobody has there and links do not survive. */
const name = /^[\w!$&'*+/=^`{|}~-]+(\.[\w!$&'*+/=^`{|}~-]+)*$/
const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/** An address as it is pasted, without marks that nobody sees, and without what stood around it in a text. */
function tidy(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replace(/[,;.]+$/, '')
    .replace(/^([^<>]+)<mailto:\1>$/i, '$1')
    .replace(wrapped, '$1')
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .replace(wrapped, '$1')
}

/** In brackets or quotation marks, as addresses stand in texts. */
const wrapped = /^[<(["'\u2018\u201c](.*)[>)\]"'\u2019\u201d]$/

/**
 * Reads an email address that people are written to at. Its domain is kept in small letters, and one in other letters as it is sent:
 * 'info@bücher.example' gives 'info@xn--bcher-kva.example'. Null for anything else, such as an address without a domain's ending.
 */
export function parseEmailAddress(typed: string): string | null {
  if (typed.length > 1_000) return null
  const text = tidy(typed)
  const at = text.lastIndexOf('@')
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || at > 64 || !name.test(before) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(after)) return null
  const host = URL.canParse(`http://${after}`) ? new URL(`http://${after}`).hostname : ''
  return domain.test(host) && at + 1 + host.length <= 254 ? `${before}@${host}` : null
}
