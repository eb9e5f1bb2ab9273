import { matchRoutes } from 'react-router'
import { listRoutes } from '../server-build.ts'

/** A form as a page shows it, with what it would send. */
export interface KnownForm {
  path: string
  method: string
  fields: [string, string][]
}

/** The addresses of the product as routes.ts writes them, and those that the host answers itself. */
export const patterns = [...listRoutes().map(({ pattern }) => pattern), 'healthz', 'readyz', 'favicon.svg']

const tree = patterns.map((pattern) => ({ id: pattern, path: `/${pattern}` }))

/** The pattern that a path belongs to. */
export function patternOf(path: string): string {
  const plain = path.replace(/[?#].*$/s, '').replace(/(\/_)?\.data$/, '')
  return matchRoutes(tree, plain || '/')?.at(-1)?.route.id ?? '*'
}

/** Addresses that follow from another, though no page leads to them. */
const beside: Record<string, string[]> = {
  'business/:slug': [
    'directory/:slug',
    'business/:slug/picture.png',
    'business/:slug/contact.vcf',
    'api/v1/businesses/:slug',
  ],
  'podcasts/:slug': ['podcasts/:slug/picture.png'],
  'enquiries/:id': ['enquiries/:id/copy.json'],
  'dev/mail/:id': ['dev/mail/:id/html'],
}

/** Collects the addresses and forms that pages of the site lead to, so that requests meet what is there. */
export class Known {
  readonly #paths = new Map<string, Set<string>>()
  readonly #forms = new Map<string, KnownForm>()

  addPath(path: string): void {
    const plain = path.replace(/[?#].*$/s, '')
    const pattern = patternOf(plain)
    if (!pattern.includes(':')) return
    const name = plain.slice(plain.lastIndexOf('/') + 1)
    for (const [at, written] of [[pattern, plain], ...(beside[pattern] ?? []).map((other) => [other, `/${other}`])]) {
      const paths = this.#paths.get(at ?? '') ?? new Set()
      if (paths.size < 20) paths.add((written ?? '').replace(/:\w+/, name))
      this.#paths.set(at ?? '', paths)
    }
  }

  /** Takes in a page: its links within the site, and its forms with where they lead. */
  read(html: string, address: string): void {
    for (const [, href = ''] of html.matchAll(/\s(?:href|src)="(\/[^"/][^"]*)"/g)) this.addPath(unescapeHtml(href))
    for (const [, attributes = '', inside = ''] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
      const path = unescapeHtml(attribute(attributes, 'action') ?? address)
      const method = (attribute(attributes, 'method') ?? 'get').toUpperCase()
      const fields = [...inside.matchAll(/<(?:input|button|select|textarea)\b([^>]*)/g)].flatMap(
        ([, control = '']): [string, string][] => {
          const name = attribute(control, 'name')
          return name ? [[unescapeHtml(name), unescapeHtml(attribute(control, 'value') ?? '')]] : []
        },
      )
      const key = JSON.stringify([
        patternOf(path),
        method,
        fields.map(([name, value]) => (name === 'form' ? value : name)),
      ])
      if (!path.startsWith('/')) continue
      this.#forms.set(key, { path, method, fields })
      this.addPath(path)
    }
  }

  /** All addresses of a pattern that are known to exist; the pattern itself where none is. */
  pathsOf(pattern: string): string[] {
    return [...(this.#paths.get(pattern) ?? [`/${pattern}`])]
  }

  /** An address of a pattern that exists; the pattern itself where none is known. */
  pathOf(pattern: string, choice: number): string {
    const paths = this.pathsOf(pattern)
    return paths[choice % paths.length] ?? ''
  }

  form(choice: number): KnownForm | undefined {
    const forms = [...this.#forms.values()]
    return forms[choice % forms.length]
  }
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1]
}

function unescapeHtml(text: string): string {
  const entities: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' }
  return text.replace(/&(amp|quot|#x27|lt|gt);/g, (_, name: string) => entities[name] ?? '')
}
