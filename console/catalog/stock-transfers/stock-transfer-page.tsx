import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, EMPTY_CELL, numberColumn, skuColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleStockTransferEndpoints, type StockTransfer, type StockTransferLine } from '#contract/catalog/stock-transfers/api.ts'
import { stockTransferLifecycle } from '#contract/catalog/stock-transfers/stock-transfer-lifecycle.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { formatCount } from '#ui/format.ts'
import { CloseIncompleteStockTransferDrawer, ReceiveStockTransferDrawer } from './arrival-drawers.tsx'
import { CreateOrEditStockTransferDrawer } from './stock-transfer-drawer.tsx'
import { lateStockTransferQueue } from './stock-transfer-queue.ts'
import { invalidatedByStockTransfer, stockTransferApi, stockTransferQuery, stockTransferTones } from './stock-transfers-api.ts'

const TITLE = '仓库调拨单'
type Read = OutputOf<typeof consoleStockTransferEndpoints.detail>

function One({ id }: { id: string }) {
  const found = useQuery(stockTransferQuery(id))
  return (
    <QueryPage title={TITLE} from={found}>
      {(read) => <Opened read={read} />}
    </QueryPage>
  )
}

function Opened({ read }: { read: Read }) {
  const run = useCaseRun(lateStockTransferQueue, { id: read.transfer.id, waiting: undefined })
  return (
    <>
      <CaseQueueBar run={run} />
      <PageHead
        title={
          <>
            调拨单 <span className="num">{read.transfer.transferNo}</span>
            <span className="tags">
              <Tag tone={stockTransferTones[read.transfer.state]}>{stockTransferLifecycle.states[read.transfer.state].label}</Tag>
            </span>
          </>
        }
        actions={
          <>
            <Button className="no-print" aria-keyshortcuts="P" icon={<Printer size={15} aria-hidden />} onClick={() => window.print()}>
              打印
            </Button>
            <Actions read={read} decided={run.decided} />
          </>
        }
      />
      <Facts transfer={read.transfer} />
      <Panel title="商品" flush>
        <DataTable columns={columns} rows={read.lines} rowKey={({ lineNo }) => String(lineNo)} width={680} />
      </Panel>
    </>
  )
}

function Actions({ read, decided }: { read: Read; decided: () => unknown }) {
  const { allowed } = usePermission(consoleStockTransferEndpoints.save)
  if (!allowed) return null
  if (read.transfer.state === 'DRAFT') return <DraftActions read={read} />
  return read.transfer.state === 'SENT' ? <ArrivalActions read={read} decided={decided} /> : null
}

function DraftActions({ read }: { read: Read }) {
  const { id, rowVersion, fromName } = read.transfer
  const confirm = useConfirm()
  const editing = useDrawer<Read>()
  const send = useApiMutation(stockTransferApi.send, { invalidates: invalidatedByStockTransfer, successMessage: '已发出，等待收货' })
  const cancel = useApiMutation(stockTransferApi.cancel, { invalidates: invalidatedByStockTransfer, successMessage: '调拨单已取消' })
  const askCancel = () =>
    confirm({
      title: '取消这张调拨单？',
      content: '取消后不能恢复，库存没有变动。',
      okText: '取消调拨单',
      stay: '返回',
      grave: true,
      run: () => cancel.mutateAsync({ id }),
    })
  const askSend = () =>
    confirm({
      title: '确认发出？',
      content: `商品从${fromName}扣减，收到前计为在途；发出后不能再修改。`,
      okText: '发出',
      run: () => send.mutateAsync({ id, rowVersion }),
    })
  return (
    <>
      <Button danger aria-keyshortcuts="R" onClick={askCancel}>
        取消调拨单
      </Button>
      <Button onClick={() => editing.show(read)}>修改</Button>
      <Button type="primary" aria-keyshortcuts="A" loading={send.isPending} onClick={askSend}>
        发出
      </Button>
      {editing.subject && (
        <CreateOrEditStockTransferDrawer
          key={editing.subject.transfer.rowVersion}
          known={editing.subject}
          open={editing.open}
          close={editing.close}
        />
      )}
    </>
  )
}

function ArrivalActions({ read, decided }: { read: Read; decided: () => unknown }) {
  const receiving = useDrawer<Read>()
  const closing = useDrawer<null>()
  return (
    <>
      <Button aria-keyshortcuts="R" onClick={() => closing.show(null)}>
        结束调拨
      </Button>
      <Button type="primary" aria-keyshortcuts="A" onClick={() => receiving.show(read)}>
        收货
      </Button>
      {receiving.subject && (
        <ReceiveStockTransferDrawer
          key={receiving.subject.transfer.received}
          {...receiving.subject}
          decided={decided}
          open={receiving.open}
          close={receiving.close}
        />
      )}
      <CloseIncompleteStockTransferDrawer transfer={read.transfer} decided={decided} open={closing.open} close={closing.close} />
    </>
  )
}

const Facts = ({
  transfer: { fromName, toName, note, units, received, missing, closedReason, madeBy, madeAt },
}: {
  transfer: StockTransfer
}) => (
  <Panel title="概况">
    <FactList
      facts={[
        ['发货仓', fromName],
        ['收货仓', toName],
        ['数量', `共 ${formatCount(units)}，已收 ${formatCount(received)}${missing > 0 ? `，未收到 ${formatCount(missing)}` : ''}`],
        ['备注', note || EMPTY_CELL],
        ...(closedReason ? [['结束原因', closedReason] as const] : []),
        ['制单', <AuthorAndTime key="by" name={madeBy} at={madeAt} />],
      ]}
    />
  </Panel>
)

const columns: Column<StockTransferLine>[] = [
  skuColumn,
  numberColumn({ title: '调拨', value: ({ quantity, unit }) => `${formatCount(quantity)} ${unit}` }),
  numberColumn({ title: '已收', value: ({ received }) => formatCount(received) }),
  numberColumn({ title: '未收', value: ({ quantity, received }) => formatCount(quantity - received) }),
  numberColumn({ title: '发货仓现有', value: ({ lying }) => formatCount(lying) }),
]

/** One transfer: its goods, what of them came, and its steps. It prints as it is shown. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['id'],
    what: '调拨单',
    choose: <Link to="/stock_transfers">到调拨单列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="仓库调拨" queue={lateStockTransferQueue} filters={filters} />,
  },
  One,
)
