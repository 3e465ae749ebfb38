import { Link } from '@tanstack/react-router'
import { provisionApi } from '#console/billing/finance/finance-api.ts'
import { StatementsTabs } from '#console/billing/finance/statements/statements-nav.tsx'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { type Column, countColumn, customColumn, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { pickFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { formatProvisionShare } from '#contract/money/provisions/bands.ts'
import type { ProvisionLine } from '#contract/money/provisions/console-api.ts'
import { Id, Month } from '#contract/platform/core/fields.ts'

const fields = { enterpriseId: pickFilter('企业', Id), month: textFilter('计提月份', Month, '不填则为最近一月') }

const columns: Column<ProvisionLine>[] = [
  customColumn({ title: '计提月份', width: 104, value: ({ month }) => <span className="num">{month}</span> }),
  createEnterpriseColumn(),
  customColumn({
    title: '账单',
    width: 104,
    value: ({ enterpriseId, statementMonth }) => (
      <Link to="/statement" search={{ enterpriseId, month: statementMonth }} className="num">
        {statementMonth}
      </Link>
    ),
  }),
  customColumn({ title: '到期日', width: 112, value: ({ dueDay }) => <span className="num">{dueDay}</span> }),
  countColumn({ title: '逾期天数', value: ({ lateDays }) => lateDays }),
  moneyColumn({ title: '月末未还', value: ({ unpaid }) => unpaid }),
  numberColumn({ title: '比例', value: ({ rate }) => formatProvisionShare(rate) }),
  moneyColumn({ title: '应计提', value: ({ amount }) => amount }),
]

/** 坏账准备计算: the provision of a month, company by company and statement by statement. */
export function Page() {
  return (
    <ListPage
      title="坏账准备计算"
      note="月末每张未还清账单的账龄、比例与应计提金额；不计逾期利息。"
      queryKey={['finance', 'provision', 'lines']}
      fields={fields}
      pickers={{ enterpriseId: EnterpriseFilterPicker }}
      list={(input, options) => provisionApi.lines(input, options)}
      exportRows={(input) => exportApi.provisionLines(input)}
      columns={columns}
      rowKey={({ enterpriseId, statementMonth }) => `${enterpriseId} ${statementMonth}`}
      width={960}
      above={<StatementsTabs />}
      empty="这个月没有需要计提的账单"
      next="月末有未还清的账单时，次月 2 日起自动计提"
    />
  )
}
