import { useQuery } from '@tanstack/react-query'
import { hasPurchaseContract } from '#contract/billing/contracts/api.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import { OrderNo } from '#contract/platform/core/fields.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { DownloadOrderContractButton } from '#storefront/billing/contracts/contract-button.tsx'
import { OrderInvoices } from '#storefront/billing/invoices/order-invoices.tsx'
import { OrderContractSigning } from '#storefront/billing/signings/contract-signing.tsx'
import { ParcelCards } from '#storefront/orders/fulfilment/parcels.tsx'
import { OrderDeliveryAndPaymentDetails, OrderEvents } from '#storefront/orders/orders/order-facts.tsx'
import { OrderHead } from '#storefront/orders/orders/order-head.tsx'
import { OrderLines } from '#storefront/orders/orders/order-lines.tsx'
import { orderStateLabel, orderStatesByPath } from '#storefront/orders/orders/order-view.ts'
import { latestOrderNoQuery, orderQuery } from '#storefront/orders/orders/ordering-api.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useLocation, useSearch } from '#storefront/platform/routing/routing.tsx'

/** 订单详情: the order in the URL, in any state; without one, the newest order in the state of the URL. */
export function Page() {
  const { orderNo } = useSearch()
  const pathname = useLocation().pathname
  const title = pathname === '/my_order_express' ? '订单物流' : '订单详情'
  return (
    <UserCenterLayout title={title}>
      {OrderNo.safeParse(orderNo).success && orderNo !== undefined ? (
        <Order orderNo={orderNo} tracked={pathname === '/my_order_express'} />
      ) : (
        <Latest pathname={pathname} states={orderStatesByPath[pathname] ?? []} />
      )}
    </UserCenterLayout>
  )
}

function Latest({ pathname, states }: { pathname: string; states: readonly OrderState[] }) {
  const latest = useQuery(latestOrderNoQuery(states))
  return (
    <QueryContent from={latest} skeleton={<Waiting />}>
      {(orderNo) =>
        orderNo === null ? (
          <None title={states.length === 0 ? '还没有订单' : `没有${states.map(orderStateLabel).join('或')}的订单`} />
        ) : (
          <Order orderNo={orderNo} tracked={pathname === '/my_order_express'} />
        )
      }
    </QueryContent>
  )
}

function None({ title }: { title: string }) {
  return (
    <div className="panel">
      <EmptyState
        title={title}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to="/my_order">查看全部订单</ButtonLink>
            <ButtonLink to="/shop" look="line">
              去商城选购
            </ButtonLink>
          </div>
        }
      />
    </div>
  )
}

/** `tracked`: the page was opened to see the tracking, so the parcels come first. */
function Order({ orderNo, tracked }: { orderNo: string; tracked: boolean }) {
  const order = useQuery(orderQuery(orderNo))
  if (order.error instanceof Refusal && order.error.reason === 'ORDER_NOT_FOUND') return <None title="没有找到这张订单" />
  return (
    <QueryContent from={order} skeleton={<Waiting />}>
      {(found) => (
        <div className="flex flex-col gap-3 lg:gap-4">
          <OrderHead order={found} />
          {tracked && <ParcelCards order={found} evenNone />}
          <OrderDeliveryAndPaymentDetails order={found} />
          <DownloadOrderContractButton order={found} />
          <OrderContractSigning orderNo={orderNo} hasContract={hasPurchaseContract(found)} />
          <OrderLines order={found} />
          {!tracked && <ParcelCards order={found} />}
          <OrderInvoices order={found} />
          <OrderEvents events={found.events} />
        </div>
      )}
    </QueryContent>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3 lg:gap-4">
      <Skeleton className="h-110 md:h-60" />
      <div className="grid gap-3 md:grid-cols-2 lg:gap-4">
        <Skeleton className="h-44" />
        <Skeleton className="h-44" />
      </div>
      <Skeleton className="h-105 md:h-80" />
    </div>
  )
}
