import { Link } from '@tanstack/react-router'
import { badDebtApi } from '#console/billing/finance/finance-api.ts'
import { StatementsTabs } from '#console/billing/finance/statements/statements-nav.tsx'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, pickFilter, tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { badDebtLifecycle } from '#contract/money/bad-debts/bad-debt-lifecycle.ts'
import type { BadDebtRow } from '#contract/money/bad-debts/console-api.ts'
import { ageBuckets } from '#contract/money/statements/ageing.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { badDebtTones } from './bad-debt-view.ts'

const fields = {
  state: tabsFilter('状态', badDebtLifecycle.states),
  enterpriseId: pickFilter('企业', Id),
  age: choiceFilter('账龄', ageBuckets),
}

const columns: Column<BadDebtRow>[] = [
  createEnterpriseColumn(),
  customColumn({
    title: '核销债权',
    width: 116,
    value: ({ enterpriseId, id, month }) => (
      <Link to="/bad_debt" search={{ enterpriseId, id }}>
        <span className="num">{month}</span> 账单
      </Link>
    ),
  }),
  customColumn({ title: '状态', width: 84, value: ({ state, label }) => <Tag tone={badDebtTones[state]}>{label}</Tag> }),
  moneyColumn({ title: '核销本金', width: 112, value: ({ principal }) => principal }),
  moneyColumn({ title: '核销利息', width: 104, value: ({ interest }) => interest }),
  moneyColumn({ title: '已收回', width: 116, value: ({ recovered }) => recovered }),
  moneyColumn({ title: '已放弃', width: 116, value: ({ forgiven }) => forgiven }),
  moneyColumn({ title: '待追偿', width: 116, value: ({ left }) => left }),
  customColumn({ title: '到期日', width: 112, value: ({ dueDay }) => <span className="num">{dueDay}</span> }),
  instantColumn({ title: '核销时间', value: ({ writtenOffAt }) => writtenOffAt }),
]

/** 核销债权: what was written off and may still be claimed. */
export function Page() {
  return (
    <ListPage
      title="核销债权"
      note="已核销的账款不在应收账款中，但仍可追偿；企业还清或经两人放弃前不能再赊销。"
      queryKey={['finance', 'bad-debt']}
      fields={fields}
      pickers={{ enterpriseId: EnterpriseFilterPicker }}
      list={(input, options) => badDebtApi.list(input, options)}
      exportRows={(input) => exportApi.badDebts(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1200}
      above={<StatementsTabs />}
      empty="没有核销债权"
      next="坏账核销经两人同意后，在这里继续追偿"
    />
  )
}
