// What can be done with an opened purchase order.
import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { ReasonDrawer } from '#console/platform/components/reason-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import type { PurchaseOrder } from '#contract/catalog/purchase-orders/shapes.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { formatCount } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { ExpectedDayDrawer } from './expected-day-drawer.tsx'
import { ReceivePurchaseOrderDrawer } from './goods-receipts/receive-drawer.tsx'
import { CreateOrEditPurchaseOrderDrawer } from './purchase-order-drawer.tsx'
import { invalidatedByPurchaseOrder, purchaseOrderApi, purchaseOrderPrintoutApi } from './purchase-orders-api.ts'

export type OpenedPurchaseOrder = OutputOf<typeof consolePurchaseOrderEndpoints.detail>

interface Decided {
  /** Called after what ends the wait for goods, to go on to the next order of the queue. */
  decided: () => unknown
}

/** The paper for the supplier. A draft has none, because it may still change. */
export function PrintPurchaseOrderAction({ order: { id, state } }: { order: PurchaseOrder }) {
  const print = useApiMutation(() => purchaseOrderPrintoutApi.print({ id }), { onSuccess: saveFileToDisk })
  if (state === 'DRAFT' || state === 'CANCELLED') return null
  return (
    <Button aria-keyshortcuts="P" loading={print.isPending} onClick={() => print.mutate(undefined)}>
      下载采购单
    </Button>
  )
}

/** The steps of those who buy: changing and placing a draft, cancelling, and not waiting for the rest. */
export function PurchaseOrderBuyerActions({ read, decided }: { read: OpenedPurchaseOrder } & Decided) {
  const { order } = read
  const { id, state, rowVersion, received } = order
  const confirm = useConfirm()
  const editing = useDrawer<OpenedPurchaseOrder>()
  const closing = useDrawer<null>()
  const { allowed } = usePermission(consolePurchaseOrderEndpoints.save)
  const place = useApiMutation(purchaseOrderApi.place, { invalidates: invalidatedByPurchaseOrder, successMessage: '已下单，等待入库' })
  const cancel = useApiMutation(purchaseOrderApi.cancel, {
    invalidates: invalidatedByPurchaseOrder,
    successMessage: '采购单已取消',
    afterSuccess: decided,
  })
  const close = useApiMutation(purchaseOrderApi.closeShort, {
    invalidates: invalidatedByPurchaseOrder,
    successMessage: '采购已结束',
    close: closing.close,
    afterSuccess: decided,
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
export function ChangeExpectedDayAction({ order, decided }: { order: PurchaseOrder } & Decided) {
  const changing = useDrawer<PurchaseOrder>()
  const { allowed } = usePermission(consolePurchaseOrderEndpoints.setExpectedDay)
  if (!allowed || order.state !== 'ORDERED') return null
  return (
    <>
      <Button onClick={() => changing.show(order)}>改到货日</Button>
      {changing.subject && (
        <ExpectedDayDrawer
          key={changing.subject.rowVersion}
          order={changing.subject}
          decided={decided}
          open={changing.open}
          close={changing.close}
        />
      )}
    </>
  )
}

export function ReceivePurchaseOrderAction({ read, decided }: { read: OpenedPurchaseOrder } & Decided) {
  const receiving = useDrawer<OpenedPurchaseOrder>()
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
          decided={decided}
          open={receiving.open}
          close={receiving.close}
        />
      )}
    </>
  )
}
