import type { ReactNode } from 'react'
import { TANKER_DELIVERY_TEXT } from '#contract/catalog/goods/terms.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { OrderDetail } from '#contract/orders/orders/shapes.ts'
import { CopyableText } from '#storefront/platform/components/copyable.tsx'
import { PromisedDayOfOrder } from '#storefront/platform/components/delivery/promised-day.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatShanghaiTimeToMinute, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { findDeliveryStage, orderEventLabel, reasonsForNoPromisedDay } from './order-view.ts'

const Panel = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="panel p-4 md:p-5">
    <h2 id={id} className="mb-3 text-md md:text-lg">
      {title}
    </h2>
    {children}
  </section>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-3">
    <dt className="w-18 shrink-0 text-mute">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)

/** The receiver and the address; the buyer, the time and the payment method. */
export function OrderDeliveryAndPaymentDetails({ order }: { order: OrderDetail }) {
  const stage = findDeliveryStage(order)
  return (
    <div className="grid gap-3 md:grid-cols-2 lg:gap-4">
      <Panel id="receiver" title="收货信息">
        <dl className="flex flex-col gap-2">
          <Fact name="收货人">{order.receiverName}</Fact>
          <Fact name="联系电话">
            <span className="num">{order.receiverMobile}</span>
          </Fact>
          <Fact name="所在地区">{order.receiverRegion}</Fact>
          <Fact name="详细地址">{order.receiverDetail}</Fact>
          {stage !== undefined && (
            <Fact name="送达时间">
              {order.byTanker !== 'all' && (stage === 'approval' || stage === 'transfer') && reasonsForNoPromisedDay[stage]}
              {order.byTanker !== 'all' && stage !== 'approval' && stage !== 'transfer' && (
                <PromisedDayOfOrder
                  region={order.receiverRegion}
                  paidAt={order.paidAt ?? undefined}
                  warehouseIds={order.promisedFrom}
                  isToSend={stage !== 'shipped'}
                  otherwise="以物流为准"
                />
              )}
              {order.byTanker === 'all' && TANKER_DELIVERY_TEXT}
              {order.byTanker === 'some' && <span className="block text-sm text-mute">其中由{TANKER_DELIVERY_TEXT}</span>}
            </Fact>
          )}
        </dl>
      </Panel>
      <Panel id="facts" title="订单信息">
        <dl className="flex flex-col gap-2">
          <Fact name="订单号">
            <CopyableText text={order.orderNo} what="订单号" />
          </Fact>
          {order.quotation && (
            <Fact name="报价单号">
              <Link to="/quotation_info" search={{ id: order.quotation.quotationId }} className="num finger text-jade hover:underline">
                {order.quotation.quotationNo}
              </Link>
            </Fact>
          )}
          {order.proposal && <Fact name="代客准备">{order.proposal.preparedBy}</Fact>}
          <Fact name="下单时间">
            <span className="num">{formatShanghaiTimeToSecond(order.createdAt)}</span>
          </Fact>
          <Fact name="下单人">{order.orderedBy}</Fact>
          <Fact name="支付方式">
            {paymentMethods[order.method].label}
            {order.paidAt && <span className="num ml-2 text-mute">{formatShanghaiTimeToMinute(order.paidAt)}</span>}
          </Fact>
          <Fact name="订单备注">{order.remark || '无'}</Fact>
        </dl>
      </Panel>
    </div>
  )
}

/** 订单动态: the events of the order, the newest first. */
export function OrderEvents({ events }: Pick<OrderDetail, 'events'>) {
  return (
    <Panel id="events" title="订单动态">
      <ol className="flex flex-col gap-3">
        {[...events].reverse().map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only added and have no id
          <li key={events.length - at} className="grid grid-cols-[8px_minmax(0,1fr)] items-start gap-x-3">
            <span aria-hidden className={`mt-2 size-2 rounded-full ${at === 0 ? 'bg-jade' : 'bg-line'}`} />
            <div className="flex flex-wrap items-baseline gap-x-4">
              <span className={at === 0 ? 'font-medium' : ''}>{orderEventLabel(event)}</span>
              {event.note !== '' && <span className="min-w-0 break-words text-mute">{event.note}</span>}
              <span className="w-full text-xs text-mute md:ml-auto md:w-auto">
                {event.by} · <span className="num">{formatShanghaiTimeToSecond(event.at)}</span>
              </span>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
