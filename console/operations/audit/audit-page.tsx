import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { dayFilter, flagFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { auditActorKinds } from '#contract/people/staff/audit-api.ts'
import { Day, Id, Text } from '#contract/platform/core/fields.ts'
import { auditApi } from './audit-api.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditActionFilterPicker, AuditActorFilterPicker } from './audit-pickers.tsx'
import { AuditTabs } from './audit-tabs.tsx'

const fields = {
  actorKind: tabsFilter('操作者', auditActorKinds),
  actorId: pickFilter('操作者', Id),
  action: pickFilter('操作', Text(100)),
  enterpriseId: pickFilter('企业', Id),
  objectId: textFilter('对象', Text(64), '订单号或编号'),
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
  refused: flagFilter('只看被拒绝的'),
}

const pickers = { actorId: AuditActorFilterPicker, action: AuditActionFilterPicker, enterpriseId: EnterpriseFilterPicker }

/** The audit log: who did what, when, to what. The newest entry comes first. */
export function Page() {
  return (
    <ListPage
      title="审计"
      note="只增不改。密码、口令和完整证件号不会写入。"
      queryKey={['audit']}
      fields={fields}
      pickers={pickers}
      list={({ refused, ...input }, options) => auditApi.list({ ...input, ...(refused ? { outcome: 'refused' } : {}) }, options)}
      exportRows={({ refused, ...input }) => exportApi.audit({ ...input, ...(refused ? { outcome: 'refused' } : {}) })}
      columns={auditColumns}
      rowKey={({ id }) => id}
      width={1120}
      above={<AuditTabs />}
      empty="还没有记录"
      next="登录和每一次改动都会记在这里"
    />
  )
}
