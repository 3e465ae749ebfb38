import { Link } from '@tanstack/react-router'
import { receivableApi } from '#console/billing/finance/finance-api.ts'
import { formatBasisPointsAsPercent, KeyFigures } from '#console/platform/components/figures.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import type { ReceivablesOverview } from '#contract/billing/finance/receivables-api.ts'
import {
  type AgeBucket,
  ageBuckets,
  DAYS_SALES_OUTSTANDING_EXPLANATION,
  DAYS_SALES_OUTSTANDING_PERIOD_DAYS,
} from '#contract/money/statements/ageing.ts'
import { fen, formatMoney } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'
import '#console/billing/finance/components/finance.css'

export const receivableSummaryQuery = { queryKey: ['finance', 'receivable', 'summary'] as const, queryFn: () => receivableApi.summary({}) }

interface Props {
  from: { data: ReceivablesOverview | undefined; error: unknown; refetch: () => unknown }
}

const bar = <span className="bar bar-cell" aria-hidden />

const WaitingSummary = () => (
  <>
    <KeyFigures figures={['应收账款', '其中逾期', '周转天数 DSO', '集中度'].map((name) => ({ name, value: bar, note: bar }))} />
    <Panel title="账龄" className="ages-panel">
      <SkeletonBars count={2} />
    </Panel>
  </>
)

/** The main amounts of all debtors, and the ages of the debts as a bar. */
export const ReceivableSummaryPanel = ({ from }: Props) => (
  <QueryContent from={from} waiting={<WaitingSummary />}>
    {(summary) => (
      <>
        <Totals summary={summary} />
        <Ages summary={summary} />
      </>
    )}
  </QueryContent>
)

function Totals({ summary }: { summary: ReceivablesOverview }) {
  const { total, debtors, dso, drawn, concentration, interest, d30, d60, d90, older } = summary
  const late = fen(d30 + d60 + d90 + older)
  const [first, , ten] = concentration
  return (
    <KeyFigures
      figures={[
        { name: '应收账款', value: formatMoney(total), note: `${formatCount(debtors)} 家企业，另有未付利息 ${formatMoney(interest)}` },
        {
          name: '其中逾期',
          value: formatMoney(late),
          note: total > 0 ? `占 ${formatBasisPointsAsPercent(Math.round((late * 10_000) / total))}` : '没有逾期',
          ...(late > 0 ? { tone: 'bad' as const } : {}),
        },
        {
          name: '周转天数 DSO',
          value: dso === null ? '—' : `${dso} 天`,
          note: `${DAYS_SALES_OUTSTANDING_EXPLANATION}；近 ${DAYS_SALES_OUTSTANDING_PERIOD_DAYS} 天赊销 ${formatMoney(drawn)}`,
        },
        {
          name: '集中度',
          value: first ? formatBasisPointsAsPercent(first.share) : '—',
          note: `最大一家 ${formatMoney(first?.amount ?? fen(0))}；前十家 ${formatBasisPointsAsPercent(ten?.share ?? 0)}`,
        },
      ]}
    />
  )
}

const parts: readonly (readonly [part: AgeBucket | 'unbilled' | 'disputed', label: string])[] = [
  ['unbilled', '未出账'],
  ...(Object.keys(ageBuckets) as AgeBucket[]).map((age) => [age, ageBuckets[age].label] as const),
  ['disputed', '异议中'],
]

function Ages({ summary }: { summary: ReceivablesOverview }) {
  const summaryText = parts.map(([part, label]) => `${label} ${formatMoney(summary[part])}`).join('，')
  return (
    <Panel title="账龄" className="ages-panel">
      <div className="age-bar" role="img" aria-label={summaryText}>
        {parts.map(([part], at) => (
          <span key={part} className={`age-${at}`} style={{ width: `${summary.total > 0 ? (summary[part] * 100) / summary.total : 0}%` }} />
        ))}
      </div>
      <dl className="age-legend">
        {parts.map(([part, label], at) => (
          <div key={part}>
            <dt>
              <i className={`age-${at}`} aria-hidden />
              {label}
            </dt>
            <dd>
              <b className="num">
                <Part part={part} text={formatMoney(summary[part])} />
              </b>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** The total of an age. It links to its statements in all enterprises, except for debts without a statement. */
function Part({ part, text }: { part: AgeBucket | 'unbilled' | 'disputed'; text: string }) {
  if (part === 'unbilled') return text
  if (part === 'disputed') return <Link to="/disputes">{text}</Link>
  return (
    <Link to="/statements" search={{ age: part }}>
      {text}
    </Link>
  )
}
