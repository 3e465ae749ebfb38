import { creditAccountApi } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { type Column, customColumn, EMPTY_CELL, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { pickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { type CreditLimitChangeRow, creditLimitKinds } from '#contract/billing/finance/credit-api.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { CreditTabs } from './credit-nav.tsx'

const fields = { enterpriseId: pickFilter('企业', Id) }

const columns: Column<CreditLimitChangeRow>[] = [
  instantColumn({ title: '时间', value: ({ at }) => at }),
  createEnterpriseColumn(),
  customColumn({ title: '类型', width: 96, value: ({ kind }) => creditLimitKinds[kind] }),
  moneyColumn({ title: '改为', value: ({ limit }) => limit }),
  customColumn({ title: '到期日', width: 112, value: ({ endDay }) => <span className="num">{endDay ?? EMPTY_CELL}</span> }),
  customColumn({ title: '原因', value: ({ reason }) => reason }),
  customColumn({ title: '操作人', width: 120, value: ({ by }) => by ?? '系统' }),
]

/** 额度变更: all changes of limits, with the person and the reason. */
export function Page() {
  return (
    <ListPage
      title="额度变更"
      queryKey={['finance', 'credit', 'changes']}
      fields={fields}
      pickers={{ enterpriseId: EnterpriseFilterPicker }}
      list={(input, options) => creditAccountApi.limitChanges(input, options)}
      exportRows={(input) => exportApi.limitChanges(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={960}
      above={<CreditTabs />}
      empty="还没有变更"
      next="在企业详情调整固定额度或授予临时额度后，每次变更记在这里"
    />
  )
}
