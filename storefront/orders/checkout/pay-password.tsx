import { useQuery } from '@tanstack/react-query'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { getStatementDueDay } from '#contract/platform/core/shanghai.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { PaymentPasswordInput } from '#storefront/platform/components/pay-password-input.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { formatMonthDay } from '#ui/format.ts'
import { tradeQuery } from './checkout-api.ts'
import { toTradeViewModel, tradeOrdersLink } from './checkout-view.ts'
import { usePayTradeWithPassword } from './use-trade.ts'

/** Asks for the payment password in a dialog over the page. */
export function PayTradeDialog({ tradeId, onClose }: { tradeId: string | undefined; onClose: () => void }) {
  return (
    <Modal open={tradeId !== undefined} onClose={onClose} title="输入支付密码">
      {tradeId !== undefined && <PayTradeWindow tradeId={tradeId} />}
    </Modal>
  )
}

function PayTradeWindow({ tradeId }: { tradeId: string }) {
  const trade = useQuery(tradeQuery(tradeId))
  return (
    <QueryContent from={trade} skeleton={<Skeleton className="h-56" />}>
      {(found) => <PayTradeForm trade={found} />}
    </QueryContent>
  )
}

/** The amount, the method and the six digits of the payment password. The result is shown on its own page. */
export function PayTradeForm({ trade }: { trade: SubmittedTrade }) {
  const { state, payable, open } = toTradeViewModel(trade)
  const { priceType, label } = paymentMethods[trade.method]
  return (
    <>
      <div className="rounded-control bg-paper px-4 py-4 text-center">
        <p className="text-sm text-mute">{label} · 应付金额</p>
        <p className="mt-1">
          <Price amount={payable} kind={priceType} size="lg" />
        </p>
        {open.length > 1 && <p className="mt-1 text-xs text-mute">含 {open.length} 张订单，一并支付</p>}
        {trade.method === 'credit' && <DueNote />}
      </div>
      <div className="mt-5">{state === 'unpaid' ? <Digits trade={trade} /> : <Closed trade={trade} />}</div>
    </>
  )
}

function DueNote() {
  const today = useToday()
  return <p className="mt-1 text-xs text-steel">占用赊销额度；本月发货的 {formatMonthDay(getStatementDueDay(today.slice(0, 7)))}还款</p>
}

/** Nothing is left to pay: it was paid or cancelled meanwhile. */
function Closed({ trade }: { trade: SubmittedTrade }) {
  const view = toTradeViewModel(trade)
  const text = { paid: '该订单已支付', cancelled: '该订单已取消，无需支付', approval: '该订单待审批，通过后可支付', unpaid: '' }[view.state]
  return (
    <div className="text-center">
      <p role="status">{text}</p>
      <div className="mt-4 flex justify-center">
        <ButtonLink {...tradeOrdersLink(view, trade.orders)}>查看订单</ButtonLink>
      </div>
    </div>
  )
}

function Digits({ trade }: { trade: SubmittedTrade }) {
  const navigate = useNavigate()
  const pay = usePayTradeWithPassword(trade, {
    paid: () => navigate({ to: '/order_pay_success', search: { tradeId: trade.tradeId }, replace: true }),
  })
  return (
    <PaymentPasswordInput
      verb="确认支付"
      hint="设置 6 位数字支付密码后，可使用赊销支付与钱包支付；订单会为您保留。"
      busy={pay.isPending}
      error={pay.error}
      orderPath={`/order_pay_password?tradeId=${trade.tradeId}`}
      onPay={pay.mutate}
    />
  )
}
