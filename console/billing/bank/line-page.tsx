import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { type CaseRun, useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { type BankAllocation, bankLineSources } from '#contract/billing/bank/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatShanghaiTimeToMinute, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { AssignBankLinePanel } from './assign-panel.tsx'
import { bankLineByIdQuery, bankLineQueue } from './bank-api.ts'
import { toBankLineAssignmentStatus } from './bank-view.ts'
import { type BankLineDetail, RecordBankLineRefundDrawer, VoidManualBankLineDrawer } from './line-drawers.tsx'
import { UndoOfUse } from './undoing/undo-one.tsx'
import './bank.css'

const TITLE = '流水认领'

function Line({ lineId }: { lineId: string }) {
  const found = useQuery(bankLineByIdQuery(lineId))
  return (
    <QueryPage title={TITLE} from={found}>
      {(line) => <Opened line={line} />}
    </QueryPage>
  )
}

function Opened({ line }: { line: BankLineDetail }) {
  const run = useCaseRun(bankLineQueue, { id: line.id, waiting: undefined })
  const { allowed } = usePermission(consoleBankEndpoints.assign)
  return (
    <>
      {allowed && <CaseQueueBar run={run} />}
      <Head line={line} run={run} />
      <div className="line">
        <Described line={line} />
        <div>
          {line.rest > 0 && <AssignBankLinePanel line={line} decided={run.decided} />}
          <Uses line={line} />
        </div>
      </div>
    </>
  )
}

function Head({ line, run }: { line: BankLineDetail; run: CaseRun }) {
  const { label, tone } = toBankLineAssignmentStatus(line)
  const [back, voiding] = [useDrawer<BankLineDetail>(), useDrawer<BankLineDetail>()]
  const { reason: why } = usePermission(consoleBankEndpoints.giveBack)
  const unused = line.source === 'typed' && line.assigned === 0
  return (
    <PageHead
      title={
        <>
          {line.payerName || '未填户名'} <span className="num">{formatMoney(line.amount)}</span>
          <span className="tags">
            <Tag tone={tone}>{label}</Tag>
          </span>
        </>
      }
      note={
        <>
          <span className="num">{line.day}</span> 到账 · 流水号 <span className="num">{line.reference}</span>
        </>
      }
      actions={
        <>
          {unused && (
            <Button danger {...toDisabledProps(why)} onClick={() => voiding.show(line)}>
              作废登记
            </Button>
          )}
          {line.rest > 0 && (
            <Button aria-keyshortcuts="R" {...toDisabledProps(why)} onClick={() => back.show(line)}>
              退回付款人
            </Button>
          )}
          {why !== undefined && <p className="why-grey">{why}</p>}
          {back.subject && <RecordBankLineRefundDrawer line={line} open={back.open} close={back.close} decided={run.decided} />}
          {voiding.subject && <VoidManualBankLineDrawer line={line} open={voiding.open} close={voiding.close} decided={run.decided} />}
        </>
      }
    />
  )
}

const Described = ({ line }: { line: BankLineDetail }) => (
  <Panel title="银行流水">
    <dl className="line-sums">
      <div>
        <dt>未用余额</dt>
        <dd className="num line-rest">{formatMoney(line.rest)}</dd>
      </div>
      <div>
        <dt>流水金额</dt>
        <dd className="num">{formatMoney(line.amount)}</dd>
      </div>
      <div>
        <dt>已用</dt>
        <dd className="num">{formatMoney(line.assigned)}</dd>
      </div>
    </dl>
    <FactList
      facts={[
        ['付款户名', line.payerName || '未填'],
        [
          '付款账号',
          <span key="account" className="num">
            {line.payerAccount || '未填'}
          </span>,
        ],
        ...(line.tradedAt
          ? ([
              [
                '交易时间',
                <time key="traded" className="num">
                  {formatShanghaiTimeToSecond(line.tradedAt)}
                </time>,
              ],
            ] as const)
          : []),
        ['附言', line.remark || '无'],
        [
          '收款账户',
          <span key="own">
            {line.account} <span className="num">{line.accountNo}</span>
          </span>,
        ],
        ['来源', `${bankLineSources[line.source].label} ${formatShanghaiTimeToMinute(line.at)}`],
        ...(line.typedBy === null ? [] : ([['登记', describeTyping(line)]] as const)),
      ]}
    />
  </Panel>
)

/** Who typed a line, who agreed to its day, and which day the statement has corrected. */
const describeTyping = ({ typedBy, typedDay, dayAgreedBy }: BankLineDetail): string =>
  [
    typedBy ?? '',
    ...(dayAgreedBy === null ? [] : [`日期早于 3 天前，${dayAgreedBy} 已同意`]),
    ...(typedDay === null ? [] : [`到账日期登记为 ${typedDay}，已按对账单更正`]),
  ].join('；')

const columns: Column<BankAllocation>[] = [
  customColumn({ title: '用途', value: (use) => <Use use={use} /> }),
  customColumn({ title: '金额', width: 130, value: (use) => <UsedAmount use={use} /> }),
  customColumn({ title: '经手', width: 110, value: ({ by }) => by }),
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({ title: '撤销', width: 150, value: (use) => <UndoOfUse use={use} /> }),
]

const Use = ({ use: { label, title, enterpriseId, enterpriseName, reason, reference } }: { use: BankAllocation }) => (
  <div className="two-lines">
    <span>
      {label} · {title}
    </span>
    <small>
      {enterpriseId !== null && (
        <OpenInNewTabLink to="/enterprise" search={{ enterpriseId }}>
          {enterpriseName ?? '未认证企业'}
        </OpenInNewTabLink>
      )}
      {reason}
      {reference !== null && (
        <>
          {' '}
          流水号 <span className="num">{reference}</span>
        </>
      )}
    </small>
  </div>
)

const UsedAmount = ({ use: { amount, undone } }: { use: BankAllocation }) => (
  <span className={undone === null ? 'num' : 'num undone'}>{formatMoney(amount)}</span>
)

const Uses = ({ line: { allocations } }: { line: BankLineDetail }) => (
  <Panel title="已用于" flush>
    <DataTable
      columns={columns}
      rows={allocations}
      rowKey={({ id }) => id}
      width={720}
      empty={<EmptyState title="还没有用于任何款项" next="在“认领”中选择付款，或退回付款人" />}
    />
  </Panel>
)

/** One bank line: its assignments, and the proposals for the rest. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['lineId'],
    what: '流水',
    choose: <Link to="/bank_lines">到流水列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="银行流水" queue={bankLineQueue} filters={filters} />,
  },
  Line,
)
