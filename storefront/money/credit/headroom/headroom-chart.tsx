import type { CreditHeadroom } from '#contract/money/statements/shapes.ts'
import { type Fen, fen, formatMoney } from '#contract/platform/core/money.ts'
import { useCreditHeadroomByDay } from '#storefront/money/credit/repay/repay-api.ts'
import { Card } from '#storefront/platform/components/card.tsx'
import { formatAmountAxisMark, formatMonthName } from '#storefront/platform/components/month-chart-view.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { formatMonthDay } from '#ui/format.ts'
import {
  CHART_HEIGHT,
  computeHeadroomChartMaximum,
  listDaysWithHeadroomChange,
  listMonthAxisMarks,
  toLimitLineSvgPath,
  toUsedAreaSvgPath,
} from './headroom-view.ts'

/** 未来 90 天额度: how much can be used on each day, if every debt is repaid when it is due. */
export function HeadroomCard() {
  const headroom = useCreditHeadroomByDay()
  return (
    <Card title="未来 90 天可用额度">
      <QueryContent from={headroom} skeleton={<Skeleton className="h-56" />}>
        {(found) => (found === null ? <p className="text-mute">尚未开通赊销账户</p> : <Chart {...found} />)}
      </QueryContent>
    </Card>
  )
}

function Chart({ days }: CreditHeadroom) {
  const top = computeHeadroomChartMaximum(days)
  const [today, last] = [days[0], days.at(-1)]
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm">
        <span className="text-mute">
          今天可用 <b className="num text-ink">{formatMoney(today?.usable ?? fen(0))}</b>，90 天后{' '}
          <b className="num text-ink">{formatMoney(last?.usable ?? fen(0))}</b>
        </span>
        <Key />
      </figcaption>
      <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
        <Axis top={top} />
        <Drawing days={days} top={top} />
        <span />
        <Months days={days} />
      </div>
      <Numbers days={days} />
      <p className="mt-2 text-xs text-mute">按到期日全额还款、不再新增赊销推算；异议中的金额不计入到期。</p>
    </figure>
  )
}

const Key = () => (
  <span aria-hidden className="flex gap-4 text-xs text-mute">
    <span className="flex items-center gap-1.5">
      <span className="w-4 border-t-2 border-dashed border-ink" />
      额度
    </span>
    <span className="flex items-center gap-1.5">
      <span className="own-colours size-2.5 rounded-[2px] bg-steel" />
      已用
    </span>
    <span className="flex items-center gap-1.5">
      <span className="own-colours size-2.5 rounded-full bg-copper" />
      还款日
    </span>
  </span>
)

const Axis = ({ top }: { top: Fen }) => (
  <div className="num -my-1.5 flex h-39 flex-col justify-between text-right text-xs leading-3 text-mute md:h-47">
    <span>{formatAmountAxisMark(top)}</span>
    <span>{formatAmountAxisMark(fen(top / 2))}</span>
    <span>0</span>
  </div>
)

function Drawing({ days, top }: { days: CreditHeadroom['days']; top: Fen }) {
  const width = days.length * 100
  return (
    <div className="relative">
      <svg aria-hidden viewBox={`0 0 ${width} ${CHART_HEIGHT}`} preserveAspectRatio="none" className="h-36 w-full overflow-visible md:h-44">
        {[0, CHART_HEIGHT / 2, CHART_HEIGHT].map((y) => (
          <path key={y} d={`M0 ${y}H${width}`} vectorEffect="non-scaling-stroke" className="stroke-line" fill="none" />
        ))}
        <path d={toUsedAreaSvgPath(days, top)} className="fill-steel" />
        <path
          d={toLimitLineSvgPath(days, top)}
          vectorEffect="non-scaling-stroke"
          fill="none"
          className="stroke-ink"
          strokeWidth="1.5"
          strokeDasharray="5 3"
        />
      </svg>
      {days.map(({ day, due }, at) =>
        due > 0 ? (
          <span
            key={day}
            data-hint={`${formatMonthDay(day)}还款 ${formatMoney(due)}`}
            className="own-colours absolute -bottom-1 size-2.5 -translate-x-1/2 rounded-full border-2 border-white bg-copper"
            style={{ left: `${((at + 0.5) / days.length) * 100}%` }}
          >
            <span className="sr-only">
              {formatMonthDay(day)}还款 {formatMoney(due)}
            </span>
          </span>
        ) : null,
      )}
    </div>
  )
}

const Months = ({ days }: Pick<CreditHeadroom, 'days'>) => (
  <ol className="relative mt-1.5 h-4 text-xs text-mute">
    {listMonthAxisMarks(days).map(({ at, month }) => (
      <li key={month} className="num absolute" style={{ left: `${(at / days.length) * 100}%` }}>
        {formatMonthName(month)}
      </li>
    ))}
  </ol>
)

function Numbers({ days }: Pick<CreditHeadroom, 'days'>) {
  return (
    <div className="sr-only">
      <table>
        <caption>未来 90 天可用额度，列出有变化的日子</caption>
        <thead>
          <tr>
            {['日期', '额度', '订单占用', '待还', '当日应还', '可用'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listDaysWithHeadroomChange(days).map(({ day, limit, held, drawn, due, usable }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {[limit, held, drawn, due, usable].map((amount, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the column index identifies the cell
                <td key={at}>{formatMoney(amount)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
