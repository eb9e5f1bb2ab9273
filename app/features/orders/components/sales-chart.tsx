import { formatMonth } from '#app/lib/dates.ts'
import { formatPence, penceToPounds } from '#app/lib/money.ts'
import { ChartCard, ColumnChart } from '#app/ui/chart.tsx'
import type { ChartTone } from '#app/ui/chart-tone.ts'
import type { MonthOfSales } from '../model.ts'

const parts: { label: string; tone: ChartTone }[] = [
  { label: 'Kept', tone: 'plain' },
  { label: 'Refunded', tone: 'waiting' },
]

/** Sales in each of the last twelve months. */
export function ShopSalesChart({ months }: { months: MonthOfSales[] }) {
  const sum = (of: 'sold' | 'refunded' | 'orders') => months.reduce((total, month) => total + month[of], 0)
  return (
    <ChartCard
      id="sales"
      title="Sales by month"
      lead={`In pounds, delivery included: ${formatPence(sum('sold'))} in twelve months`}
      series={parts}
      table={
        <>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" className="figure">
                Orders
              </th>
              <th scope="col" className="figure">
                Sold
              </th>
              <th scope="col" className="figure">
                Refunded
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.month}>
                <th scope="row">{nameOf(month)}</th>
                <td className="figure">{month.orders.toLocaleString('en-GB')}</td>
                <td className="figure">{formatPence(month.sold)}</td>
                <td className="figure">{formatPence(month.refunded)}</td>
              </tr>
            ))}
          </tbody>
        </>
      }
    >
      <ColumnChart
        title="Sales by month"
        description={`In twelve months ${sum('orders')} orders for ${formatPence(sum('sold'))}, of which ${formatPence(sum('refunded'))} was refunded.`}
        tones={parts.map(({ tone }) => tone)}
        columns={months.map((month) => ({
          name: shortNameOf(month),
          values: [penceToPounds(month.sold - month.refunded), penceToPounds(month.refunded)],
        }))}
      />
    </ChartCard>
  )
}

/** 'November 2026' */
function nameOf({ month }: MonthOfSales): string {
  return formatMonth(new Date(`${month}-15T12:00:00Z`))
}

/** 'Nov 2026' */
function shortNameOf(month: MonthOfSales): string {
  const [name = '', year = ''] = nameOf(month).split(' ')
  return `${name.slice(0, 3)} ${year}`
}
