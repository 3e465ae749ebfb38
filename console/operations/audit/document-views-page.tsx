import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, dayFilter, pickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { auditedDocumentViews, consoleDocumentViewEndpoints } from '#contract/people/staff/document-views.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditActorFilterPicker } from './audit-pickers.tsx'
import { AuditTabs } from './audit-tabs.tsx'

const documentViewApi = createApiClient(consoleDocumentViewEndpoints, sendConsoleRequest)

const fields = {
  paper: choiceFilter('资料', auditedDocumentViews),
  actorId: pickFilter('员工', Id),
  enterpriseId: pickFilter('企业', Id),
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
}

/** 查阅记录: who of the staff has looked at which papers, and at data in clear. */
export function Page() {
  return (
    <ListPage
      title="查阅记录"
      note="员工每次打开认证资料、证件、许可证、汇款凭证、承兑汇票、发票、对账单、询证函、合同、协议、已签文件、送货单、签收单、售后图片、催收函件或手机号明文，都先记录再显示。"
      queryKey={['audit', 'looks']}
      fields={fields}
      pickers={{ actorId: AuditActorFilterPicker, enterpriseId: EnterpriseFilterPicker }}
      list={(input, options) => documentViewApi.list(input, options)}
      exportRows={(input) => exportApi.documentViews(input)}
      columns={auditColumns}
      rowKey={({ id }) => id}
      width={1120}
      above={<AuditTabs />}
      empty="还没有查阅记录"
      next="员工打开证件或明文资料后列在这里"
    />
  )
}
