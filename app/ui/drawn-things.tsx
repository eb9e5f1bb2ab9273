import type { DrawnProductKind } from './drawn-thing.ts'

/** The segments of a bar. */
type Bar = [number, number][]

const step = 8
const width = 4
const side = 100

/** Mirrors the bars around the middle one, which comes last. */
function evenly(...half: Bar[]): Bar[] {
  return [...half, ...half.slice(0, -1).reverse()]
}

const things: Record<DrawnProductKind, Bar[]> = {
  shirt: evenly([[37, 55]], [[29, 60]], [[22, 52]], [[16, 92]], [[12, 92]], [[17, 92]], [[20, 92]]),
  hoodie: evenly(
    [[46, 88]],
    [[32, 92]],
    [[25, 88]],
    [[20, 94]],
    [[10, 94]],
    [
      [5, 18],
      [27, 94],
    ],
    [
      [3, 14],
      [30, 94],
    ],
  ),
  mug: [
    [],
    [[26, 84]],
    [[22, 88]],
    [[22, 88]],
    [[22, 88]],
    [[22, 88]],
    [[22, 88]],
    [[22, 88]],
    [[22, 88]],
    [[26, 84]],
    [
      [36, 42],
      [64, 70],
    ],
    [[40, 66]],
    [],
  ],
  bag: evenly(
    [],
    [[38, 94]],
    [[38, 94]],
    [[38, 94]],
    [
      [18, 34],
      [38, 94],
    ],
    [
      [10, 17],
      [38, 94],
    ],
    [
      [8, 14],
      [38, 94],
    ],
  ),
}

/** A drawing of a product as a row of bars; `accent` is the index of the red one. */
export function ProductDrawing({ of, accent }: { of: DrawnProductKind; accent?: number }) {
  return (
    <svg className="drawn-thing" viewBox={`0 0 ${side} ${side}`} aria-hidden="true" focusable="false">
      {barsOf(of).map(({ place, from, to }) => (
        <rect
          key={`${place}-${from}`}
          {...(place === accent && { className: 'rank-accent' })}
          x={place * step}
          y={from}
          width={width}
          height={to - from}
        />
      ))}
    </svg>
  )
}

function barsOf(thing: DrawnProductKind) {
  return things[thing].flatMap((bar, place) => bar.map(([from, to]) => ({ place, from, to })))
}
