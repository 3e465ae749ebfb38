import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { type Column, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleStoredUnsentSmsEndpoints, type StoredUnsentSms } from '#contract/people/messaging/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

const textApi = createApiClient(consoleStoredUnsentSmsEndpoints, sendConsoleRequest)

const EVERY_MS = 5_000
/** A person waits for a code with this page open, so it is polled. */
const textsQuery = { queryKey: ['texts'] as const, queryFn: () => textApi.list({}), refetchInterval: EVERY_MS, staleTime: 0 }

const columns: Column<StoredUnsentSms>[] = [
  customColumn({ title: '手机号', width: 136, value: ({ mobile }) => <span className="num">{mobile}</span> }),
  customColumn({ title: '内容', value: ({ text }) => text }),
  instantColumn({ title: '时间', value: ({ at }) => at }),
]

/** SMS that were stored instead of sent. Without a provider this is the only way to read a code. */
export function Page() {
  const texts = useQuery(textsQuery)
  return (
    <>
      <PageHead
        title="短信（演示）"
        note="没有接入短信服务商，短信留在本地供测试时查看，最近 50 条，每 5 秒自动更新。"
        actions={
          <Button icon={<RefreshCw size={14} aria-hidden />} onClick={() => void texts.refetch()}>
            <span className="refresh-word">刷新</span>
          </Button>
        }
      />
      <Panel title="最近的短信" flush>
        <QueryContent from={texts} waiting={<TableSkeleton columns={columns} count={6} width={640} />}>
          {(rows) => (
            <DataTable
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              width={640}
              empty={<EmptyState title="还没有短信" next="在商城注册、找回密码或认证时发送验证码，这里就会出现" />}
            />
          )}
        </QueryContent>
      </Panel>
    </>
  )
}
