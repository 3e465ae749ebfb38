import { type Fen, fen, formatMoney, ZERO_FEN } from '#contract/platform/core/money.ts'
import { formatFullMonth } from '#ui/format.ts'
import { computeBarHeightBasisPoints, computeChartMaximum, formatAmountAxisMark, formatMonthName } from './month-chart-view.ts'

const fills = { steel: 'fill-steel', jade: 'fill-jade', copper: 'fill-copper' } as const
const swatches = { steel: 'bg-steel', jade: 'bg-jade', copper: 'bg-copper' } as const

/** One series: its label, its colour, and an amount for every month. */
interface Series {
  label: string
  colour: keyof typeof fills
  amounts: readonly Fen[]
}

interface Props {
  /** The caption of the table for screen readers. */
  caption: string
  /** The text when there is no data. */
  empty: string
  /** 'YYYY-MM', the oldest first. */
  months: readonly string[]
  series: readonly Series[]
}

const HEIGHT = 10_000

/** A bar chart by month. The drawing is only visual; a table beside it has the same numbers. */
export function MonthChart({ caption, empty, months, series }: Props) {
  if (series.every(({ amounts }) => amounts.every((amount) => amount === 0))) {
    return <p className="grid h-36 place-items-center rounded-control bg-paper text-mute md:h-44">{empty}</p>
  }
  const top = computeChartMaximum(series.flatMap(({ amounts }) => amounts))
  return (
    <figure>
      {series.length > 1 && <Key series={series} />}
      <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
        <Axis top={top} />
        <Bars months={months} series={series} top={top} />
        <span />
        <ol className="mt-1.5 flex text-center text-xs text-mute">
          {months.map((month) => (
            <li key={month} className="num flex-1">
              {formatMonthName(month)}
            </li>
          ))}
        </ol>
      </div>
      <Numbers caption={caption} months={months} series={series} />
    </figure>
  )
}

function Key({ series }: { series: readonly Series[] }) {
  return (
    <ul aria-hidden className="mb-2 flex justify-end gap-4 text-xs text-mute">
      {series.map(({ label, colour }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className={`own-colours size-2.5 rounded-[2px] ${swatches[colour]}`} />
          {label}
        </li>
      ))}
    </ul>
  )
}

function Axis({ top }: { top: Fen }) {
  return (
    <div className="num -my-1.5 flex h-39 flex-col justify-between text-right text-xs leading-3 text-mute md:h-47">
      <span>{formatAmountAxisMark(top)}</span>
      <span>{formatAmountAxisMark(fen(top / 2))}</span>
      <span>0</span>
    </div>
  )
}

/** A hundred units wide for every month, scaled to the available width. */
function Bars({ months, series, top }: Pick<Props, 'months' | 'series'> & { top: Fen }) {
  const width = Math.min(28, 56 / series.length)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${months.length * 100} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-36 w-full overflow-visible md:h-44"
    >
      {[0, HEIGHT / 2, HEIGHT].map((y) => (
        <path key={y} d={`M0 ${y}H${months.length * 100}`} vectorEffect="non-scaling-stroke" className="stroke-line" fill="none" />
      ))}
      {months.map((month, at) =>
        series.map(({ label, colour, amounts }, place) => {
          const height = computeBarHeightBasisPoints(amounts[at] ?? ZERO_FEN, top)
          const x = at * 100 + 50 + (place - series.length / 2) * (width + 4) + 2
          return <rect key={`${month}${label}`} x={x} y={HEIGHT - height} width={width} height={height} className={fills[colour]} />
        }),
      )}
    </svg>
  )
}

function Numbers({ caption, months, series }: Omit<Props, 'empty'>) {
  return (
    <table className="sr-only">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">月份</th>
          {series.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month, at) => (
          <tr key={month}>
            <th scope="row">{formatFullMonth(month)}</th>
            {series.map(({ label, amounts }) => (
              <td key={label}>{formatMoney(amounts[at] ?? ZERO_FEN)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
