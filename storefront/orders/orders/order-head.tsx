import { Check } from 'lucide-react'
import { formatBuyerReferences } from '#contract/orders/orders/buyer-references.ts'
import { orderPageTitlesByState } from '#contract/orders/orders/order-lifecycle.ts'
import type { OrderDetail } from '#contract/orders/orders/shapes.ts'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { OrderActions } from './order-actions.tsx'
import { orderStateColours } from './order-card.tsx'
import { formatAutomaticReceipt, type OrderStep, orderStatusNote, toOrderSteps } from './order-view.ts'

const SECOND_MS = 1_000

/** The state of an order, its steps, its deadline, and its actions. */
export function OrderHead({ order }: { order: OrderDetail }) {
  const now = useNow(SECOND_MS)
  const note = orderStatusNote(order, now)
  return (
    <section aria-labelledby="order-heading" className="panel p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id="order-heading" className={`text-xl ${orderStateColours[order.state]}`}>
            {orderPageTitlesByState[order.state]}
          </h2>
          {note !== '' && <p className="mt-1 text-mute">{note}</p>}
          <p className="mt-1 text-sm text-mute empty:hidden">{formatAutomaticReceipt(order)}</p>
          <p className="mt-1 text-sm break-all text-mute empty:hidden">{formatBuyerReferences(order)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <OrderActions order={order} />
        </div>
      </div>
      <Steps steps={toOrderSteps(order)} />
    </section>
  )
}

const dots: Record<OrderStep['status'], string> = {
  done: 'border-jade bg-jade text-white',
  current: 'border-jade bg-white text-jade',
  ahead: 'border-line bg-white text-mute',
}
const words: Record<OrderStep['status'], string> = { done: '已完成', current: '进行中', ahead: '未开始' }

/** The steps side by side, on phones below each other. */
function Steps({ steps }: { steps: readonly OrderStep[] }) {
  return (
    <ol aria-label="订单进度" className="mt-5 flex flex-col border-t border-line-soft pt-5 md:flex-row">
      {steps.map(({ label, at, status }, place) => (
        <li
          key={label}
          aria-current={status === 'current' ? 'step' : undefined}
          className="relative flex flex-1 gap-3 pb-4 last:flex-none last:pb-0 md:flex-col md:gap-2 md:pb-0"
        >
          {place < steps.length - 1 && (
            <span
              aria-hidden
              className={`absolute top-7 bottom-0 left-3.25 w-px md:top-3.25 md:right-0 md:bottom-auto md:left-7 md:h-px md:w-auto ${status === 'done' ? 'bg-jade' : 'bg-line'}`}
            />
          )}
          <span className={`num relative grid size-7 shrink-0 place-items-center rounded-full border text-sm ${dots[status]}`}>
            {status === 'done' ? <Check className="size-4" strokeWidth={2.4} aria-hidden /> : place + 1}
            <span className="sr-only">{words[status]}</span>
          </span>
          <span className="min-h-7 pt-0.5 md:pt-0">
            <span className={`block ${status === 'ahead' ? 'text-mute' : 'font-medium'}`}>{label}</span>
            {at && <span className="num block text-xs text-mute">{formatShanghaiTimeToMinute(at)}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
