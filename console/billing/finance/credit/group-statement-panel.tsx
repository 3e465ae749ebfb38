import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Download } from 'lucide-react'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { type Column, customColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { usePanelChoice } from '#console/platform/components/list/use-list.ts'
import { FactList, Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
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

type MemberRow = CompanyGroupStatement['members'][number]
type Amount = keyof CompanyGroupStatement['sums']

/** How many months back a statement can be chosen. */
const MONTHS = 12

const amountColumn = (title: string, name: Amount): Column<MemberRow> =>
  numberColumn({ title, width: 124, value: ({ statement }) => (statement ? formatMoney(statement[name]) : '—') })

const columns: Column<MemberRow>[] = [
  customColumn({ title: '成员', value: ({ enterpriseId, name }) => <EnterpriseLink row={{ enterpriseId, enterpriseName: name }} /> }),
  amountColumn('本月赊销', 'drawn'),
  amountColumn('当月退款', 'refunded'),
  amountColumn('账单金额', 'total'),
  amountColumn('已还本金', 'repaid'),
  amountColumn('待还本金', 'owed'),
  amountColumn('逾期利息', 'interest'),
  customColumn({
    title: '状态',
    width: 96,
    value: ({ statement }) => (statement ? <Tag tone="way">{statement.label}</Tag> : <Tag tone="over">无账单</Tag>),
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
        {({ members, sums }) => (
          <>
            <DataTable
              columns={columns}
              rows={members}
              rowKey={(row) => row.enterpriseId}
              width={1000}
              empty={<EmptyState title="这个月还没有成员" />}
            />
            <FactList
              facts={[
                ['账单金额合计', <Sum key="total" amount={formatMoney(sums.total)} />],
                ['待还本金合计', <Sum key="owed" amount={formatMoney(sums.owed)} />],
                ['逾期利息合计', <Sum key="interest" amount={formatMoney(sums.interest)} />],
              ]}
            />
          </>
        )}
      </QueryContent>
    </Panel>
  )
}

const Sum = ({ amount }: { amount: string }) => <span className="num">{amount}</span>
