import { Link } from '@tanstack/react-router'
import { ledgerApi } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { formatPossiblyNegativeAmount } from '#console/platform/components/figures.tsx'
import { type Column, customColumn, EMPTY_CELL, instantColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { choiceFilter, dayFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import type { LedgerTransfer } from '#contract/billing/finance/ledger-api.ts'
import { transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { Day } from '#contract/platform/core/fields.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { DEFAULT_LEDGER_ACCOUNT, ledgerAccountFilters } from './account-fields.ts'

const fields = {
  ...ledgerAccountFilters,
  kind: choiceFilter('类型', transferKinds),
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
}

/** Links a transfer to the screen of what it was made for. */
function DocumentLink({ row: { enterpriseId, document } }: { row: LedgerTransfer }) {
  const { kind, label, id } = document
  const name = label === '' ? `…${id.slice(-8)}` : label
  if (kind === 'order')
    return (
      <Link to="/order" search={{ enterpriseId, orderNo: label }} className="num">
        {name}
      </Link>
    )
  if (kind === 'payment')
    return (
      <Link to="/payment" search={{ enterpriseId, id }}>
        {name}
      </Link>
    )
  if (kind === 'refund')
    return (
      <Link to="/refunds" search={{ refundNo: label }}>
        {name}
      </Link>
    )
  if (kind === 'statement')
    return (
      <Link to="/statement" search={{ enterpriseId, month: label }}>
        {label} 账单
      </Link>
    )
  if (kind === 'acceptance')
    return (
      <Link to="/acceptance" search={{ enterpriseId, id }}>
        票据 {label}
      </Link>
    )
  if (kind === 'bankLine')
    return (
      <Link to="/bank_line" search={{ lineId: id }}>
        流水 {label}
      </Link>
    )
  if (kind === 'request') return <Link to="/finance_requests">减免与核销</Link>
  return <span title={id}>{name}</span>
}

const columns: Column<LedgerTransfer>[] = [
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({
    title: '分录',
    value: ({ kindLabel, title }) => (
      <span className="two-lines">
        <span>{kindLabel}</span>
        <small>{title}</small>
      </span>
    ),
  }),
  createEnterpriseColumn(),
  customColumn({ title: '从 → 到', width: 176, value: ({ from, to }) => `${from} → ${to}` }),
  numberColumn({ title: '变动', width: 116, value: ({ change }) => formatPossiblyNegativeAmount(change) }),
  numberColumn({ title: '余额', width: 124, value: ({ after }) => (after === null ? EMPTY_CELL : formatPossiblyNegativeAmount(after)) }),
  customColumn({ title: '起息日', width: 92, value: ({ valueDay }) => <span className="num">{valueDay}</span> }),
  customColumn({ title: '单据', width: 172, value: (row) => <DocumentLink row={row} /> }),
]

const MONTH_DAYS = 31

/** 分录: the transfers of an account, the balance after each, and what each was made for. */
export function Page() {
  const today = toShanghaiDay(useNow())
  const usual = { dateFrom: addDays(today, 1 - MONTH_DAYS), dateTo: today }
  /** Transfers of all enterprises are shown one month at a time, by default the last one. */
  const spanned = <I extends { enterpriseId?: string | undefined; dateFrom?: string | undefined; dateTo?: string | undefined }>(
    input: I,
  ) => (input.enterpriseId === undefined && input.dateFrom === undefined && input.dateTo === undefined ? { ...input, ...usual } : input)
  return (
    <ListPage
      title="分录"
      note="全平台一次最多看 31 天，未选日期时为最近 31 天；平台侧账户按类型筛选时不显示余额。"
      queryKey={['finance', 'ledger', 'transfers']}
      fields={fields}
      pickers={{ enterpriseId: EnterpriseFilterPicker }}
      list={({ account = DEFAULT_LEDGER_ACCOUNT, ...input }, options) => ledgerApi.transfers({ account, ...spanned(input) }, options)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1180}
      exportRows={({ account = DEFAULT_LEDGER_ACCOUNT, ...input }) => ledgerApi.export({ account, ...spanned(input) })}
      empty="这个账户还没有分录"
      next="可换一个账户或日期范围查看"
    />
  )
}
