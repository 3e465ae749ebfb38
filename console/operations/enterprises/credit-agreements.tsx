import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { documentApi } from '#console/orders/parcels/parcels-api.ts'
import { type Column, customColumn, EMPTY_CELL, instantColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type AcceptedCreditAgreementRow, consoleDocumentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { saveFileToDisk } from '#ui/save-file.ts'

const toColumns = (enterpriseId: string): Column<AcceptedCreditAgreementRow>[] => [
  customColumn({ title: '版本', width: 128, value: ({ version }) => <span className="num">{version}</span> }),
  instantColumn({ title: '同意时间', value: ({ at }) => at }),
  customColumn({ title: '同意人', value: ({ by }) => by || EMPTY_CELL }),
  customColumn({
    title: '操作',
    width: 112,
    value: ({ id, kept }) => (kept ? <DownloadButton enterpriseId={enterpriseId} id={id} /> : '未存全文'),
  }),
]

function DownloadButton(agreement: { enterpriseId: string; id: string }) {
  const download = useApiMutation(() => documentApi.creditAgreement(agreement), { onSuccess: saveFileToDisk })
  return (
    <Button size="small" loading={download.isPending} onClick={() => download.mutate()}>
      下载
    </Button>
  )
}

/** The credit agreements that an enterprise has accepted, for staff who may see its credit; nothing if it has accepted none. */
export function AcceptedCreditAgreements({ enterpriseId }: { enterpriseId: string }) {
  const { allowed } = usePermission(consoleDocumentDownloadEndpoints.creditAgreements)
  const found = useQuery({
    queryKey: ['enterprise', 'credit-agreements', enterpriseId],
    queryFn: () => documentApi.creditAgreements({ enterpriseId }),
    enabled: allowed,
  })
  if (!allowed || found.data?.length === 0) return null
  return (
    <Panel title="赊销协议" flush>
      <QueryContent from={found} waiting={<SkeletonBars count={2} />}>
        {(rows) => <DataTable columns={toColumns(enterpriseId)} rows={rows} rowKey={({ id }) => id} width={480} />}
      </QueryContent>
    </Panel>
  )
}
