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
  /** Bytes of all scripts as gzip makes them. */
  scriptGzipped: number
  requests: number
  /** Requests that went to somebody else. */
  foreign: string[]
}

/** One screen, in several visits. */
export interface Screen {
  path: string
  visits: Visit[]
  /** Words of its main part, with JavaScript and without. */
  words: { scripted: number; unscripted: number }
}

const aims = { performance: 95, others: 100, script: 130, shift: 0 }

/** The screen that may have the most JavaScript; pages of content have less. */
const heaviest = '/directory'

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const kilobytes = (bytes: number) => bytes / 1000

/**
 * Every figure of every screen, as medians over the visits, and by how much each aim was reached or missed.
 * @param floor the same visits of a page of plain HTML from a bare server.
 */
export function reportPages(screens: Screen[], floor: Visit[]): string {
  const bare = median(floor.map(({ largestPaint }) => largestPaint))
  const figures = screens.map((screen) => summarise(screen, bare))
  const head = ['screen', 'performance', 'accessibility', 'best practices', 'SEO', 'largest paint, ms', 'of the floor']
  const more = [
    'blocked, ms',
    'shift',
    'HTML, KB',
    'JavaScript',
    'gzipped',
    'CSS',
    'fonts',
    'pictures',
    'requests',
    'words kept',
  ]
  const rows = figures.map((figure) => [
    ...[figure.path, ...figure.scores.map(String), figure.paint.toFixed(0), `${figure.ratio.toFixed(2)}×`],
    ...[
      figure.blocking.toFixed(0),
      figure.shift.toFixed(3),
      ...figure.kinds.map((bytes) => kilobytes(bytes).toFixed(0)),
    ],
    ...[String(figure.requests), `${(figure.kept * 100).toFixed(0)} %`],
  ])
  const worst = (read: (figure: Summary) => number, least = true) =>
    figures.toSorted((a, b) => (least ? read(a) - read(b) : read(b) - read(a)))[0]
  const slowest = worst(({ scores }) => scores[0] ?? 0)
  const faulty = worst(({ scores }) => Math.min(...scores.slice(1)))
  const shifting = worst(({ shift }) => shift, false)
  const directory = figures.find(({ path }) => path === heaviest)
  const content = worst(({ path, script }) => (path === heaviest ? 0 : script), false)
  const foreign = figures.flatMap(({ path, foreign }) => foreign.map((url) => `${path} asks ${url}`))
  const silent = worst(({ kept }) => kept)
  return [
    `The floor, a page of plain HTML from a bare Node server: largest paint ${bare.toFixed(0)} ms. KB are 1,000 bytes as they come over the wire.`,
    [head.concat(more), head.concat(more).map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
    [
      judge(`performance at least ${aims.performance} everywhere`, slowest, ({ scores }) => scores[0] ?? 0, {
        least: aims.performance,
      }),
      judge(
        `accessibility, best practices and SEO ${aims.others} everywhere`,
        faulty,
        ({ scores }) => Math.min(...scores.slice(1)),
        { least: aims.others },
      ),
      judge(
        `at most ${aims.script} KB of JavaScript, gzipped, on the directory`,
        directory,
        ({ script }) => kilobytes(script),
        {
          most: aims.script,
        },
      ),
      judge('less on every other screen', content, ({ script }) => kilobytes(script), {
        most: kilobytes(directory?.script ?? 0),
      }),
      judge('no layout shift', shifting, ({ shift }) => shift, { most: aims.shift }),
      judge('every word is present without JavaScript', silent, ({ kept }) => kept, { least: 1 }),
      `- ${foreign.length === 0 ? 'reached' : 'missed'}: no third-party requests before a click${foreign.length === 0 ? '' : `: ${foreign.join(', ')}`}`,
    ].join('\n'),
  ].join('\n\n')
}

interface Summary {
  path: string
  scores: number[]
  paint: number
  ratio: number
  blocking: number
  shift: number
  kinds: number[]
  script: number
  requests: number
  foreign: string[]
  kept: number
}

function summarise({ path, visits, words }: Screen, bare: number): Summary {
  const of = (read: (visit: Visit) => number) => median(visits.map(read))
  const bytes = (kind: string) => of((visit) => visit.bytes[kind] ?? 0)
  const script = of(({ scriptGzipped }) => scriptGzipped)
  const paint = of(({ largestPaint }) => largestPaint)
  return {
    path,
    scores: (['performance', 'accessibility', 'best-practices', 'seo'] as const).map((name) =>
      of(({ scores }) => scores[name]),
    ),
    paint,
    ratio: paint / bare,
    blocking: of(({ blocking }) => blocking),
    // One visit in which something jumps is one too many.
    shift: Math.max(...visits.map(({ shift }) => shift)),
    kinds: [bytes('Document'), bytes('Script'), script, bytes('Stylesheet'), bytes('Font'), bytes('Image')],
    script,
    requests: of(({ requests }) => requests),
    foreign: [...new Set(visits.flatMap(({ foreign }) => foreign))],
    kept: Math.min(1, words.unscripted / words.scripted),
  }
}

function judge(
  aim: string,
  figure: Summary | undefined,
  read: (figure: Summary) => number,
  limit: { least: number } | { most: number },
): string {
  const value = figure ? read(figure) : Number.NaN
  const reached = 'least' in limit ? value >= limit.least : value <= limit.most
  const rounded = Number.isInteger(value) ? value : value.toFixed(value < 10 ? 3 : 1)
  return `- ${reached ? 'reached' : 'missed'}: ${aim}: ${rounded} at worst, on ${figure?.path}`
}
