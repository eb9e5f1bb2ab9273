import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

// Names that the code no longer uses, because the field has a standard term for what they meant. What is stored or sent (names of
// jobs, columns, cookies, CSS classes) is a string and not looked at, nor are migrations, which older databases have run.

/** A pattern that a whole name must not match, and what to use instead. */
type Rule = [pattern: RegExp, instead: string]

const identifiers: Rule[] = [
  [/Memory|\w+Memory|recall|forget|forgetter/, 'Cache, getOrLoad, clear'],
  [/[Pp]ace|openPace|Turns/, 'RateLimiter, pLimit'],
  [/Post|openPost|PostOffice/, "Mailer, openMailer, transport: 'none'"],
  [/[Ww]all|\w+Wall|hang|unhang|hung/, 'MediaOwner, addPicture'],
  [/[Hh]eld[A-Z]\w*Form\w*|[Hh]eldForm\w*|holdForm|heldBusiness|heldVerification/, 'PendingForm, savePendingForm'],
  [/Moves?|makeMove|canMove|orderMoves|moveOrder/, 'transition, canTransition'],
  [/\w*[a-z]Rounds?/, 'the scheduled job by what it does'],
  [/actOnFresh|\w*[Ff]reshFacts?/, 'reconcile'],
  [/\w*[Ss]tandings?([A-Z]\w*)?/, 'status, statusOf, StatusLine'],
  [/\w*[a-z]Address(es|Of)?/, '*Path within the site, *Url where absolute, email for an email address'],
  [/(read|write)Place|placeOf|PageWish|listPages?/, 'readCursor, writeCursor, PageRequest'],
  [/[Ww]ish(es)?|\w+Wish(es)?|wishedFor/, '*Request, *Options'],
  [/Outside(Wishes|Response|Fetch)|fetch(From)?Outside|outsideFetch/, 'SafeFetchOptions, safeFetch'],
  [/answer\w*Forms?/, 'an action, made of defineForm and handleForms'],
  [/Words|[a-z]\w*Words(For|Of)?|say[A-Z]\w*/, '*Message, *Labels, format*'],
  [/[Ff]igures|\w+Figures/, 'statistics'],
  [/judge(Document|Docx|Zip|Upload|Bytes|Picture)\w*/, 'validateDocument'],
  [/hold(Order|Verified|Profile|Case|Cart|Draft|Business)\w*/, 'lockOrder, lockVerified'],
  [/walk(Listings|Order)|collect(Listings|Matches)|choose\w*Way|listingWay/, 'index-scan, filter-then-sort, plan'],
  [/[Ee]nrol(ment)?|\w*[Ee]ntrances?(Service)?/, 'sign-up, sign-in'],
  [/\w*[Uu]pkeep\w*/, 'maintenance'],
  [/keepTyped|typedKept/, 'preserveInput'],
  [/payBack|paidBack|leftToRefund/, 'refund, refunded, refundable'],
  [/forgetBuyers?/, 'anonymiseBuyers'],
  [/[Ss]tandIns?|(stripe|printful)Books|\w*[Dd]eeds?|PrintfulPosts?/, 'simulators, store, events, webhooks'],
  [/Printer|Payments|openPrinter|openPayments/, 'PrintProvider, PaymentProvider'],
  [/rooms|\w*[a-z]Rooms?|PersonalDataRoom|drawers?|doors?/, 'feature, file kind, entry point'],
]

/** Values that name a thing of the code in a string literal. */
const literals: Rule[] = [[/walk|collect/, 'index-scan, filter-then-sort']]

/** Parts of paths, between slashes and dots. */
const pathParts: Rule[] = [
  [/memory|pace|turns?|post|wall|\w+-wall|moves|order-moves/, 'cache, rate-limiter, mail, media, rules'],
  [/held-forms?(-service)?/, 'pending-form'],
  [/[\w-]+-round(-service)?|[\w-]+-rounds/, 'reconciliation-service, sync-service'],
  [/fresh-facts|act-on-fresh/, 'reconcile'],
  [/([\w-]+-)?standing(-[\w-]+)?/, 'status, status-line'],
  [/[\w-]+-address(es)?/, '*-path, *-url'],
  [/list-pages|place/, 'keyset-pagination'],
  [/outside-fetch|[\w-]+-wish(es)?/, 'safe-fetch, *-request'],
  [/(?!\d)[\w-]+-answers|[\w-]+-forms/, '*.actions.server.ts'],
  [/(?!common-pass)[\w-]+words/, '*-messages, *-labels'],
  [/figures|[\w-]+-figures/, 'statistics'],
  [/judge-[\w-]+/, 'validate-document, validate-docx'],
  [/enrolment(-service)?|entrance(-service)?/, 'sign-up-service, sign-in-service'],
  [/upkeep(-[\w-]+)?/, 'maintenance'],
  [/keep-typed/, 'preserve-input'],
  [/stand-ins?|[\w-]+-books|[\w-]+-deeds|[\w-]+-posts/, 'simulators, *-store, *-events, *-webhooks'],
  [/printer|payments/, 'print-provider, payment-provider'],
  [/rooms?|drawers?|doors?/, 'feature, file kind, entry point'],
]

/** In comments and documents: names that no English sentence has, and the pictures that the layout was described in. */
const phrases: Rule[] = [
  [
    /[a-z]\w*Memory|fresh[ -]facts|actOnFresh|held[ -]forms?|businessWall|draftWall|PageWish|directoryAddress/,
    'as in identifiers',
  ],
  [/orderMoves|makeMove|fetchFromOutside|payBack|keepTyped|forgetBuyers|judgeDocument|judge-docx/, 'as in identifiers'],
  [
    /stand-ins?|upkeep|outside-fetch|entrance-service|enrolment-service|(feed|order|product|sync)-rounds?/,
    'as in file names',
  ],
  [/the house(?! style)|drawn by the house/, 'the app, the design system'],
  [
    /(the|a|this|each|every|other|later|earlier|of) rooms?(?= of | that | before| after| alone|[,.;:]|s\b| \w+ (holds|asks))|rooms/,
    'feature',
  ],
  [/(?<!cart )(?<!the )drawers?/, 'file kind'],
  [/doors?/, 'entry point, route'],
]

/** Uses that stay, each with its reason. The word is matched whole. */
const exceptions: { word: RegExp; in: RegExp; because: string }[] = [
  { word: /mostRounds/, in: /^tests\/bench\//, because: 'rounds of a measurement' },
  { word: /UserRound|ContactRound|Printer/, in: /\.tsx$/, because: 'icons of lucide-react' },
  { word: /addAddress/, in: /\.ts$/, because: "a method of Node's BlockList" },
  { word: /postal-address/, in: /^app\/lib\/postal-address\.ts$/, because: 'an address of the post' },
  {
    word: /\w*([Ee]mail|[Ii]p|client|remote|peer|socket|[Ss]treet|postal|sample|has|Delivery|Postal)Address(es)?/,
    in: /\.tsx?$/,
    because: 'addresses of email, of the network and of the post',
  },
  {
    word: /figures|\w+Figures/,
    in: /^app\/(features\/(content|offers\/components|review\/components)|routes\/(account\/dashboard|dev)|ui\/stats)|^tests\/e2e\//,
    because: "numbers that a page shows: the specification's 'impact figures'",
  },
  {
    word: /\w*Words/,
    in: /^app\/features\/(directory|places|reference)\/|^tests\/(bench|relevance)\//,
    because: 'words that buyers type and listings have',
  },
  { word: /(count|benchmark|local)Words/, in: /^(tests\/bench|db\/demo)\//, because: 'single words of a text' },
  {
    word: /drawers?/,
    in: /^tests\/e2e\/shop|^docs\/specification-map/,
    because: "the cart drawer, the specification's word",
  },
  {
    word: /payments/,
    in: /^tests\/e2e\/payments\.spec\.ts$/,
    because: 'a journey through payments, not their provider',
  },
  {
    word: /constrainedMemory/,
    in: /^(scripts\/heap-limits\.ts|server\/prepare\.ts)$/,
    because: "Node's name for the memory of a container",
  },
  {
    word: /(feed|order|product|sync)-round/,
    in: /^docs\/(decisions\/0029|privacy\.md$|processing\.yaml$)/,
    because: 'stored names of jobs never change',
  },
  {
    word: /the house|a room|rooms|drawers?|doors?/,
    in: /^db\/demo\/sample-data\.yaml$/,
    because: 'what joiners, locksmiths and hotels write on their pages',
  },
]

const skipped = [
  // Named after tables, as they were called when it was released.
  /^db\/releases\//,
  /^db\/migrations\//, // a promise: older databases have run them as they are
  /^content\//, // the organisation's own texts
  /^db\/demo\/scene-/, // drawings of rooms, with walls and doors
  /^package-lock\.json$/,
  /^tests\/words\.test\.ts$/,
]

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => existsSync(file) && !skipped.some((pattern) => pattern.test(file)))

const whole = (pattern: RegExp) => new RegExp(`^(?:${pattern.source})$`)
const usedExceptions = new Set<number>()

function isExcepted(word: string, file: string): boolean {
  const index = exceptions.findIndex((exception) => whole(exception.word).test(word) && exception.in.test(file))
  if (index >= 0) usedExceptions.add(index)
  return index >= 0
}

/** What a list of rules refuses among words, as lines for a message. */
function refuse(rules: Rule[], words: Iterable<string>, file: string): string[] {
  return [...words].flatMap((word) => {
    const rule = rules.find(([pattern]) => whole(pattern).test(word))
    return rule && !isExcepted(word, file) ? [`${file}: '${word}' (use ${rule[1]})`] : []
  })
}

/** What a list of rules refuses in a text. */
function refuseInText(rules: Rule[], text: string, file: string): string[] {
  const found = rules.flatMap(
    ([pattern]) => text.match(new RegExp(`(?<![\\w-])(?:${pattern.source})(?![\\w-])`, 'g')) ?? [],
  )
  return [...new Set(found)].filter((word) => !isExcepted(word, file)).map((word) => `${file}: '${word}' in its prose`)
}

interface Source {
  names: Set<string>
  values: Set<string>
  comments: string
}

/** Identifiers, string literals and comments of a module. */
function readSource(file: string, code: string): Source {
  const { program, comments, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const names = new Set<string>()
  const values = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    if (node === null || typeof node !== 'object') return
    const { type, name, value } = node as { type?: string; name?: unknown; value?: unknown }
    if (type?.endsWith('Identifier') && typeof name === 'string') names.add(name)
    if (type === 'Literal' && typeof value === 'string') values.add(value)
    for (const child of Object.values(node)) visit(child)
  }
  visit(program)
  return { names, values, comments: comments.map((comment) => comment.value).join('\n') }
}

const isCode = /\.[cm]?tsx?$|\.[cm]js$/
const isProse = /\.md$|^\.env\.example$|\.ya?ml$/

function check(file: string, text: string): string[] {
  if (isCode.test(file)) {
    const { names, values, comments } = readSource(file, text)
    return [
      ...refuse(identifiers, names, file),
      ...refuse(literals, values, file),
      ...refuseInText(phrases, comments, file),
    ]
  }
  return isProse.test(file) ? refuseInText(phrases, text, file) : []
}

const inFiles = files.flatMap((file) =>
  check(file, isCode.test(file) || isProse.test(file) ? readFileSync(file, 'utf8') : ''),
)
const inPaths = files.flatMap((file) => refuse(pathParts, new Set(file.split(/[/.]/)), file))
const unused = exceptions.filter((_, index) => !usedExceptions.has(index))

test('no identifier, comment or document uses a word that a standard term has replaced', () => {
  expect(files.length).toBeGreaterThan(1_000)
  expect(inFiles).toEqual([])
})

test('no file or folder is named so', () => {
  expect(inPaths).toEqual([])
})

test('every exception is still needed', () => {
  expect(unused).toEqual([])
})

test('a word that comes back is found, wherever it comes', () => {
  const code = "// The stand-ins answer.\nexport const orderMoves = { plan: 'walk', sentence: 'the standing orders' }"
  expect(check('app/planted.ts', code).map((line) => line.split("'")[1])).toEqual(['orderMoves', 'walk', 'stand-ins'])
  expect(check('docs/planted.md', 'Each room has `directoryMemory`.')).toHaveLength(1)
  expect(refuse(pathParts, ['standing-line'], 'app/standing-line.tsx')).toHaveLength(1)
  expect(check('app/planted.ts', '// The walk home.\nexport const status = 1')).toEqual([])
})
