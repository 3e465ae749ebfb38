import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { Printer } from 'lucide-react'
import { OrderParcels } from '#console/orders/parcels/order-parcels.tsx'
import { documentApi } from '#console/orders/parcels/parcels-api.ts'
import { CopyButton } from '#console/platform/components/copy-button.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { InternalNotesPanel } from '#console/platform/components/notes-panel.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { hasPurchaseContract } from '#contract/billing/contracts/api.ts'
import { consoleFulfilmentEndpoints } from '#contract/orders/fulfilment/api.ts'
import { consoleOrderNoteEndpoints } from '#contract/orders/order-notes/api.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import type { ConsoleOrderDetail } from '#contract/orders/orders/shapes.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderBuyerAddressAndPayment } from './order-aside.tsx'
import { OrderStateAndOriginTags } from './order-columns.tsx'
import { OrderEvents } from './order-history.tsx'
import { OrderLines } from './order-lines.tsx'
import { orderCaseQueue } from './order-queue.ts'
import { findCancelRequestReason, sumOrderUnitsByProgress } from './order-view.ts'
import { orderNoteApi, orderQuery } from './orders-api.ts'
import './order.css'

const TITLE = '订单详情'

function Order(name: { enterpriseId: string; orderNo: string }) {
  const found = useQuery(orderQuery(name))
  return (
    <QueryPage title={TITLE} from={found}>
      {(order) => <Described order={order} />}
    </QueryPage>
  )
}

function Described({ order }: { order: ConsoleOrderDetail }) {
  const { enterpriseId, orderNo, cancelAskedAt, cancelReason, state } = order
  // Orders are mostly opened to be looked at. Only one that was opened from a queue leads to the next.
  const run = useCaseRun(orderCaseQueue, { id: orderNo, waiting: undefined })
  const [ships, cancels] = [usePermission(consoleFulfilmentEndpoints.ship), usePermission(consoleOrderEndpoints.agreeCancel)]
  const decides = ships.allowed || cancels.allowed
  const title = (
    <>
      <span className="num">{orderNo}</span>
      <CopyButton text={orderNo} label="复制订单号" />
      <OrderStateAndOriginTags order={order} />
    </>
  )
  return (
    <>
      {decides && <CaseQueueBar run={run} />}
      <PageHead
        title={title}
        actions={
          <>
            {sumOrderUnitsByProgress(order.lines).left > 0 && state !== 'CANCELLED' && (
              <OpenInNewTabLink to="/pick_list" search={{ enterpriseId, orderNo }} className="button-link">
                <Printer size={15} aria-hidden />
                拣货单
              </OpenInNewTabLink>
            )}
            {hasPurchaseContract(order) && <PurchaseContractButton enterpriseId={enterpriseId} orderNo={orderNo} />}
            <OrderActions order={order} decided={run.decided} />
          </>
        }
      />
      {cancelAskedAt && (
        <Alert
          type="warning"
          showIcon
          className="notice"
          title={`买家于 ${formatShanghaiTimeToMinute(cancelAskedAt)} 申请取消`}
          description={findCancelRequestReason(order) || undefined}
        />
      )}
      {state === 'CANCELLED' && (
        <Alert type="info" showIcon className="notice" title={`订单已取消${cancelReason ? `：${cancelReason}` : ''}`} />
      )}
      <div className="order">
        <div className="order-main">
          <OrderLines order={order} />
          <OrderParcels order={order} />
          <OrderNotes enterpriseId={enterpriseId} orderNo={orderNo} />
          <OrderEvents events={order.events} />
        </div>
        <OrderBuyerAddressAndPayment order={order} />
      </div>
    </>
  )
}

/** The contract that the buyer downloads, too. */
function PurchaseContractButton(order: { enterpriseId: string; orderNo: string }) {
  const download = useApiMutation(() => documentApi.purchaseContract(order), { onSuccess: saveFileToDisk })
  return (
    <Button loading={download.isPending} onClick={() => download.mutate()}>
      下载购销合同
    </Button>
  )
}

/** What staff have noted about the order. */
const OrderNotes = (order: { enterpriseId: string; orderNo: string }) => (
  <InternalNotesPanel
    queryKey={['order-note', order.orderNo]}
    load={(paging, options) => orderNoteApi.list({ ...order, ...paging }, options)}
    add={(text) => orderNoteApi.add({ ...order, text })}
    call={consoleOrderNoteEndpoints.add}
  />
)

/** One order with all actions. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['enterpriseId', 'orderNo'],
    what: '订单',
    choose: <Link to="/orders">到订单列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="订单" queue={orderCaseQueue} filters={filters} />,
  },
  Order,
)
