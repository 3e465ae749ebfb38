import { Link } from '@tanstack/react-router'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { type Column, customColumn, EMPTY_CELL, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { dayFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { ValueDayCorrection } from '#contract/billing/bank/value-day-api.ts'
import { Day } from '#contract/platform/core/fields.ts'
import { BankTabs } from './bank-tabs.tsx'
import { valueDayApi } from './value-days-api.ts'

const fields = { dateFrom: dayFilter('更正日期', Day), dateTo: dayFilter('至', Day) }

const Line = ({ row: { lineId, payerName, reference } }: { row: ValueDayCorrection }) => (
  <span className="two-lines">
    <Link to="/bank_line" search={{ lineId }}>
      {payerName || '未填户名'}
    </Link>
    <small className="num">{reference}</small>
  </span>
)

const columns: Column<ValueDayCorrection>[] = [
  customColumn({ title: '付款人', value: (row) => <Line row={row} /> }),
  moneyColumn({ title: '金额', value: ({ amount }) => amount }),
  customColumn({
    title: '到账日期',
    width: 132,
    value: ({ day, typedDay }) => (
      <span className="two-lines">
        <b className="num">{day}</b>
        <small>
          登记为 <span className="num">{typedDay}</span>
        </small>
      </span>
    ),
  }),
  customColumn({
    title: '企业',
    value: ({ enterprises }) =>
      enterprises.length === 0
        ? EMPTY_CELL
        : enterprises.map((one) => (
            <div key={one.enterpriseId}>
              <EnterpriseLink row={one} />
            </div>
          )),
  }),
  moneyColumn({ title: '补收利息', value: ({ recharged }) => recharged }),
  moneyColumn({ title: '冲回利息', value: ({ reversed }) => reversed }),
  customColumn({ title: '登记人', width: 110, value: ({ typedBy }) => typedBy }),
  customColumn({ title: '更正', width: 150, value: ({ correctedBy, at }) => <AuthorAndTime name={correctedBy} at={at} /> }),
  customColumn({ title: '对账单', value: ({ fileName }) => fileName }),
]

/** 起息日更正: typed lines whose statement says another day, with the interest that was charged or taken back. */
export function Page() {
  return (
    <ListPage
      title="起息日更正"
      note="对账单的到账日期与人工登记不同的流水：到账日期以对账单为准，相差天数的逾期利息已补收或冲回。"
      queryKey={['value-day', 'corrections']}
      fields={fields}
      list={(input, options) => valueDayApi.corrections(input, options)}
      exportRows={(input) => exportApi.valueDayCorrections(input)}
      columns={columns}
      rowKey={({ lineId }) => lineId}
      width={1120}
      above={<BankTabs />}
      empty="还没有起息日更正"
      next="导入对账单后，与登记日期不同的流水列在这里"
    />
  )
}
