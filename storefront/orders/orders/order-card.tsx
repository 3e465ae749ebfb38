import { paymentMethods, priceTypeLabels } from '#contract/orders/orders/amounts.ts'
import { formatBuyerReferences } from '#contract/orders/orders/buyer-references.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { OrderLine, OrderRow } from '#contract/orders/orders/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { OrderActions } from './order-actions.tsx'
import { orderStateLabel, orderStatusNote } from './order-view.ts'

const LINES_SHOWN = 3

/** The colour of a state, next to its name. */
export const orderStateColours: Record<OrderState, string> = {
  WAIT_APPROVAL: 'text-gold',
  WAIT_PAY: 'text-copper',
  WAIT_SEND: 'text-jade',
  PART_SENT: 'text-jade',
  SENT: 'text-steel',
  WAIT_COMMENT: 'text-gold',
  DONE: 'text-success',
  CANCELLED: 'text-mute',
}

/** An order in the list: its lines, total, state and actions. */
export function OrderCard({ order }: { order: OrderRow }) {
  const { orderNo, createdAt, shopName, lines, payable, method, priceType } = order
  const more = lines.length - LINES_SHOWN
  return (
    <article aria-label={`订单 ${orderNo}`} className="panel overflow-hidden">
      <header className="flex flex-wrap items-center gap-x-5 gap-y-0.5 border-b border-line-soft bg-paper/60 px-3 py-2.5 text-sm text-mute md:px-4">
        <Link to="/my_order_detail" search={{ orderNo }} className="num finger text-base text-ink hover:text-jade">
          <span className="font-sans text-sm font-normal text-mute">订单号 </span>
          {orderNo}
        </Link>
        <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
        <span>{shopName}</span>
        <span className="break-all empty:hidden">{formatBuyerReferences(order)}</span>
      </header>
      <div className="grid gap-x-5 lg:grid-cols-[minmax(0,1fr)_128px_136px_136px]">
        <div className="px-3 md:px-4">
          <ul className="divide-y divide-line-soft">
            {lines.slice(0, LINES_SHOWN).map((line) => (
              <Line key={line.lineNo} line={line} />
            ))}
          </ul>
          {more > 0 && (
            <Link
              to="/my_order_detail"
              search={{ orderNo }}
              className="block border-t border-line-soft py-2 text-sm text-jade hover:underline"
            >
              还有 {more} 种商品
            </Link>
          )}
        </div>
        <div className="flex items-baseline justify-between gap-2 border-t border-line-soft px-3 pt-3 md:px-4 lg:block lg:border-t-0 lg:px-0 lg:py-4 lg:text-right">
          <p>
            <span className="mr-2 text-xs text-mute lg:mr-0 lg:block">订单合计</span>
            <Price amount={payable} kind={priceType} />
          </p>
          <p className="text-xs text-mute">
            {paymentMethods[method].label} · {priceTypeLabels[priceType]}
          </p>
        </div>
        <State order={order} />
        <div className="flex flex-wrap justify-end gap-2 px-3 pt-2 pb-3 md:px-4 lg:flex-col lg:items-stretch lg:justify-start lg:py-4 lg:pl-0">
          <OrderActions order={order} row />
          <ButtonLink to="/my_order_detail" search={{ orderNo }} look="line" size="sm">
            订单详情
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}

function Line({ line }: { line: OrderLine }) {
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0 flex-1">
        <GoodsLine goods={line} size="sm" />
      </div>
      <p className="num shrink-0 text-right text-sm">
        {formatMoney(line.price)}
        <span className="block text-mute">
          × {formatCount(line.goodsNum)} {line.unit}
        </span>
      </p>
    </li>
  )
}

function State({ order }: { order: OrderRow }) {
  const now = useNow()
  // In the list only what is urgent or explains the state: a deadline, a stopped deadline, a request to cancel, a reason.
  const note = order.deadline || order.cancelAskedAt || order.state === 'WAIT_PAY' ? orderStatusNote(order, now) : ''
  return (
    <div className="px-3 pt-1 md:px-4 lg:px-0 lg:py-4 lg:text-center">
      <p className={`font-medium ${orderStateColours[order.state]}`}>{orderStateLabel(order.state)}</p>
      {note !== '' && <p className="text-xs text-mute">{note}</p>}
    </div>
  )
}

/** A placeholder of the same size while it loads. */
export function OrderCardSkeleton() {
  return (
    <div className="panel overflow-hidden">
      <div className="flex h-16 flex-col justify-center gap-2 border-b border-line-soft px-3 md:h-11 md:px-4">
        <div className="skeleton h-4 w-64 max-w-full" />
        <div className="skeleton h-4 w-24 md:hidden" />
      </div>
      <div className="flex gap-3 px-3 pt-3 pb-36 md:px-4 lg:pb-20">
        <div className="skeleton size-14 shrink-0" />
        <div className="flex flex-1 flex-col gap-2">
          <div className="skeleton h-5 w-1/3" />
          <div className="skeleton h-4 w-1/2" />
        </div>
        <div className="skeleton hidden h-14 w-80 lg:block" />
      </div>
    </div>
  )
}
