import { CircleX, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { onlinePaymentChannels, type Payment } from '#contract/money/payments/api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { isOpenPayment, paymentTextsByPurpose, toPayAgainAndPaidForLinks } from '#storefront/money/payments/payment-view.ts'
import { usePolledPayment } from '#storefront/money/payments/use-payment.ts'
import { AmountRow, AmountRows } from '#storefront/platform/components/amount-rows.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { QueryPage, Skeleton } from '#storefront/platform/components/states.tsx'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { ContinueOrderButton } from '#storefront/platform/components/waiting-order.tsx'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { PaymentNotFound, PaymentResultHeader, SUCCESS_ICON, TradeResult } from './trade-result.tsx'

/** How long to wait for the provider's result before the buyer sees that there is none yet. */
const PATIENCE_MS = 6_000

/** The result of an online payment for any purpose. It is polled until it is final. */
export function PaymentResult({ paymentId }: { paymentId: string }) {
  const payment = usePolledPayment(paymentId)
  const now = useNow(1_000)
  const [since] = useState(now)
  if (payment.error instanceof Refusal && payment.error.reason === 'PAYMENT_NOT_FOUND')
    return <PaymentNotFound look={{ to: '/my_order', search: {}, label: '查看订单' }} />
  return (
    <QueryPage title="支付结果" from={payment} skeleton={<Skeleton className="h-72" />}>
      {(found) => {
        if (found.state === 'CLOSED') return <Failed payment={found} />
        if (!isOpenPayment(found)) return <Settled payment={found} />
        if (now.getTime() - since.getTime() < PATIENCE_MS) return <QueryingResult />
        return <Pending payment={found} again={() => void payment.refetch()} busy={payment.isFetching} />
      }}
    </QueryPage>
  )
}

function Settled({ payment }: { payment: Payment }) {
  if (payment.purpose === 'trade' && payment.tradeId !== null) return <TradeResult tradeId={payment.tradeId} payment={payment} />
  const { look } = toPayAgainAndPaidForLinks(payment)
  const topUp = payment.purpose === 'topUp'
  return (
    <>
      <PaymentResultHeader icon={SUCCESS_ICON} title={paymentTextsByPurpose[payment.purpose].done}>
        <Price amount={payment.amount} kind="plain" size="lg" />
      </PaymentResultHeader>
      <AmountRows className="mx-auto mt-6 max-w-md border-t border-line-soft pt-5">
        <AmountRow name="支付渠道">
          <span className="font-sans">{onlinePaymentChannels[payment.channel].label}</span>
        </AmountRow>
        <AmountRow name={topUp ? '充值到账' : '还款金额'}>{formatMoney(payment.amount)}</AmountRow>
        {payment.paidAt && <AmountRow name="支付时间">{formatShanghaiTimeToSecond(payment.paidAt)}</AmountRow>}
      </AmountRows>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ContinueOrderButton />
        <ButtonLink to={topUp ? '/cash_account' : '/credit_account'}>{topUp ? '查看现金钱包' : '查看赊销账户'}</ButtonLink>
        <ButtonLink to={look.to} search={look.search} look="line">
          {look.label}
        </ButtonLink>
      </div>
    </>
  )
}

const QueryingResult = () => (
  <PaymentResultHeader
    icon={<LoaderCircle className="size-12 animate-spin text-copper" strokeWidth={1.4} aria-hidden />}
    title="正在查询支付结果"
  >
    <p className="text-mute">请稍候，不要重复付款。</p>
  </PaymentResultHeader>
)

function Pending({ payment, again, busy }: { payment: Payment; again: () => void; busy: boolean }) {
  return (
    <PaymentNotFound look={toPayAgainAndPaidForLinks(payment).look} again={again} busy={busy}>
      {payment.state === 'PENDING' && (
        <ButtonLink to="/order_pay_online_pay" search={{ paymentId: payment.paymentId }} look="line">
          继续支付
        </ButtonLink>
      )}
    </PaymentNotFound>
  )
}

function Failed({ payment }: { payment: Payment }) {
  const { again, look } = toPayAgainAndPaidForLinks(payment)
  return (
    <>
      <PaymentResultHeader icon={<CircleX className="size-12 text-danger" strokeWidth={1.4} aria-hidden />} title="支付未完成">
        <p className="text-mute">{payment.failure ?? '支付已关闭'}。如已付款，款项会原路退回，也可联系客服核实。</p>
      </PaymentResultHeader>
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
