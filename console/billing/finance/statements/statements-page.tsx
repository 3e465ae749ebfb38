import { Link } from '@tanstack/react-router'
import { statementApi } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { type Column, customColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { choiceFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { ageBuckets } from '#contract/money/statements/ageing.ts'
import type { Statement } from '#contract/money/statements/shapes.ts'
import { statementLifecycle } from '#contract/money/statements/statement-lifecycle.ts'
import { Id, Month } from '#contract/platform/core/fields.ts'
import { statementTones } from './statement-view.ts'
import { StatementsTabs } from './statements-nav.tsx'

const fields = {
  state: tabsFilter('状态', statementLifecycle.states),
  enterpriseId: pickFilter('企业', Id),
  age: choiceFilter('账龄', ageBuckets),
  month: textFilter('月份', Month, '如 2026-11'),
}

type Row = Statement & { enterpriseId: string; enterpriseName: string | null }

const columns: Column<Row>[] = [
  customColumn({
    title: '账单',
    width: 104,
    value: ({ enterpriseId, month }) => (
      <Link to="/statement" search={{ enterpriseId, month }} className="num">
        {month}
      </Link>
    ),
  }),
  createEnterpriseColumn(),
  customColumn({ title: '状态', width: 108, value: ({ state, label }) => <Tag tone={statementTones[state]}>{label}</Tag> }),
  moneyColumn({ title: '账单金额', width: 116, value: ({ total }) => total }),
  moneyColumn({ title: '已还', width: 116, value: ({ repaid }) => repaid }),
  moneyColumn({ title: '冲减与调整', width: 116, value: ({ reduced }) => reduced }),
  moneyColumn({ title: '待追偿', width: 104, value: ({ toRecover }) => toRecover }),
  moneyColumn({ title: '异议中未还', width: 116, value: ({ disputed }) => disputed }),
  moneyColumn({ title: '待还', width: 116, value: ({ owed }) => owed }),
  moneyColumn({ title: '逾期利息', width: 104, value: ({ interest }) => interest }),
  customColumn({ title: '到期日', width: 112, value: ({ dues, dueDay }) => <span className="num">{dues[0]?.day ?? dueDay}</span> }),
]

/** 月账单: the closed months of all enterprises. */
export function Page() {
  return (
    <ListPage
      title="月账单"
      note="每月 1 日出账，10 日到期。"
      queryKey={['finance', 'statement']}
      fields={fields}
      pickers={{ enterpriseId: EnterpriseFilterPicker }}
      list={(input, options) => statementApi.list(input, options)}
      columns={columns}
      rowKey={({ enterpriseId, month }) => `${enterpriseId} ${month}`}
      width={1274}
      above={<StatementsTabs />}
      exportRows={(input) => statementApi.export(input)}
      empty="还没有账单"
      next="每月 1 日为有赊销发货的企业出账"
    />
  )
}
