import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, instantColumn, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleStatementEndpoints } from '#contract/money/statements/console-api.ts'
import { formatDisputeReason } from '#contract/money/statements/disputed-units.ts'
import { formatInterestByDayNote } from '#contract/money/statements/interest.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { formatShortDocumentNumber, formatStatementEntryDestination } from '#contract/money/statements/statement-parts.ts'
import { type Fen, formatMoney, minFen, subtractFen, sum } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { DecideDisputeDrawer, type DisputedStatementLine } from './dispute-drawer.tsx'
import { disputeLabels, disputeTones, formatDailyInterestRate } from './statement-view.ts'

type Line = StatementDetail['lines'][number]
type Entry = StatementDetail['entries'][number]
type InterestDay = StatementDetail['interestDays'][number]

interface Props {
  enterpriseId: string
  statement: StatementDetail
}

/** Formats what was disputed, what was granted of it, why, and the opinion on it. */
function formatDispute(dispute: NonNullable<Line['dispute']>): string {
  const { amount, granted, opinion } = dispute
  const reason = formatDisputeReason(dispute)
  const amounts = granted === null ? `异议 ${formatMoney(amount)}` : `异议 ${formatMoney(amount)}，支持 ${formatMoney(granted)}`
  return `${amounts}：${opinion ? `${reason}；意见：${opinion}` : reason}`
}

function DisputeCell({ line: { dispute }, decide }: { line: Line; decide: () => void }) {
  const { reason: why } = usePermission(consoleStatementEndpoints.decideDispute)
  if (dispute === null) return '—'
  return (
    <span className="two-lines">
      <span>
        <Tag tone={disputeTones[dispute.state]}>{disputeLabels[dispute.state]}</Tag>{' '}
        {dispute.state === 'OPEN' && (
          <Button size="small" {...toDisabledProps(why)} onClick={decide}>
            处理
          </Button>
        )}
      </span>
      <small>{formatDispute(dispute)}</small>
    </span>
  )
}

/** The drawdowns of the month and their disputes. */
export function StatementLinesTable({ enterpriseId, statement: { month, lines, hash } }: Props) {
  const drawer = useDrawer<DisputedStatementLine>()
  const columns: Column<Line>[] = [
    customColumn({
      title: '订单',
      width: 184,
      value: ({ orderNo }) =>
        orderNo === '' ? (
          '—'
        ) : (
          <Link to="/order" search={{ enterpriseId, orderNo }} className="num">
            {orderNo}
          </Link>
        ),
    }),
    customColumn({ title: '商品', value: ({ goodsName }) => goodsName }),
    instantColumn({ title: '赊销时间', value: ({ at }) => at }),
    moneyColumn({ title: '金额', value: ({ amount }) => amount }),
    moneyColumn({ title: '已冲减', value: ({ refunded }) => refunded }),
    customColumn({
      title: '异议',
      width: 260,
      value: (line) => (
        <DisputeCell
          line={line}
          decide={() =>
            drawer.show({
              enterpriseId,
              month,
              id: line.id,
              amount: minFen(line.dispute?.amount ?? line.amount, subtractFen(line.amount, line.refunded)),
              reason: line.dispute === null ? '' : formatDisputeReason(line.dispute),
              pictures: line.dispute?.pictures ?? [],
            })
          }
        />
      ),
    }),
  ]
  return (
    <Panel title={`明细 ${lines.length} 笔`} extra={<small className="mute num break-all">校验码 {hash.slice(0, 16)}…</small>} flush>
      <DataTable columns={columns} rows={lines} rowKey={({ id }) => id} width={980} empty={<EmptyState title="没有明细" />} />
      {drawer.subject && <DecideDisputeDrawer subject={drawer.subject} open={drawer.open} close={drawer.close} />}
    </Panel>
  )
}

/** The columns of every table of entries: when, what, and by which document. */
const datedColumns = <Row extends { label: string; document: string; valueDay: string; at: Date }>(): Column<Row>[] => [
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({ title: '起息日', width: 120, value: ({ valueDay }) => <span className="num">{valueDay}</span> }),
  customColumn({ title: '类型', value: ({ label }) => label }),
  customColumn({
    title: '单据编号',
    width: 176,
    value: ({ document }) => <span className="num">{formatShortDocumentNumber(document)}</span>,
  }),
]

const entryColumns: Column<Entry>[] = [
  ...datedColumns<Entry>(),
  customColumn({ title: '订单', width: 184, value: ({ orderNo }) => <span className="num">{orderNo ?? '—'}</span> }),
  customColumn({ title: '去向', width: 160, value: formatStatementEntryDestination }),
  moneyColumn({ title: '金额', value: ({ amount }) => amount }),
  moneyColumn({ title: '另退回钱包', value: ({ toWallet }) => toWallet }),
]

/** What has lowered the statement, in its month and since. */
export const StatementReductionsTable = ({ statement: { entries } }: Pick<Props, 'statement'>) => (
  <Panel title="还款与冲减" flush>
    <DataTable columns={entryColumns} rows={entries} rowKey={({ id }) => id} width={1120} empty={<EmptyState title="还没有还款" />} />
  </Panel>
)

interface DatedEntry {
  id: string
  label: string
  document: string
  amount: Fen
  valueDay: string
  at: Date
}

const settlementColumns: Column<DatedEntry>[] = [
  ...datedColumns<DatedEntry>(),
  moneyColumn({ title: '金额', value: ({ amount }) => amount }),
]

/** What has settled the interest of the month, or what became of its written-off claims. Nothing without entries. */
const SettlementTable = ({ title, entries }: { title: string; entries: readonly DatedEntry[] }) =>
  entries.length === 0 ? null : (
    <Panel title={`${title} ${formatMoney(sum(entries.map(({ amount }) => amount)))}`} flush>
      <DataTable columns={settlementColumns} rows={entries} rowKey={({ id }) => id} width={760} />
    </Panel>
  )

/** How the interest of the month was settled, and what became of its written-off claims. */
export const InterestAndWriteOffSettlementTables = ({ statement: { interestEntries, claimEntries } }: Pick<Props, 'statement'>) => (
  <>
    <SettlementTable title="逾期利息的结清" entries={interestEntries} />
    <SettlementTable title="核销后的收回与免于追偿" entries={claimEntries} />
  </>
)

const dayColumns: Column<InterestDay>[] = [
  customColumn({ title: '日期', value: ({ day }) => <span className="num">{day}</span> }),
  moneyColumn({ title: '本金', value: ({ principal }) => principal }),
  numberColumn({ title: '日利率', value: ({ rate }) => formatDailyInterestRate(rate) }),
  moneyColumn({ title: '利息', value: ({ amount }) => amount }),
  moneyColumn({ title: '冲回', value: ({ reversed }) => reversed }),
  moneyColumn({ title: '补收', value: ({ recharged }) => recharged }),
]

/** The interest that overdue days have posted. */
export function OverdueInterestByDayTable({ statement }: Pick<Props, 'statement'>) {
  const { interestDays } = statement
  if (interestDays.length === 0) return null
  const note = formatInterestByDayNote(statement)
  return (
    <Panel title={`逾期利息 ${interestDays.length} 笔`} flush>
      <DataTable columns={dayColumns} rows={interestDays} rowKey={({ day }) => day} width={640} />
      {note !== '' && <p className="panel-body mute">{note}</p>}
    </Panel>
  )
}
