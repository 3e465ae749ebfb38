import { CART_LINES_PER_MEMBER_MAX } from '#contract/orders/cart/api.ts'
import { ORDER_LINES_MAX } from '#contract/orders/orders/order-sources.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { computeQuickOrderTotals, type listOrderableLines } from './quick-view.ts'

interface Props {
  lines: ReturnType<typeof listOrderableLines>
  /** The answer is older than the rows. */
  waiting: boolean
  adding: boolean
  onCart: () => void
  onOrder: () => void
}

/** A bar at the bottom of the window: the totals of what can be ordered, and the buttons for cart and order. */
export function QuickOrderTotalsAndOrderBar({ lines, waiting, adding, onCart, onOrder }: Props) {
  const { kinds, sale, credit, cashOnly } = computeQuickOrderTotals(lines)
  const [{ reason: cartDenied }, { reason: buyDenied }] = [usePermission('addCart'), usePermission('buyPay')]
  const shut = kinds === 0 || waiting
  return (
    <section
      aria-label="下单"
      className="sticky bottom-14 z-20 mt-3 rounded-panel border border-line bg-white shadow-[0_-4px_16px_rgb(19_32_30/0.06)] md:bottom-0 md:rounded-b-none"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-3 py-2.5 md:px-5 md:py-3">
        <p className="text-sm text-mute" aria-live="polite">
          可下单 <b className="num text-ink">{kinds}</b> 种
        </p>
        <dl className="grid flex-1 grid-cols-[auto_1fr] items-baseline gap-x-2 md:flex md:justify-end md:gap-x-3">
          <dt className="text-xs whitespace-nowrap text-copper">现金合计</dt>
          <dd>
            <Price amount={sale} kind="sale" />
          </dd>
          <dt className="text-xs whitespace-nowrap text-steel">赊销合计</dt>
          <dd>
            {credit === null ? <span className="text-xs text-mute">{cashOnly} 种仅限现金价</span> : <Price amount={credit} kind="credit" />}
          </dd>
        </dl>
        <div className="grid w-full grid-cols-2 gap-2 md:flex md:w-auto md:gap-3">
          <Button busy={adding} blocked={cartDenied} aria-describedby={cartDenied && 'rows-denied'} disabled={shut} onClick={onCart}>
            加入购物车
          </Button>
          <Button
            look="call"
            blocked={buyDenied}
            aria-describedby={!cartDenied && buyDenied ? 'rows-denied' : undefined}
            disabled={shut}
            onClick={onOrder}
          >
            直接下单
          </Button>
        </div>
        <Limits kinds={kinds} denied={cartDenied ?? buyDenied} />
      </div>
    </section>
  )
}

function Limits({ kinds, denied }: { kinds: number; denied: string | undefined }) {
  if (denied)
    return (
      <p id="rows-denied" className="w-full text-right text-xs text-danger">
        {denied}
      </p>
    )
  if (kinds <= Math.min(CART_LINES_PER_MEMBER_MAX, ORDER_LINES_MAX)) return null
  return (
    <p className="w-full text-right text-xs text-gold">
      购物车最多 {CART_LINES_PER_MEMBER_MAX} 种、一张订单最多 {ORDER_LINES_MAX} 种：放不下的留在本页，可分批下单
    </p>
  )
}
