import type { FirstUse, FirstVisit } from './first-use.ts'

/** What Lighthouse found of one screen in one visit. */
export interface Visit {
  /** Of 100 each. */
  scores: { performance: number; accessibility: number; 'best-practices': number; seo: number }
  /** Milliseconds, on the phone and the line that Lighthouse imagines. */
  largestPaint: number
  blocking: number
  /** Cumulative layout shift. */
  shift: number
  /** Bytes that came over the wire, by kind; and how many requests that took. */
  bytes: Record<string, number>
  requests: number
  /** Requests that went to somebody else. */
  foreign: string[]
}

/** One screen, in several visits. */
export interface Screen {
  path: string
  visits: Visit[]
  uses: FirstUse[]
  /** Words of its main part, with JavaScript and without. */
  words: { scripted: number; unscripted: number }
}

/** KB are 1,000 bytes. */
const aims = {
  performance: 98,
  others: 100,
  before: 6,
  touched: 130,
  form: 150,
  styles: 14,
  fonts: 60,
  shift: 0,
  tap: 200,
  requests: 20,
  firstVisit: 140,
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const round = (value: number, digits = 0) => value.toFixed(digits)

interface Column {
  title: string
  read: (screen: Summary) => string
}

const columns: Column[] = [
  { title: 'performance', read: ({ scores }) => String(scores[0]) },
  { title: 'accessibility', read: ({ scores }) => String(scores[1]) },
  { title: 'best practices', read: ({ scores }) => String(scores[2]) },
  { title: 'SEO', read: ({ scores }) => String(scores[3]) },
  { title: 'largest paint, ms', read: ({ paint }) => round(paint) },
  { title: 'of the floor', read: ({ ratio }) => `${round(ratio, 2)}×` },
  { title: 'blocked, ms', read: ({ blocking }) => round(blocking) },
  { title: 'shift', read: ({ shift }) => round(shift, 3) },
  { title: 'first use, ms', read: ({ tap }) => round(tap) },
  { title: 'while scripts come', read: ({ taps }) => round(taps) },
  { title: 'JavaScript before', read: ({ before }) => round(before, 1) },
  { title: 'after a touch', read: ({ touched }) => round(touched, 1) },
  { title: 'in a form', read: ({ entered, hasForm }) => (hasForm ? round(entered, 1) : '-') },
  { title: 'CSS', read: ({ styles }) => round(styles, 1) },
  { title: 'fonts', read: ({ fonts }) => round(fonts) },
  { title: 'HTML', read: ({ html }) => round(html) },
  { title: 'pictures', read: ({ pictures }) => round(pictures) },
  { title: 'requests', read: ({ requests }) => String(requests) },
  { title: 'words kept', read: ({ kept }) => `${round(kept * 100)} %` },
]

/**
 * Every figure of every screen, as medians over the visits, and by how much each aim was reached or missed.
 * @param floor the same visits of a page of plain HTML from a bare server.
 */
export function reportPages(screens: Screen[], floor: Visit[], firstVisit: FirstVisit): string {
  const bare = median(floor.map(({ largestPaint }) => largestPaint))
  const all = screens.map((screen) => summarise(screen, bare))
  const head = ['screen', ...columns.map(({ title }) => title)]
  const rows = all.map((screen) => [screen.path, ...columns.map(({ read }) => read(screen))])
  const foreign = all.flatMap(({ path, foreign }) => foreign.map((url) => `${path} asks ${url}`))
  const others = ({ scores }: Summary) => Math.min(...scores.slice(1))
  // A screen with a form may have more, also once its schema is there.
  const [forms, plain] = [all.filter(({ hasForm }) => hasForm), all.filter(({ hasForm }) => !hasForm)]
  return [
    `The floor, a page of plain HTML from a bare Node server: largest paint ${round(bare)} ms. KB are 1,000 bytes.`,
    [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
    [
      atLeast(
        `performance at least ${aims.performance} everywhere`,
        all,
        ({ scores }) => scores[0] ?? 0,
        aims.performance,
      ),
      atLeast(`accessibility, best practices and SEO ${aims.others} everywhere`, all, others, aims.others),
      atMost(`at most ${aims.before} KB of JavaScript before a touch`, all, ({ before }) => before, aims.before),
      atMost(`at most ${aims.touched} KB after it, without a form`, plain, ({ touched }) => touched, aims.touched),
      atMost(`at most ${aims.form} KB in a form`, forms, ({ entered }) => entered, aims.form),
      atMost(`at most ${aims.styles} KB of CSS`, all, ({ styles }) => styles, aims.styles),
      atMost(`at most ${aims.fonts} KB of fonts`, all, ({ fonts }) => fonts, aims.fonts),
      atMost('no layout shift', all, ({ shift }) => shift, aims.shift),
      atMost(`first use painted within ${aims.tap} ms`, all, ({ tap }) => tap, aims.tap),
      atMost(`taps while the scripts come painted within ${aims.tap} ms`, all, ({ taps }) => taps, aims.tap),
      judge(
        `a first visit of /directory takes at most ${aims.requests} requests`,
        firstVisit.requests <= aims.requests,
        String(firstVisit.requests),
      ),
      judge(
        `a first visit of /directory takes at most ${aims.firstVisit} KB`,
        firstVisit.bytes <= aims.firstVisit * 1000,
        round(firstVisit.bytes / 1000, 1),
      ),
      atLeast('every word is present without JavaScript', all, ({ kept }) => kept, 1),
      judge('no third-party requests before a click', foreign.length === 0, foreign.join(', ') || 'none'),
    ].join('\n'),
  ].join('\n\n')
}

/** Of one screen; sizes in KB. */
interface Summary {
  path: string
  scores: number[]
  paint: number
  ratio: number
  blocking: number
  shift: number
  tap: number
  taps: number
  before: number
  touched: number
  entered: number
  hasForm: boolean
  styles: number
  fonts: number
  html: number
  pictures: number
  requests: number
  foreign: string[]
  kept: number
}

function summarise({ path, visits, uses, words }: Screen, bare: number): Summary {
  const visited = (read: (visit: Visit) => number) => median(visits.map(read))
  const used = (read: (use: FirstUse) => number) => median(uses.map(read))
  const wire = (kind: string) => visited(({ bytes }) => (bytes[kind] ?? 0) / 1000)
  const paint = visited(({ largestPaint }) => largestPaint)
  return {
    path,
    scores: (['performance', 'accessibility', 'best-practices', 'seo'] as const).map((name) =>
      visited(({ scores }) => scores[name]),
    ),
    paint,
    ratio: paint / bare,
    blocking: visited(({ blocking }) => blocking),
    // One visit in which something moves is one too many.
    shift: Math.max(...visits.map(({ shift }) => shift), ...uses.map(({ shift }) => shift)),
    tap: used(({ tap }) => tap),
    taps: used(({ taps }) => taps),
    before: used(({ scripts }) => scripts.before / 1000),
    touched: used(({ scripts }) => scripts.touched / 1000),
    entered: used(({ scripts }) => scripts.entered / 1000),
    hasForm: uses.some(({ hasForm }) => hasForm),
    styles: used(({ styles }) => styles / 1000),
    fonts: wire('Font'),
    html: wire('Document'),
    pictures: wire('Image'),
    requests: visited(({ requests }) => requests),
    foreign: [...new Set(visits.flatMap(({ foreign }) => foreign))],
    kept: Math.min(1, words.unscripted / words.scripted),
  }
}

const atLeast = (aim: string, screens: Summary[], read: (screen: Summary) => number, least: number) =>
  judgeWorst(aim, screens.toSorted((a, b) => read(a) - read(b))[0], read, (value) => value >= least)
const atMost = (aim: string, screens: Summary[], read: (screen: Summary) => number, most: number) =>
  judgeWorst(aim, screens.toSorted((a, b) => read(b) - read(a))[0], read, (value) => value <= most)

function judgeWorst(
  aim: string,
  worst: Summary | undefined,
  read: (screen: Summary) => number,
  isReached: (value: number) => boolean,
): string {
  if (!worst) return `- not measured: ${aim}: there was no such screen`
  const value = read(worst)
  return judge(
    aim,
    isReached(value),
    `${Number.isInteger(value) ? value : round(value, value < 10 ? 3 : 1)} at worst, on ${worst.path}`,
  )
}

function judge(aim: string, isReached: boolean, found: string): string {
  return `- ${isReached ? 'reached' : 'missed'}: ${aim}: ${found}`
}
