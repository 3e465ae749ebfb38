import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import {
  type Column,
  customColumn,
  EMPTY_CELL,
  instantColumn,
  moneyColumn,
  numberColumn,
  proseColumn,
  skuColumn,
} from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { ReasonDrawer } from '#console/platform/components/reason-drawer.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import { purchaseOrderLifecycle } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import type { GoodsReceipt, PurchaseOrder, PurchaseOrderLine } from '#contract/catalog/purchase-orders/shapes.ts'
import { multiplyFen } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { ExpectedDayDrawer } from './expected-day-drawer.tsx'
import { CreateOrEditPurchaseOrderDrawer } from './purchase-order-drawer.tsx'
import { InvoicePurchaseOrderAction, PurchaseOrderFacts } from './purchase-order-facts.tsx'
import {
  invalidatedByPurchaseOrder,
  purchaseOrderApi,
  purchaseOrderPrintoutApi,
  purchaseOrderQuery,
  purchaseOrderTones,
} from './purchase-orders-api.ts'
import { ReceivePurchaseOrderDrawer } from './receive-drawer.tsx'

const TITLE = '采购单详情'

interface Read {
  order: PurchaseOrder
  lines: PurchaseOrderLine[]
  receipts: GoodsReceipt[]
}

function One({ id }: { id: string }) {
  const found = useQuery(purchaseOrderQuery(id))
  return (
    <QueryPage title={TITLE} from={found}>
      {(read) => (
        <>
          <PageHead
            title={
              <>
                <span className="num">{read.order.orderNo}</span>
                <span className="tags">
                  <Tag tone={purchaseOrderTones[read.order.state]}>{purchaseOrderLifecycle.states[read.order.state].label}</Tag>
                </span>
              </>
            }
            actions={
              <>
                <PrintAction order={read.order} />
                <ExpectedDayAction order={read.order} />
                <BuyerActions read={read} />
                <InvoicePurchaseOrderAction order={read.order} lines={read.lines} />
                <ReceiveAction read={read} />
              </>
            }
          />
          <PurchaseOrderFacts order={read.order} />
          <Panel title="商品" flush>
            <DataTable
              columns={lineColumns}
              rows={read.lines}
              rowKey={({ skuId }) => skuId}
              width={860}
              empty={<EmptyState title="没有商品" />}
            />
          </Panel>
          <Receipts read={read} />
        </>
      )}
    </QueryPage>
  )
}

/** The paper for the supplier. A draft has none, because it may still change. */
function PrintAction({ order: { id, state } }: { order: PurchaseOrder }) {
  const print = useApiMutation(() => purchaseOrderPrintoutApi.print({ id }), { onSuccess: saveFileToDisk })
  if (state === 'DRAFT' || state === 'CANCELLED') return null
  return (
    <Button aria-keyshortcuts="P" loading={print.isPending} onClick={() => print.mutate(undefined)}>
      下载采购单
    </Button>
  )
}

/** The steps of those who buy: changing and placing a draft, cancelling, and not waiting for the rest. */
function BuyerActions({ read }: { read: Read }) {
  const { order } = read
  const { id, state, rowVersion, received } = order
  const confirm = useConfirm()
  const editing = useDrawer<Read>()
  const closing = useDrawer<null>()
  const { allowed } = usePermission(consolePurchaseOrderEndpoints.save)
  const place = useApiMutation(purchaseOrderApi.place, { invalidates: invalidatedByPurchaseOrder, successMessage: '已下单，等待入库' })
  const cancel = useApiMutation(purchaseOrderApi.cancel, { invalidates: invalidatedByPurchaseOrder, successMessage: '采购单已取消' })
  const close = useApiMutation(purchaseOrderApi.closeShort, {
    invalidates: invalidatedByPurchaseOrder,
    successMessage: '采购已结束',
    close: closing.close,
  })
  if (!allowed || (state !== 'DRAFT' && state !== 'ORDERED')) return null
  const askCancel = () =>
    confirm({
      title: '取消这张采购单？',
      content: '取消后不能恢复。已通知供应商的，请另行告知。',
      okText: '取消采购单',
      stay: '返回',
      grave: true,
      run: () => cancel.mutateAsync({ id }),
    })
  const askPlace = () =>
    confirm({
      title: '确认下单？',
      content: '下单后不能再修改商品和价格，只能改到货日；到货后由仓储入库。',
      okText: '下单',
      run: () => place.mutateAsync({ id, rowVersion }),
    })
  return (
    <>
      {received === 0 && (
        <Button danger aria-keyshortcuts="R" onClick={askCancel}>
          取消采购单
        </Button>
      )}
      {received > 0 && (
        <Button aria-keyshortcuts="R" onClick={() => closing.show(null)}>
          结束采购
        </Button>
      )}
      {state === 'DRAFT' && (
        <>
          <Button onClick={() => editing.show(read)}>修改</Button>
          <Button type="primary" aria-keyshortcuts="A" loading={place.isPending} onClick={askPlace}>
            下单
          </Button>
        </>
      )}
      {editing.subject && (
        <CreateOrEditPurchaseOrderDrawer
          key={editing.subject.order.rowVersion}
          known={editing.subject}
          open={editing.open}
          close={editing.close}
        />
      )}
      <ReasonDrawer
        title="结束采购"
        lead={`没有到的 ${formatCount(Math.max(0, order.units - received))} 件不再等待，已入库的保留。`}
        open={closing.open}
        close={closing.close}
        busy={close.isPending}
        submit={(reason) => close.mutate({ id, reason })}
      />
    </>
  )
}

/** The day of a placed order may move: suppliers are late. */
function ExpectedDayAction({ order }: { order: PurchaseOrder }) {
  const changing = useDrawer<PurchaseOrder>()
  const { allowed } = usePermission(consolePurchaseOrderEndpoints.setExpectedDay)
  if (!allowed || order.state !== 'ORDERED') return null
  return (
    <>
      <Button onClick={() => changing.show(order)}>改到货日</Button>
      {changing.subject && (
        <ExpectedDayDrawer key={changing.subject.rowVersion} order={changing.subject} open={changing.open} close={changing.close} />
      )}
    </>
  )
}

function ReceiveAction({ read }: { read: Read }) {
  const receiving = useDrawer<Read>()
  const { allowed } = usePermission(consolePurchaseOrderEndpoints.receive)
  if (!allowed || read.order.state !== 'ORDERED') return null
  return (
    <>
      <Button type="primary" aria-keyshortcuts="A" onClick={() => receiving.show(read)}>
        入库
      </Button>
      {receiving.subject && (
        <ReceivePurchaseOrderDrawer
          key={receiving.subject.order.received}
          {...receiving.subject}
          open={receiving.open}
          close={receiving.close}
        />
      )}
    </>
  )
}

const lineColumns: Column<PurchaseOrderLine>[] = [
  skuColumn,
  moneyColumn({ title: '含税单价', value: ({ price }) => price }),
  numberColumn({ title: '采购数量', value: ({ quantity, unit }) => `${formatCount(quantity)} ${unit}` }),
  moneyColumn({ title: '含税金额', value: ({ price, quantity }) => multiplyFen(price, quantity) }),
  numberColumn({ title: '已入库', value: ({ received }) => formatCount(received) }),
  numberColumn({ title: '已开票', value: ({ invoiced }) => formatCount(invoiced) }),
  numberColumn({ title: '未到', value: ({ received, quantity }) => formatCount(Math.max(0, quantity - received)) }),
]

const receiptColumns: Column<GoodsReceipt>[] = [
  customColumn({
    title: '入库',
    width: 168,
    value: ({ receiptNo, reverses, reversed }) => (
      <>
        第 {receiptNo} 次 {reverses !== null && <Tag tone="bad">冲销第 {reverses} 次</Tag>}
        {reversed && <Tag tone="over">已冲销</Tag>}
      </>
    ),
  }),
  proseColumn({ title: '商品', value: ({ goods }) => goods }),
  numberColumn({ title: '件数', value: ({ units }) => formatCount(units) }),
  proseColumn({ title: '说明', width: 200, value: ({ note }) => note || EMPTY_CELL }),
  customColumn({ title: '经手人', width: 96, value: ({ by }) => by }),
  instantColumn({ title: '时间', value: ({ at }) => at }),
]

/** What came of the order. A receipt can be taken back once, whole. */
function Receipts({ read: { order, receipts } }: { read: Read }) {
  const taking = useDrawer<number>()
  const { allowed } = usePermission(consolePurchaseOrderEndpoints.reverse)
  const reverse = useApiMutation(purchaseOrderApi.reverse, {
    invalidates: invalidatedByPurchaseOrder,
    successMessage: '已冲销，库存和成本已退回',
    close: taking.close,
  })
  const act: Column<GoodsReceipt> = customColumn({
    title: '操作',
    width: 80,
    value: ({ receiptNo, reverses, reversed }) =>
      reverses === null && !reversed ? (
        <Button size="small" aria-label={`冲销第 ${receiptNo} 次入库`} onClick={() => taking.show(receiptNo)}>
          冲销
        </Button>
      ) : (
        EMPTY_CELL
      ),
  })
  return (
    <>
      <Panel title="入库记录" flush>
        <DataTable
          columns={allowed ? [...receiptColumns, act] : receiptColumns}
          rows={receipts}
          rowKey={({ id }) => id}
          width={960}
          empty={<EmptyState title="还没有入库" />}
        />
      </Panel>
      <ReasonDrawer
        title={`冲销第 ${taking.subject ?? ''} 次入库`}
        lead="这次入库的数量全部退出库存，成本同时退回，采购单重新等待入库。已卖出的数量不能冲销。"
        submitText="冲销"
        grave
        open={taking.open}
        close={taking.close}
        busy={reverse.isPending}
        submit={(reason) => taking.subject !== undefined && reverse.mutate({ id: order.id, receiptNo: taking.subject, reason })}
      />
    </>
  )
}

/** One purchase order, and what of it came. */
export const Page = createRecordPage(
  { title: TITLE, by: ['id'], what: '采购单', choose: <Link to="/purchase_orders">到采购单列表选择</Link> },
  One,
)
