import { useQuery } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import type { CartItem } from '../../contract/cart/api.ts'
import { money } from '../../ui/format.ts'
import { useMay } from '../session/use-session.ts'
import { onHandQuery } from './coupon-api.ts'
import { type OnHand, onHandOf, type Saving } from './on-hand-view.ts'

/** Below a shop's lines in the cart: what its coupons take off what is selected, and what is missing for the next one. */
export function CartCoupons({ lines }: { lines: readonly CartItem[] }) {
  const may = useMay('buyPay')
  const [shop] = useQuery({ ...onHandQuery(lines), enabled: may && lines.length > 0 }).data ?? []
  const said = shop && lines.length > 0 ? onHandOf(shop) : undefined
  if (!said) return null
  return (
    <section aria-label="可用优惠券" className="flex gap-2 border-t border-line-soft bg-jade-tint px-3 py-2.5 text-sm md:px-5">
      <TicketPercent className="size-4.5 shrink-0 text-jade" strokeWidth={1.6} aria-hidden />
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-6 gap-y-1">
        <Now said={said} />
        {said.next && (
          <p className="min-w-0 text-mute">
            {alreadyOnCredit(said) && '现金价'}再买 <b className="num font-semibold text-ink">{money(said.next.missing)}</b> 可用「
            {said.next.name}」，立减 <span className="num">{money(said.next.amount)}</span>
          </p>
        )}
      </div>
    </section>
  )
}

const alreadyOnCredit = ({ credit, next }: OnHand) => credit?.name === next?.name

/** What applies as it stands: said once where both prices take the same. */
function Now({ said: { sale, credit } }: { said: OnHand }) {
  const alike = sale?.name === credit?.name && sale?.amount === credit?.amount
  return (
    <>
      {sale && <Applies saving={sale} price={alike ? '' : '现金价'} />}
      {credit && !alike && <Applies saving={credit} price="赊销价" />}
    </>
  )
}

const Applies = ({ saving: { name, amount }, price }: { saving: Saving; price: string }) => (
  <p className="min-w-0">
    {price}可用「{name}」 <b className="num font-semibold text-jade">-{money(amount)}</b>
  </p>
)
