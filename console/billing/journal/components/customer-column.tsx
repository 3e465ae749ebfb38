import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { type Column, customColumn } from '#console/platform/components/list/columns.tsx'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { JournalAccountEnterpriseBalance } from '#contract/billing/journal/console-api.ts'

/** The company of a line or a balance (客户). Money that nobody has claimed yet is of none. */
export const createCustomerColumn = <Row extends Pick<JournalAccountEnterpriseBalance, 'enterpriseId' | 'enterpriseName'>>(): Column<Row> =>
  customColumn({ title: '客户', value: (row) => (row.enterpriseId === PLATFORM_ENTERPRISE_ID ? '待认领' : <EnterpriseLink row={row} />) })
