import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Hourglass, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { onlinePaymentChannels, type Payment } from '#contract/money/payments/api.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { getStatementDueDay } from '#contract/platform/core/shanghai.ts'
import { tradeQuery } from '#storefront/orders/checkout/checkout-api.ts'
import { toTradeViewModel, tradeOrdersLink } from '#storefront/orders/checkout/checkout-view.ts'
import { AmountRow, AmountRows } from '#storefront/platform/components/amount-rows.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { QueryPage, Skeleton } from '#storefront/platform/components/states.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import type { RoutePath } from '#storefront/platform/routing/types.ts'
import { formatMonthDay, formatShanghaiTimeToSecond } from '#ui/format.ts'

export interface PaymentResultLinkTarget {
  to: RoutePath
  search: Record<string, string>
  label: string
}

const toOrders = (trade: SubmittedTrade): PaymentResultLinkTarget => ({
  ...tradeOrdersLink(toTradeViewModel(trade), trade.orders),
  label: '查看订单',
})

/** The result of a trade. `payment` is the online payment that has paid it. */
export function TradeResult({ tradeId, payment }: { tradeId: string; payment?: Payment }) {
  const trade = useQuery(tradeQuery(tradeId))
  if (trade.error instanceof Refusal && trade.error.reason === 'TRADE_NOT_FOUND')
    return <PaymentNotFound look={{ to: '/my_order', search: {}, label: '查看订单' }} />
  return (
    <QueryPage title="支付结果" from={trade} skeleton={<Skeleton className="h-72" />}>
      {(found) => {
        const { state } = toTradeViewModel(found)
        if (state === 'paid') return <Paid trade={found} payment={payment} />
        if (state === 'approval') return <InApproval trade={found} />
        return <PaymentNotFound look={toOrders(found)} again={() => void trade.refetch()} busy={trade.isFetching} />
      }}
    </QueryPage>
  )
}

export function PaymentResultHeader({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      {icon}
      <h1 className="text-xl">{title}</h1>
      {children}
    </div>
  )
}

export const SUCCESS_ICON = <CircleCheck className="size-12 text-success" strokeWidth={1.4} aria-hidden />

function Paid({ trade, payment }: { trade: SubmittedTrade; payment: Payment | undefined }) {
  const view = toTradeViewModel(trade)
  const { label, priceType } = paymentMethods[trade.method]
  const credit = trade.method === 'credit'
  return (
    <>
      <PaymentResultHeader icon={SUCCESS_ICON} title="支付成功">
        <Price amount={view.payable} kind={priceType} size="lg" />
      </PaymentResultHeader>
      <AmountRows className="mx-auto mt-6 max-w-md border-t border-line-soft pt-5">
        <AmountRow name="支付方式">
          <span className="font-sans">{payment ? `${label}（${onlinePaymentChannels[payment.channel].label}）` : label}</span>
        </AmountRow>
        <AmountRow name={credit ? '占用赊销额度' : '实付金额'}>{formatMoney(view.payable)}</AmountRow>
        {payment?.paidAt && <AmountRow name="支付时间">{formatShanghaiTimeToSecond(payment.paidAt)}</AmountRow>}
        {credit && <Due />}
        {view.open.map(({ orderNo, payable }) => (
          <AmountRow key={orderNo} name={<span className="num">订单 {orderNo}</span>}>
            {formatMoney(payable)}
          </AmountRow>
        ))}
      </AmountRows>
      {credit && (
        <p className="mt-4 text-center text-xs text-mute">发货后按发出的商品计入当月账单，次月10号还款；未发货的部分只占用额度。</p>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink {...tradeOrdersLink(view, trade.orders)}>查看订单</ButtonLink>
        <ButtonLink to="/shop" look="line">
          继续购物
        </ButtonLink>
      </div>
    </>
  )
}

function Due() {
  const today = useToday()
  return (
    <AmountRow name="还款日">
      <span className="font-sans">本月发货的 {formatMonthDay(getStatementDueDay(today.slice(0, 7)))}还款</span>
    </AmountRow>
  )
}

/** The trade exceeds the buyer's limit: nothing was paid, and the main account decides. */
function InApproval({ trade }: { trade: SubmittedTrade }) {
  return (
    <>
      <PaymentResultHeader icon={<Hourglass className="size-12 text-copper" strokeWidth={1.4} aria-hidden />} title="订单待审批">
        <p className="text-mute">本次采购超过您的采购限额，已提交企业主账号审批，同意后即可支付；没有扣款。</p>
      </PaymentResultHeader>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/approval" look="line">
          查看审批
        </ButtonLink>
        <ButtonLink {...tradeOrdersLink(toTradeViewModel(trade), trade.orders)}>查看订单</ButtonLink>
      </div>
    </>
  )
}

interface Unknown {
  /** A link to what was to be paid. */
  look: PaymentResultLinkTarget
  again?: () => void
  busy?: boolean
  children?: ReactNode
}

/** 暂未查询到支付信息: the payment may still arrive, and what the buyer can do meanwhile. */
export function PaymentNotFound({ look: { label, ...look }, again, busy = false, children }: Unknown) {
  return (
    <>
      <PaymentResultHeader icon={<SearchX className="size-12 text-copper" strokeWidth={1.4} aria-hidden />} title="暂未查询到支付信息">
        <p className="text-mute">请确认是否已完成支付，并稍后再查询。如已付款仍未查到，请联系客服核实。</p>
      </PaymentResultHeader>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink {...look}>{label}</ButtonLink>
        <ButtonLink to="/service_contact" look="line">
          联系客服
        </ButtonLink>
        {again && (
          <Button look="line" busy={busy} busyText="查询中" onClick={again}>
            重新查询
          </Button>
        )}
        {children}
      </div>
    </>
  )
}
