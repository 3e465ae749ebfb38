import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Download } from 'lucide-react'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { type Column, customColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { usePanelChoice } from '#console/platform/components/list/use-list.ts'
import { Panel } from '#console/platform/components/panel.tsx'
import { QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleCompanyGroupEndpoints } from '#contract/billing/company-groups/console-api.ts'
import type { CompanyGroupStatement } from '#contract/billing/company-groups/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { addMonths, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { formatFullMonth } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { companyGroupApi } from './groups-api.ts'

type Sums = CompanyGroupStatement['sums']

/** A member, or the sums of all as the last row. */
interface Row {
  key: string
  name: string | null
  amounts: Sums | null
  /** The state of its statement; null: the row of sums. */
  label: string | null
}

const toRows = ({ members, sums }: CompanyGroupStatement): Row[] => [
  ...members.map(({ enterpriseId, name, statement }) => ({
    key: enterpriseId,
    name,
    amounts: statement,
    label: statement?.label ?? '无账单',
  })),
  { key: '', name: '合计', amounts: sums, label: null },
]

/** How many months back a statement can be chosen. */
const MONTHS = 12

const amountColumn = (title: string, name: keyof Sums): Column<Row> =>
  numberColumn({ title, width: 124, value: ({ amounts }) => (amounts ? formatMoney(amounts[name]) : '—') })

const columns: Column<Row>[] = [
  customColumn({
    title: '成员',
    value: ({ key, name }) => (key === '' ? <b>{name}</b> : <EnterpriseLink row={{ enterpriseId: key, enterpriseName: name }} />),
  }),
  amountColumn('本月赊销', 'drawn'),
  amountColumn('当月退款', 'refunded'),
  amountColumn('账单金额', 'total'),
  amountColumn('已还本金', 'repaid'),
  amountColumn('待还本金', 'owed'),
  amountColumn('逾期利息', 'interest'),
  customColumn({
    title: '状态',
    width: 96,
    value: ({ amounts, label }) => label !== null && <Tag tone={amounts ? 'way' : 'over'}>{label}</Tag>,
  }),
]

/** The consolidated statement of a month, as the parent reads it, with its files. */
export function CompanyGroupStatementPanel({ enterpriseId }: { enterpriseId: string }) {
  const { allowed } = usePermission(consoleCompanyGroupEndpoints.statement)
  const last = addMonths(toShanghaiMonth(useNow()), -1)
  const months = Array.from({ length: MONTHS }, (_, back) => addMonths(last, -back))
  const [month = last, choose] = usePanelChoice('statement', 'month', { values: months, usual: last })
  const statement = useQuery({
    queryKey: ['finance', 'group', enterpriseId, 'statement', month],
    queryFn: () => companyGroupApi.statement({ enterpriseId, month }),
    enabled: allowed,
  })
  const download = useApiMutation((format: 'pdf' | 'xlsx') => companyGroupApi.statementFile({ enterpriseId, month, format }), {
    onSuccess: saveFileToDisk,
  })
  if (!allowed) return null
  return (
    <Panel
      title="合并账单"
      extra={
        <div className="panel-actions">
          <Select
            aria-label="账单月份"
            value={month}
            options={months.map((one) => ({ value: one, label: formatFullMonth(one) }))}
            onChange={choose}
          />
          {(['pdf', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              icon={<Download size={14} aria-hidden />}
              loading={download.isPending && download.variables === format}
              onClick={() => download.mutate(format)}
            >
              {format === 'pdf' ? '下载 PDF' : '下载 Excel'}
            </Button>
          ))}
        </div>
      }
      flush
    >
      <QueryContent from={statement} waiting={<TableSkeleton columns={columns} count={3} width={1000} />}>
        {(found) => <DataTable columns={columns} rows={toRows(found)} rowKey={({ key }) => key} width={1000} />}
      </QueryContent>
    </Panel>
  )
}
