import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { OfferedPaymentChannel, OnlinePaymentChannel } from '#contract/money/payments/api.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { PaymentChannelChoice } from '#storefront/money/payments/channel-choice.tsx'
import { paymentApi, paymentChannelsQuery } from '#storefront/money/payments/payment-api.ts'
import { detectPaymentScene, findFirstChannelHere, getReasonAgainstChannelHere } from '#storefront/money/payments/payment-scene.ts'
import { invalidatedByOrder, tradeQuery } from '#storefront/orders/checkout/checkout-api.ts'
import { toTradeViewModel, tradeOrdersLink } from '#storefront/orders/checkout/checkout-view.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { HANDLED_AT_FIELD, useApiMutation } from '#storefront/platform/sessions/use-call.ts'

/** The page to pay a trade online: the amount, and the choice of a channel. */
export function StartOnlinePayment({ tradeId }: { tradeId: string }) {
  const trade = useQuery(tradeQuery(tradeId))
  const channels = useQuery(paymentChannelsQuery)
  return (
    <QueryContent from={trade} skeleton={<Skeleton className="h-96" />}>
      {(found) => (
        <QueryContent from={channels} skeleton={<Skeleton className="h-96" />}>
          {(offered) => <Begin trade={found} offered={offered} />}
        </QueryContent>
      )}
    </QueryContent>
  )
}

function Begin({ trade, offered }: { trade: SubmittedTrade; offered: readonly OfferedPaymentChannel[] }) {
  const navigate = useNavigate()
  const { state } = toTradeViewModel(trade)
  const { tradeId, method } = trade
  useEffect(() => {
    if (state === 'paid') void navigate({ to: '/order_pay_success', search: { tradeId }, replace: true })
  }, [state, tradeId, navigate])
  if (state === 'paid') return <Skeleton className="h-96" />
  if (state !== 'unpaid') return <NotPayable trade={trade} />
  if (method !== 'online')
    return (
      <Closed title={`订单的支付方式是${paymentMethods[method].label}`} hint="更换为在线支付后，按现金价重新计算应付金额。" trade={trade} />
    )
  if (offered.length === 0) return <Closed title="在线支付暂未开通" hint="请更换为钱包支付、转账支付或赊销支付。" trade={trade} />
  return <Choose trade={trade} offered={offered} />
}

function NotPayable({ trade }: { trade: SubmittedTrade }) {
  const view = toTradeViewModel(trade)
  return (
    <div className="panel">
      <EmptyState
        title={view.state === 'approval' ? '订单待审批，通过后可支付' : '订单已取消，无需支付'}
        action={<ButtonLink {...tradeOrdersLink(view, trade.orders)}>查看订单</ButtonLink>}
      />
    </div>
  )
}

function Closed({ title, hint, trade: { tradeId } }: { title: string; hint: string; trade: SubmittedTrade }) {
  return (
    <div className="panel">
      <EmptyState
        title={title}
        hint={hint}
        action={
          <ButtonLink to="/order_pay_password" search={{ tradeId }}>
            更换支付方式
          </ButtonLink>
        }
      />
    </div>
  )
}

function Choose({ trade, offered }: { trade: SubmittedTrade; offered: readonly OfferedPaymentChannel[] }) {
  const [channel, setChannel] = useState<OnlinePaymentChannel>(() => findFirstChannelHere(offered) ?? offered[0]?.channel ?? 'wechat')
  const reason = getReasonAgainstChannelHere(channel, detectPaymentScene())
  const { open, payable } = toTradeViewModel(trade)
  const begin = useBegin(trade.tradeId)
  return (
    <section aria-label="支付" className="panel p-4 md:p-6">
      <div className="text-center">
        <p className="text-sm text-mute">应付金额</p>
        <Price amount={payable} kind="sale" size="lg" />
        <ul className="mt-1 text-xs text-mute">
          {open.map(({ orderNo, payable: part }) => (
            <li key={orderNo}>
              订单 <span className="num">{orderNo}</span>
              {open.length > 1 && <span className="num"> {formatMoney(part)}</span>}
            </li>
          ))}
        </ul>
      </div>
      <h2 className="mt-5 mb-3 text-md md:text-lg">选择支付渠道</h2>
      <PaymentChannelChoice offered={offered} value={channel} onChange={setChannel} disabled={begin.isPending} />
      {begin.error && (
        <p role="alert" className="mt-3 flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {begin.error.message}
        </p>
      )}
      <div className="mt-5 flex flex-col items-center gap-3">
        <Button
          look="call"
          size="lg"
          className="w-full sm:w-80"
          busy={begin.isPending}
          blocked={reason}
          onClick={() => begin.mutate(channel)}
        >
          去支付
        </Button>
        <ButtonLink to="/order_pay_password" search={{ tradeId: trade.tradeId }} look="plain" className="text-sm">
          更换支付方式
        </ButtonLink>
      </div>
    </section>
  )
}

/** Starts a payment, or returns the one that has been started by the same channel. Its id is in the URL, so that a reload keeps it. */
function useBegin(tradeId: string) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useApiMutation((channel: OnlinePaymentChannel) => paymentApi.create({ tradeId, channel, scene: detectPaymentScene() }), {
    onSuccess: ({ paymentId }) => {
      emitClientEvent('paymentApplied', { tradeId })
      return navigate({ to: '.', search: { tradeId, paymentId }, replace: true })
    },
    onError: (error) => {
      // It was paid meanwhile, by a colleague or by a late notice. The result is shown.
      if (!(error instanceof Refusal)) return undefined
      // It now waits for the main account. The page shows that after fetching again.
      if (error.reason === 'NEEDS_APPROVAL') for (const queryKey of invalidatedByOrder) void queries.invalidateQueries({ queryKey })
      if (error.reason !== 'ALREADY_PAID') return undefined
      void navigate({ to: '/order_pay_success', search: { tradeId }, replace: true })
      return HANDLED_AT_FIELD
    },
  })
}
