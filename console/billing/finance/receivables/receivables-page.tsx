import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { receivableApi } from '#console/billing/finance/finance-api.ts'
import { AccountManagerFilterPicker } from '#console/people/account-managers/manager-picker.tsx'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { AmountLink, formatBasisPointsAsPercent } from '#console/platform/components/figures.tsx'
import { type Column, numberColumn } from '#console/platform/components/list/columns.tsx'
import { choiceFilter, pickFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { ReceivableRow } from '#contract/billing/finance/receivables-api.ts'
import { type AgeBucket, ageBuckets } from '#contract/money/statements/ageing.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { Text } from '#contract/platform/core/fields.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { ReceivableSummaryPanel, receivableSummaryQuery } from './summary.tsx'

const fields = {
  age: choiceFilter('账龄', ageBuckets),
  keyword: textFilter('企业', Text(50), '企业名称'),
  manager: pickFilter('客户经理', AccountManagerFilter),
}

const opened = (
  title: string,
  of: (row: ReceivableRow) => Fen,
  to: (row: ReceivableRow, text: string) => ReactNode,
): Column<ReceivableRow> =>
  numberColumn({ title, width: 102, value: (row) => <AmountLink amount={of(row)}>{(text) => to(row, text)}</AmountLink> })

/** An amount that links to its statements. */
const aged = (age: AgeBucket, title: string) =>
  opened(
    title,
    (row) => row[age],
    ({ enterpriseId }, text) => (
      <Link to="/statements" search={{ enterpriseId, age }}>
        {text}
      </Link>
    ),
  )

/** An amount that links to the transfers of the account. */
const booked = (title: string, account: 'creditDrawn' | 'interest', of: (row: ReceivableRow) => Fen) =>
  opened(title, of, ({ enterpriseId }, text) => (
    <Link to="/transfers" search={{ enterpriseId, account }}>
      {text}
    </Link>
  ))

const columns: Column<ReceivableRow>[] = [
  createEnterpriseColumn(),
  booked('未出账', 'creditDrawn', ({ unbilled }) => unbilled),
  aged('notDue', '未到期'),
  aged('d30', '1–30 天'),
  aged('d60', '31–60 天'),
  aged('d90', '61–90 天'),
  aged('older', '90 天以上'),
  opened(
    '异议中',
    ({ disputed }) => disputed,
    (_, text) => <Link to="/disputes">{text}</Link>,
  ),
  booked('应收合计', 'creditDrawn', ({ total }) => total),
  numberColumn({ title: '占比', width: 80, value: ({ share }) => formatBasisPointsAsPercent(share) }),
  booked('未付利息', 'interest', ({ interest }) => interest),
]

/** 应收账款: how much each enterprise owes, and how late it is. Every amount links to its details. */
export function Page() {
  const summary = useQuery(receivableSummaryQuery)
  return (
    <ListPage
      title="应收账款"
      note="点金额查看其账单或分录。各段之和等于账簿中的赊销已用。"
      queryKey={['finance', 'receivable']}
      fields={fields}
      pickers={{ manager: AccountManagerFilterPicker }}
      list={(input, options) => receivableApi.list(input, options)}
      columns={columns}
      rowKey={({ enterpriseId }) => enterpriseId}
      width={1150}
      above={<ReceivableSummaryPanel from={summary} />}
      exportRows={(input) => receivableApi.export(input)}
      empty="没有企业欠款"
      next="赊销订单发货后形成应收，列在这里"
    />
  )
}
