const bars = [
  'M0 2l6.4 7.2V40H0z',
  'M8.4 11.45l6.4 7.2V40H8.4z',
  'M16.8 20.9l3.2 3.6 3.2-3.6V40h-6.4z',
  'M31.6 11.45l-6.4 7.2V40h6.4z',
  'M40 2l-6.4 7.2V40H40z',
]

/** The symbol: five bars, the red one in the middle. It builds up with 1, 3 and 5 bars in the steps of verification. */
export function MusterSymbol({ filled = 5 }: { filled?: 1 | 3 | 5 }) {
  const reach = (filled - 1) / 2
  return (
    <svg className="mark" viewBox="0 0 40 42" aria-hidden="true" focusable="false">
      {bars.map((d, index) => (
        <path key={d} d={d} className={index === 2 ? 'mk-a' : Math.abs(index - 2) <= reach ? 'mk' : 'mk-o'} />
      ))}
    </svg>
  )
}
