import { useSearch } from '@tanstack/react-router'
import { readId } from '../parts/read-id.ts'
import { PaidPayment } from './paid-payment.tsx'
import { NotFound, PaidTrade } from './paid-trade.tsx'

/**
 * 支付结果, under either address: of the payment that a provider sends the buyer back with, or of the trade. Whether it is paid is the
 * server's word alone.
 */
export function Page() {
  const search = useSearch({ strict: false })
  const [tradeId, paymentId] = [readId(search.tradeId), readId(search.paymentId)]
  return (
    <div className="content max-w-2xl! pt-6 md:pt-10">
      <section aria-live="polite" aria-label="支付结果" className="panel px-4 py-10 md:px-10 md:py-12">
        {paymentId !== undefined ? (
          <PaidPayment key={paymentId} paymentId={paymentId} />
        ) : tradeId !== undefined ? (
          <PaidTrade tradeId={tradeId} />
        ) : (
          <NotFound look={{ to: '/my_order', search: {}, label: '查看订单' }} />
        )}
      </section>
    </div>
  )
}
