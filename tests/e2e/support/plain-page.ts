import type { APIRequestContext, APIResponse } from '@playwright/test'
import { parseHTML } from 'linkedom'
import { createMember, type TestMember } from '../../factories/members.ts'
import { anyIpAddress, chrome } from '../../visitors.ts'
import { test as base, expect } from './http-test.ts'
import { cookiesOf, withDatabaseOf } from './members.ts'

/** A file in a field of a form. */
interface GivenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Where to look for a control: the page, or a part of it. */
type Scope = Document | Element

const controls = 'input:not([type=hidden]), select, textarea'

const inline =
  'a, abbr, b, bdi, button, cite, code, em, i, input, label, mark, q, s, small, span, strong, sub, sup, time, u, wbr'

/** The text of an element with single spaces, one between its blocks too. */
export function textOf(element: Element | null | undefined): string {
  return readText(element).replace(/\s+/g, ' ').trim()
}

function readText(node: Node | null | undefined, isSpoken = false): string {
  if (!node) return ''
  if (node.nodeType === node.TEXT_NODE) return node.nodeValue ?? ''
  if (node.nodeType !== node.ELEMENT_NODE) return ''
  const element = node as Element
  if (isSpoken && element.getAttribute('aria-hidden') === 'true') return ''
  const text = [...element.childNodes].map((child) => readText(child, isSpoken)).join('')
  return element.matches(inline) ? text : ` ${text} `
}

/**
 * A page as a browser without scripts has it, but without a browser: it follows links and sends forms with the fields that the
 * document has, and keeps cookies as its request does. It does not stop at the browser's own checks of a form, and knows no styles.
 */
export class PlainPage {
  readonly request: APIRequestContext
  document: Document = parse('')
  html = ''
  status = 0
  #url = ''
  #files = new Map<Element, GivenFile>()

  constructor(request: APIRequestContext) {
    this.request = request
  }

  /** The path of the page and what follows it. */
  get path(): string {
    const { pathname, search } = new URL(this.#url)
    return pathname + search
  }

  async goto(path: string): Promise<void> {
    await this.#show(await this.request.get(this.#url ? new URL(path, this.#url).href : path))
  }

  reload(): Promise<void> {
    return this.goto(this.#url)
  }

  /** Texts of all elements that a selector finds. */
  texts(selector: string, scope: Scope = this.document): string[] {
    return [...scope.querySelectorAll(selector)].map(textOf)
  }

  /** The text of the one element that a selector finds. */
  text(selector: string, scope?: Scope): string {
    return textOf(this.find(selector, scope))
  }

  find(selector: string, scope: Scope = this.document): Element {
    return only([...scope.querySelectorAll(selector)], selector)
  }

  /** The part of the page with a heading of this name. */
  region(name: string): Element {
    const parts = [...this.document.querySelectorAll('section[aria-labelledby], section[aria-label]')]
    return only(
      parts.filter((part) => nameOf(part, this.document) === name),
      `the part '${name}'`,
    )
  }

  link(name: string, scope: Scope = this.document): Element {
    return only(
      [...scope.querySelectorAll('a[href]')].filter((link) => nameOf(link, this.document) === name),
      `the link '${name}'`,
    )
  }

  hasButton(name: string, scope: Scope = this.document): boolean {
    return [...scope.querySelectorAll('button')].some((button) => nameOf(button, this.document) === name)
  }

  async follow(name: string, scope?: Scope): Promise<void> {
    await this.goto(this.link(name, scope).getAttribute('href') ?? '')
  }

  /** The control with a label of this text. */
  field(label: string, scope: Scope = this.document): Element {
    const labelled = [...scope.querySelectorAll('label')]
      .filter((each) => labelText(each) === label)
      .map((each) => {
        const id = each.getAttribute('for')
        return id ? this.document.getElementById(id) : each.querySelector(controls)
      })
    return only(
      [...labelled, ...scope.querySelectorAll(`[aria-label="${label}"]`)].filter((each) => each?.matches(controls)),
      `the field '${label}'`,
    )
  }

  value(label: string, scope?: Scope): string {
    return valueIn(this.field(label, scope))
  }

  /** Types into a field, or chooses the option of a list that has this text or value. */
  fill(label: string, value: string, scope?: Scope): void {
    const field = this.field(label, scope)
    if (field.matches('textarea')) field.textContent = value
    else if (!field.matches('select')) field.setAttribute('value', value)
    else {
      const options = [...field.querySelectorAll('option')]
      const chosen = only(
        options.filter((option) => textOf(option) === value || option.getAttribute('value') === value),
        `the option '${value}'`,
      )
      for (const option of options) option.toggleAttribute('selected', option === chosen)
    }
  }

  check(label: string, checked = true, scope?: Scope): void {
    this.field(label, scope).toggleAttribute('checked', checked)
  }

  attach(label: string, file: GivenFile, scope?: Scope): void {
    this.#files.set(this.field(label, scope), file)
  }

  /** Sends the form of a button. */
  async press(name: string, scope: Scope = this.document): Promise<void> {
    const button = only(
      [...scope.querySelectorAll('button')].filter((each) => nameOf(each, this.document) === name),
      `the button '${name}'`,
    )
    const formId = button.getAttribute('form')
    const form = formId ? this.document.getElementById(formId) : button.closest('form')
    if (!form || button.hasAttribute('disabled')) throw new Error(`the button '${name}' sends nothing`)
    const read = (attribute: string) => button.getAttribute(`form${attribute}`) ?? form.getAttribute(attribute)
    const url = new URL(read('action') || this.#url, this.#url)
    const fields = this.#readForm(form, button)
    if (read('method')?.toLowerCase() !== 'post') {
      url.search = new URLSearchParams(textsIn(fields)).toString()
      return this.#show(await this.request.get(url.href))
    }
    const headers = { Origin: url.origin, Referer: this.#url }
    if (read('enctype') === 'multipart/form-data') {
      const multipart = new FormData()
      for (const [key, value] of fields) {
        if (typeof value === 'string') multipart.append(key, value)
        else multipart.append(key, new File([new Uint8Array(value.buffer)], value.name, { type: value.mimeType }))
      }
      return this.#show(await this.request.post(url.href, { headers, multipart }))
    }
    const data = new URLSearchParams(textsIn(fields)).toString()
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    return this.#show(await this.request.post(url.href, { headers: { ...headers, ...type }, data }))
  }

  #readForm(form: Element, button: Element): [name: string, value: string | GivenFile][] {
    const id = form.getAttribute('id')
    const own = [...this.document.querySelectorAll('input, select, textarea, button')].filter((control) =>
      control.hasAttribute('form') ? control.getAttribute('form') === id : form.contains(control),
    )
    return own.flatMap((control): [string, string | GivenFile][] => {
      const name = control.getAttribute('name')
      const type = control.getAttribute('type')
      if (!name || control.hasAttribute('disabled') || control.closest('fieldset[disabled]')) return []
      if (control.matches('button')) return control === button ? [[name, control.getAttribute('value') ?? '']] : []
      if (type === 'file') {
        return [
          [name, this.#files.get(control) ?? { name: '', mimeType: 'application/octet-stream', buffer: Buffer.of() }],
        ]
      }
      if ((type === 'checkbox' || type === 'radio') && !control.hasAttribute('checked')) return []
      if (type === 'checkbox' || type === 'radio') return [[name, control.getAttribute('value') ?? 'on']]
      return [[name, valueIn(control)]]
    })
  }

  async #show(answer: APIResponse): Promise<void> {
    this.status = answer.status()
    this.#url = answer.url()
    this.html = await answer.text()
    this.document = parse(this.html)
    this.#files.clear()
  }
}

/** Parses a page. Names of attributes are in lower case, as in a browser; React writes some otherwise. */
function parse(html: string): Document {
  const { document } = parseHTML(html)
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (name !== name.toLowerCase()) element.setAttribute(name.toLowerCase(), value)
    }
  }
  return document
}

function valueIn(control: Element): string {
  if (control.matches('textarea')) return (control.textContent ?? '').replace(/^\n/, '')
  if (!control.matches('select')) return control.getAttribute('value') ?? ''
  const option = control.querySelector('option[selected]') ?? control.querySelector('option')
  return option?.getAttribute('value') ?? textOf(option)
}

function textsIn(fields: [string, string | GivenFile][]): [string, string][] {
  return fields.map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
}

/** What a screen reader calls an element. */
function nameOf(element: Element, document: Document): string {
  const label = element.getAttribute('aria-label')
  const ids = element.getAttribute('aria-labelledby')?.split(' ')
  return (
    label ??
    (ids
      ? ids.map((id) => textOf(document.getElementById(id))).join(' ')
      : readText(element, true).replace(/\s+/g, ' ').trim())
  )
}

/** The text of a label, without that of the control in it. */
function labelText(label: Element): string {
  const copy = label.cloneNode(true) as Element
  for (const control of copy.querySelectorAll(controls)) control.remove()
  return textOf(copy)
}

function only<Found>(found: (Found | null | undefined)[], wanted: string): Found {
  const [first] = found
  if (first === null || first === undefined || found.length > 1)
    throw new Error(`${wanted} is there ${found.length} times`)
  return first
}

interface Fixtures {
  /** The page of somebody who is signed out. */
  visitor: PlainPage
  /** A page in another browser, which has the cookies of a header. */
  newPage: (cookies?: string) => Promise<PlainPage>
  /** A member of the test's own, and a page of theirs. */
  join: (options?: Parameters<typeof createMember>[1]) => Promise<TestMember & { page: PlainPage }>
}

/** The tests of what the server decides: each is another visitor, and its pages have no browser. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': anyIpAddress() }),
  visitor: async ({ request }, use) => use(new PlainPage(request)),

  newPage: async ({ playwright, site }, use) => {
    const opened: APIRequestContext[] = []
    await use(async (cookies = '') => {
      const request = await playwright.request.newContext({
        baseURL: site.url,
        extraHTTPHeaders: { 'X-Forwarded-For': anyIpAddress() },
        userAgent: chrome,
        storageState: { cookies: readCookies(cookies), origins: [] },
      })
      opened.push(request)
      return new PlainPage(request)
    })
    await Promise.all(opened.map((request) => request.dispose()))
  },

  join: async ({ site, newPage }, use) => {
    await use(async (options) => {
      const member = await withDatabaseOf(site, (db) => createMember(db, options))
      return { ...member, page: await newPage(await cookiesOf(site, member.userId)) }
    })
  },
})

/** The cookies of a request's header, as a browser stores them. */
function readCookies(header: string) {
  const rest = { domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const }
  return [...header.matchAll(/([^=;\s]+)=([^;]*)/g)].map(([, name = '', value = '']) => ({ name, value, ...rest }))
}

export { expect }
