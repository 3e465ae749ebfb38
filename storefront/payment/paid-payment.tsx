import { CircleX, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { channels, type Payment } from '../../contract/payment/api.ts'
import { Refusal } from '../../contract/refusal.ts'
import { money, second } from '../../ui/format.ts'
import { AmountRow, AmountRows } from '../parts/amount-rows.tsx'
import { ButtonLink } from '../parts/button.tsx'
import { Price } from '../parts/price-plate.tsx'
import { LoadedPage, Skeleton } from '../parts/states.tsx'
import { useNow } from '../parts/use-now.ts'
import { DONE, Head, NotFound, PaidTrade } from './paid-trade.tsx'
import { isOpen, purposeWords, waysOf } from './payment-view.ts'
import { usePayment } from './use-payment.ts'

/** So long a provider's word may be on its way before the buyer is told that none has come. */
const PATIENCE_MS = 6_000

/** What came of an online payment, whatever it was for. It is asked about until it is known. */
export function PaidPayment({ paymentId }: { paymentId: string }) {
  const payment = usePayment(paymentId)
  const now = useNow(1_000)
  const [since] = useState(now)
  if (payment.error instanceof Refusal && payment.error.reason === 'PAYMENT_NOT_FOUND')
    return <NotFound look={{ to: '/my_order', search: {}, label: '查看订单' }} />
  return (
    <LoadedPage title="支付结果" from={payment} skeleton={<Skeleton className="h-72" />}>
      {(found) => {
        if (found.state === 'CLOSED') return <Failed payment={found} />
        if (!isOpen(found)) return <Settled payment={found} />
        if (now.getTime() - since.getTime() < PATIENCE_MS) return <Asking />
        return <Pending payment={found} again={() => void payment.refetch()} busy={payment.isFetching} />
      }}
    </LoadedPage>
  )
}

function Settled({ payment }: { payment: Payment }) {
  if (payment.purpose === 'trade' && payment.tradeId !== null) return <PaidTrade tradeId={payment.tradeId} payment={payment} />
  const { look } = waysOf(payment)
  const topUp = payment.purpose === 'topUp'
  return (
    <>
      <Head icon={DONE} title={purposeWords[payment.purpose].done}>
        <Price amount={payment.amount} kind="plain" size="lg" />
      </Head>
      <AmountRows className="mx-auto mt-6 max-w-md border-t border-line-soft pt-5">
        <AmountRow name="支付渠道">
          <span className="font-sans">{channels[payment.channel].label}</span>
        </AmountRow>
        <AmountRow name={topUp ? '充值到账' : '还款金额'}>{money(payment.amount)}</AmountRow>
        {payment.paidAt && <AmountRow name="支付时间">{second(payment.paidAt)}</AmountRow>}
      </AmountRows>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={topUp ? '/cash_account' : '/credit_account'}>{topUp ? '查看现金钱包' : '查看赊销账户'}</ButtonLink>
        <ButtonLink to={look.to} search={look.search} look="line">
          {look.label}
        </ButtonLink>
      </div>
    </>
  )
}

const Asking = () => (
  <Head icon={<LoaderCircle className="size-12 animate-spin text-copper" strokeWidth={1.4} aria-hidden />} title="正在查询支付结果">
    <p className="text-mute">请稍候，不要重复付款。</p>
  </Head>
)

function Pending({ payment, again, busy }: { payment: Payment; again: () => void; busy: boolean }) {
  return (
    <NotFound look={waysOf(payment).look} again={again} busy={busy}>
      {payment.state === 'PENDING' && (
        <ButtonLink to="/order_pay_online_pay" search={{ paymentId: payment.paymentId }} look="line">
          继续支付
        </ButtonLink>
      )}
    </NotFound>
  )
}

function Failed({ payment }: { payment: Payment }) {
  const { again, look } = waysOf(payment)
  return (
    <>
      <Head icon={<CircleX className="size-12 text-danger" strokeWidth={1.4} aria-hidden />} title="支付未完成">
        <p className="text-mute">{payment.failure ?? '支付已关闭'}。如已付款，款项会原路退回，也可联系客服核实。</p>
      </Head>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/service_contact" look="line">
          联系客服
        </ButtonLink>
        <ButtonLink to={look.to} search={look.search} look="line">
          {look.label}
        </ButtonLink>
        <ButtonLink {...again}>{payment.purpose === 'topUp' ? '重新充值' : '重新支付'}</ButtonLink>
      </div>
    </>
  )
}
