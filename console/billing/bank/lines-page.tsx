import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { OwnAccountFilterPicker, OwnAccountOfRow } from '#console/billing/own-accounts/own-account-field.tsx'
import { BankTabs } from '#console/billing/value-days/bank-tabs.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, EMPTY_CELL, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { type BankLine, bankLineSources } from '#contract/billing/bank/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatTimeLeft } from '#ui/format.ts'
import { bankLineFilters, bankLineQueue, toBankLineInput, unassignedBankMoneyTotalQuery } from './bank-api.ts'
import { toBankLineAssignmentStatus } from './bank-view.ts'
import { ConfirmExactBankMatchesButton } from './exact-matches/exact-matches.tsx'
import { RecordManualBankLineDrawer } from './record-drawer.tsx'
import { UndoTodayButton } from './undoing/undo-today.tsx'

const columns: Column<BankLine>[] = [
  customColumn({ title: '付款人', value: (line) => <Payer line={line} /> }),
  customColumn({ title: '到账日期', width: 128, value: (line) => <ArrivalDay line={line} /> }),
  moneyColumn({ title: '流水金额', value: ({ amount }) => amount }),
  moneyColumn({ title: '未用余额', value: ({ rest }) => rest }),
  customColumn({ title: '附言', value: ({ remark }) => remark || EMPTY_CELL }),
  customColumn({ title: '流水号', width: 200, value: (line) => <Reference line={line} /> }),
  customColumn({ title: '状态', width: 96, value: (line) => <StatusCell line={line} /> }),
  customColumn({ title: '操作', width: 80, value: (line) => <Open line={line} /> }),
]

const Payer = ({ line: { payerName, payerAccount } }: { line: BankLine }) => (
  <div className="two-lines">
    <span>{payerName || '未填户名'}</span>
    {payerAccount && <small className="num">{payerAccount}</small>}
  </div>
)

const ArrivalDay = ({ line: { day: on, typedDay } }: { line: BankLine }) => (
  <div className="two-lines">
    <span className="num">{on}</span>
    {typedDay !== null && (
      <small>
        登记 <span className="num">{typedDay}</span>
      </small>
    )}
  </div>
)

const Reference = ({ line: { reference, account, source, typedBy, at } }: { line: BankLine }) => {
  const age = formatTimeLeft(useNow(), at)
  return (
    <div className="two-lines">
      <span className="num">{reference}</span>
      <OwnAccountOfRow account={account} />
      {source === 'typed' && <small>{[bankLineSources.typed.label, typedBy, age && `${age}前`].filter(Boolean).join(' · ')}</small>}
    </div>
  )
}

function StatusCell({ line }: { line: BankLine }) {
  const { label, tone } = toBankLineAssignmentStatus(line)
  return <Tag tone={tone}>{label}</Tag>
}

function Open({ line }: { line: BankLine }) {
  const verb = line.rest > 0 ? '认领' : '查看'
  return (
    <CaseLink queue={bankLineQueue} row={line} label={`${verb} ${line.payerName} ${formatMoney(line.amount)}`}>
      {verb}
    </CaseLink>
  )
}

/** 银行流水: money that came in at the bank, first the lines that are not completely assigned. */
export function Page() {
  const { shown } = useSearch({ strict: false })
  return (
    <ListPage
      title="银行流水"
      note={<Suspense />}
      queryKey={['bank', 'lines']}
      fields={bankLineFilters}
      list={bankLineQueue.rows}
      exportRows={(values) => exportApi.bankLines(toBankLineInput(values))}
      columns={columns}
      rowKey={({ id }) => id}
      width={1160}
      empty={shown === 'typed' ? '登记的流水都已由对账单确认' : shown === 'all' ? '还没有流水' : '没有待认领的流水'}
      next="导入银行对账单，或先登记一条流水；对不上的款项在这里认领"
      actions={<Actions />}
      pickers={{ accountNo: OwnAccountFilterPicker }}
      above={<BankTabs />}
    />
  )
}

/** The sum of unassigned money. */
function Suspense() {
  const { data, error } = useQuery(unassignedBankMoneyTotalQuery)
  if (data === undefined && error) return '待查款项合计没有读到'
  return (
    <>
      待查款项合计 <b className="num">{data === undefined ? '…' : formatMoney(data)}</b>，与账上“待查”科目一致
    </>
  )
}

function Actions() {
  const recording = useDrawer<'line'>()
  const { reason: why } = usePermission(consoleBankEndpoints.record)
  return (
    <>
      <Button {...toDisabledProps(why)} onClick={() => recording.show('line')}>
        登记流水
      </Button>
      <Link to="/bank_import" className="button-link">
        导入对账单
      </Link>
      <UndoTodayButton />
      <ConfirmExactBankMatchesButton />
      <RecordManualBankLineDrawer open={recording.open} close={recording.close} />
    </>
  )
}
