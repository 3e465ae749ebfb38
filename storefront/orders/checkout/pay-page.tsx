import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PaymentMethod, paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { OfferedPaymentMethod } from '#contract/orders/orders/preview-shapes.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { parseId } from '#storefront/platform/components/parse-id.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { useClearWaitingOrder } from '#storefront/platform/components/waiting-order.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { type TradeOfQuery, tradeQuery } from './checkout-api.ts'
import { computeCreditCost, toTradeViewModel } from './checkout-view.ts'
import { ConfirmDropCouponDialog } from './order-changes-dialog.tsx'
import { PayTradeForm } from './pay-password.tsx'
import { PaymentMethodCards } from './payment-method-cards.tsx'
import { useChangePaymentMethod, useGoToPayment } from './use-trade.ts'

/** 输入支付密码: pays an unpaid order, by its method or by another one. */
export function Page() {
  useClearWaitingOrder()
  const tradeId = parseId(useSearch().tradeId)
  return (
    <div className="content max-w-4xl! pt-4 md:pt-6">
      <h1 className="mb-3 text-lg md:mb-4 md:text-xl">订单支付</h1>
      {tradeId === undefined ? <NoTrade /> : <Trade tradeId={tradeId} />}
    </div>
  )
}

function NoTrade() {
  return (
    <div className="panel">
      <EmptyState
        title="没有要支付的订单"
        hint="请从待支付的订单进入支付。"
        action={<ButtonLink {...WAITING}>查看待支付订单</ButtonLink>}
      />
    </div>
  )
}

const WAITING = { to: '/my_order', search: { state: 'WAIT_PAY' } } as const

function Trade({ tradeId }: { tradeId: string }) {
  const trade = useQuery(tradeQuery(tradeId))
  return (
    <QueryContent from={trade} skeleton={<Waiting />}>
      {(found) => <Paying trade={found} loading={trade} />}
    </QueryContent>
  )
}

const FRAME = 'grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_380px] lg:grid-rows-[auto_1fr] lg:gap-4'

const Waiting = () => (
  <div className={FRAME}>
    <Skeleton className="h-23 rounded-panel" />
    <Skeleton className="h-83 rounded-panel lg:col-start-2 lg:row-span-2 lg:row-start-1" />
    <Skeleton className="h-93 rounded-panel" />
  </div>
)

/** `loading`: the methods are fetched again after a write, and that can fail. */
function Paying({ trade, loading }: { trade: TradeOfQuery; loading: { error: unknown; refetch: () => unknown } }) {
  const { state, open } = toTradeViewModel(trade)
  const { methods } = trade
  const byPassword = trade.method === 'credit' || trade.method === 'wallet'
  return (
    <div className={FRAME}>
      <section aria-labelledby="trade-orders" className="panel p-4 md:p-5">
        <h2 id="trade-orders" className="text-md md:text-lg">
          {state === 'unpaid' ? '待支付订单' : '订单'}
        </h2>
        <ul className="mt-1 divide-y divide-line-soft">
          {open.map(({ orderNo, payable }) => (
            <li key={orderNo} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 last:pb-0">
              <Link to="/my_order_detail" search={{ orderNo }} className="num finger text-jade hover:underline">
                {orderNo}
              </Link>
              <span className="num">{formatMoney(payable)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="支付" className="panel p-4 md:p-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {byPassword || state !== 'unpaid' ? <PayTradeForm key={trade.method} trade={trade} /> : <Elsewhere trade={trade} />}
      </section>
      {state === 'unpaid' && (
        <QueryContent
          from={{ data: methods, error: loading.error, refetch: loading.refetch }}
          skeleton={<Skeleton className="h-93 rounded-panel" />}
        >
          {(offered) => <OtherMethod trade={trade} methods={offered} />}
        </QueryContent>
      )}
    </div>
  )
}

/** 更换支付方式: what each method would cost and whether it can be used. A method that is refused after all stays disabled, with the reason. */
function OtherMethod({ trade: { tradeId, method }, methods }: { trade: SubmittedTrade; methods: readonly OfferedPaymentMethod[] }) {
  const today = useToday()
  const [refused, setRefused] = useState<Partial<Record<PaymentMethod, string>>>({})
  const changing = useChangePaymentMethod(
    () => setRefused({}),
    (next, why) => setRefused((was) => ({ ...was, [next]: why })),
  )
  const options = methods.map((one) => {
    const reason = refused[one.method] ?? (one.method === method ? null : one.reason)
    return { ...one, available: reason === null, reason }
  })
  const choose = (next: PaymentMethod) => changing.change({ tradeId, method: next })
  return (
    <section aria-labelledby="other-method" className="panel p-4 md:p-5">
      <h2 id="other-method" className="text-md md:text-lg">
        更换支付方式
      </h2>
      <p className="mt-0.5 mb-3 text-sm text-mute">更换后按所选方式的价格重新计算应付金额</p>
      <PaymentMethodCards
        options={options}
        value={method}
        onChange={choose}
        disabled={changing.busy}
        cost={computeCreditCost(methods, today)}
        narrow
      />
      <ConfirmDropCouponDialog changing={changing} />
    </section>
  )
}

/** Links to the page of a method that is not paid here. */
function Elsewhere({ trade }: { trade: SubmittedTrade }) {
  const go = useGoToPayment(() => undefined)
  const { payable } = toTradeViewModel(trade)
  return (
    <div className="text-center">
      <p className="text-sm text-mute">{paymentMethods[trade.method].label} · 应付金额</p>
      <p className="num mt-1 mb-5 text-[30px] leading-9 font-semibold text-copper">{formatMoney(payable)}</p>
      <Button look="call" size="lg" className="w-full" onClick={() => void go(trade)}>
        {trade.method === 'online' ? '去在线支付' : '查看转账信息'}
      </Button>
    </div>
  )
}
