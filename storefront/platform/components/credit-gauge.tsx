import { formatMoney } from '#contract/platform/core/money.ts'
import { type CreditGaugeData, type CreditGaugeSegmentKind, creditGaugeSegmentLabels } from './credit-gauge-view.ts'

const fills: Record<CreditGaugeSegmentKind, string> = {
  drawn: 'bg-steel',
  held: 'bg-[repeating-linear-gradient(135deg,#1d4f86_0_4px,#8fb0d6_4px_8px)]',
  baseFree: 'bg-steel-tint',
  tempFree: 'bg-[repeating-linear-gradient(135deg,#f7ecdf_0_4px,#ecd3b6_4px_8px)]',
}

/** The credit limit as a bar: what is drawn, what orders hold, what is free, and where the base limit ends. */
export function CreditGauge({ gauge: { parts, baseMark }, slim = false }: { gauge: CreditGaugeData; slim?: boolean }) {
  const words = parts.map(({ kind, amount }) => `${creditGaugeSegmentLabels[kind]} ${formatMoney(amount)}`).join('，')
  return (
    <div
      role="img"
      aria-label={words === '' ? '没有额度' : words}
      className={`own-colours relative flex w-full overflow-hidden rounded-[3px] bg-line-soft ${slim ? 'h-2' : 'h-5'}`}
    >
      {parts.map(({ kind, width }) => (
        <span key={kind} className={`h-full min-w-0.5 ${fills[kind]}`} style={{ width: `${width / 100}%` }} />
      ))}
      {baseMark !== null && <span className="absolute inset-y-0 w-0.5 bg-ink" style={{ left: `${baseMark / 100}%` }} />}
    </div>
  )
}

/** The legend of the gauge with the amounts. */
export function CreditGaugeLegend({ gauge: { parts } }: { gauge: CreditGaugeData }) {
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-1.5 sm:grid-cols-2">
      {parts.map(({ kind, amount }) => (
        <div key={kind} className="flex items-center gap-2 text-sm">
          <span aria-hidden className={`own-colours size-3 shrink-0 rounded-[2px] border border-line ${fills[kind]}`} />
          <dt className="text-mute">{creditGaugeSegmentLabels[kind]}</dt>
          <dd className="num ml-auto">{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
