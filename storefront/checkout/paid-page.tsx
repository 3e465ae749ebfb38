import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { CircleCheck, Hourglass, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { paymentMethods } from '../../contract/ordering/amounts.ts'
import type { SubmittedTrade } from '../../contract/ordering/shapes.ts'
import { Refusal } from '../../contract/refusals.ts'
import { dueDayOf } from '../../contract/shanghai.ts'
import { money, monthDay } from '../../ui/format.ts'
import { AmountRow, AmountRows } from '../parts/amount-rows.tsx'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Price } from '../parts/price-plate.tsx'
import { Loaded, Skeleton } from '../parts/states.tsx'
import { useToday } from '../parts/use-now.ts'
import { tradeQuery } from './checkout-api.ts'
import { ordersAt, readId, viewTrade } from './checkout-view.ts'

/** 支付结果: of the trade that the address names. Whether it is paid is the server's word alone, under either address. */
export function Page() {
  const tradeId = readId(useSearch({ strict: false }).tradeId)
  return (
    <div className="content max-w-2xl! pt-6 md:pt-10">
      <section aria-live="polite" className="panel px-4 py-10 md:px-10 md:py-12">
        {tradeId === undefined ? <NotFound /> : <Result tradeId={tradeId} />}
      </section>
    </div>
  )
}

function Result({ tradeId }: { tradeId: string }) {
  const trade = useQuery(tradeQuery(tradeId))
  if (trade.error instanceof Refusal && trade.error.reason === 'TRADE_NOT_FOUND') return <NotFound />
  return (
    <Loaded from={trade} skeleton={<Skeleton className="h-72" />}>
      {(found) =>
        viewTrade(found).state === 'paid' ? (
          <Paid trade={found} />
        ) : viewTrade(found).state === 'approval' ? (
          <InApproval trade={found} />
        ) : (
          <NotFound trade={found} again={() => void trade.refetch()} busy={trade.isFetching} />
        )
      }
    </Loaded>
  )
}

function Head({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      {icon}
      <h1 className="text-xl">{title}</h1>
      {children}
    </div>
  )
}

function Paid({ trade }: { trade: SubmittedTrade }) {
  const view = viewTrade(trade)
  const today = useToday()
  const { label, priceType } = paymentMethods[trade.method]
  const credit = trade.method === 'credit'
  return (
    <>
      <Head icon={<CircleCheck className="size-12 text-success" strokeWidth={1.4} aria-hidden />} title="支付成功">
        <Price amount={view.payable} kind={priceType} size="lg" />
      </Head>
      <AmountRows className="mx-auto mt-6 max-w-md border-t border-line-soft pt-5">
        <AmountRow name="支付方式">
          <span className="font-sans">{label}</span>
        </AmountRow>
        <AmountRow name={credit ? '占用赊销额度' : '实付金额'}>{money(view.payable)}</AmountRow>
        {credit && (
          <AmountRow name="还款日">
            <span className="font-sans">本月发货的 {monthDay(dueDayOf(today.slice(0, 7)))}还款</span>
          </AmountRow>
        )}
        {view.open.map(({ orderNo, payable }) => (
          <AmountRow key={orderNo} name={<span className="num">订单 {orderNo}</span>}>
            {money(payable)}
          </AmountRow>
        ))}
      </AmountRows>
      {credit && (
        <p className="mt-4 text-center text-xs text-mute">发货后按发出的商品计入当月账单，次月10号还款；未发货的部分只占用额度。</p>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink {...ordersAt(view, trade.orders)}>查看订单</ButtonLink>
        <ButtonLink to="/shop" look="line">
          继续购物
        </ButtonLink>
      </div>
    </>
  )
}

/** 暂未查询到支付信息: it may still come; what to do meanwhile. */
/** Over the buyer's limit: nothing was paid, and the main account has the word. */
function InApproval({ trade }: { trade: SubmittedTrade }) {
  return (
    <>
      <Head icon={<Hourglass className="size-12 text-copper" strokeWidth={1.4} aria-hidden />} title="订单待审批">
        <p className="text-mute">本次采购超过您的采购限额，已提交企业主账号审批，同意后即可支付；没有扣款。</p>
      </Head>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/approval" look="line">
          查看审批
        </ButtonLink>
        <ButtonLink {...ordersAt(viewTrade(trade), trade.orders)}>查看订单</ButtonLink>
      </div>
    </>
  )
}

function NotFound({ trade, again, busy = false }: { trade?: SubmittedTrade; again?: () => void; busy?: boolean }) {
  const orders = trade ? ordersAt(viewTrade(trade), trade.orders) : ({ to: '/my_order', search: {} } as const)
  return (
    <>
      <Head icon={<SearchX className="size-12 text-copper" strokeWidth={1.4} aria-hidden />} title="暂未查询到支付信息">
        <p className="text-mute">请确认是否已完成支付，并稍后再查询。如已付款仍未查到，请联系客服核实。</p>
      </Head>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/service_contact" look="line">
          联系客服
        </ButtonLink>
        <ButtonLink {...orders}>查看订单</ButtonLink>
        {again && (
          <Button look="line" busy={busy} busyText="查询中" onClick={again}>
            重新查询
          </Button>
        )}
      </div>
    </>
  )
}
