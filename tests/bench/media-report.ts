/** One run of one way: all pictures at once, in a new process. */
export interface MediaRun {
  way: 'product' | 'sharp'
  seconds: number
  /** Memory before, and the most of it. */
  residentBytes: number
  peakBytes: number
  /** Milliseconds each answer of /healthz took, before and meanwhile. */
  idle: number[]
  busy: number[]
}

/** Share of sharp's speed, share of its memory above idle, and milliseconds of an answer. */
const aims = { speed: 0.8, memory: 0.5, answer: 100 }

const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0)

/** Every figure, as medians over the rounds, and by how much each aim was reached or missed. */
export function reportMedia(size: { pictures: number; megapixels: number; bytes: number }, runs: MediaRun[]): string {
  const of = (way: MediaRun['way']) => {
    const rounds = runs.filter((run) => run.way === way)
    const median = (read: (run: MediaRun) => number) => share(rounds.map(read), 0.5)
    return {
      speed: median(({ seconds }) => size.pictures / seconds),
      resident: median(({ residentBytes }) => residentBytes),
      peak: median(({ peakBytes }) => peakBytes),
      above: median(({ peakBytes, residentBytes }) => peakBytes - residentBytes),
      idle: median(({ idle }) => share(idle, 0.99)),
      half: median(({ busy }) => share(busy, 0.5)),
      busy: median(({ busy }) => share(busy, 0.99)),
    }
  }
  const ways = { 'the product': of('product'), 'sharp alone': of('sharp') }
  const rows = Object.entries(ways).map(([name, way]) =>
    [
      name,
      way.speed.toFixed(2),
      mebibytes(way.resident),
      mebibytes(way.peak),
      mebibytes(way.above),
      way.idle.toFixed(1),
      way.half.toFixed(1),
      way.busy.toFixed(1),
    ].join(' | '),
  )
  const { 'the product': product, 'sharp alone': alone } = ways
  const speed = product.speed / alone.speed
  const memory = product.above / alone.above
  return [
    `${size.pictures} pictures of ${size.megapixels} megapixels at once, ${mebibytes(size.bytes)} MiB of them.`,
    '| | pictures a second | memory idle, MiB | peak, MiB | above idle, MiB | /healthz idle, p99 ms | meanwhile, median ms | meanwhile, p99 ms |\n' +
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n' +
      rows.map((row) => `| ${row} |`).join('\n'),
    [
      judge(
        `at least ${aims.speed}× the pictures a second of sharp alone`,
        speed >= aims.speed,
        `${speed.toFixed(2)}×`,
      ),
      judge(`at most ${aims.memory}× its memory above idle`, memory <= aims.memory, `${memory.toFixed(2)}×`),
      judge(
        `/healthz meanwhile within ${aims.answer} ms, p99`,
        product.busy <= aims.answer,
        `${product.busy.toFixed(1)} ms`,
      ),
    ].join('\n'),
  ].join('\n\n')
}

function share(numbers: number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function judge(aim: string, reached: boolean, figure: string): string {
  return `- ${reached ? 'reached' : 'missed'}: ${aim} (${figure})`
}
