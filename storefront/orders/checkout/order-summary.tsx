import { priceTypeLabels } from '#contract/orders/orders/amounts.ts'
import type { OrderPreview } from '#contract/orders/orders/preview-shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { AmountRow, AmountRows } from '#storefront/platform/components/amount-rows.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { formatMonthDay } from '#ui/format.ts'
import type { CreditCost } from './checkout-view.ts'
import { YearlyCreditRateHint } from './payment-method-cards.tsx'

interface Props {
  preview: OrderPreview
  cost: CreditCost | undefined
  busy: boolean
  /** Why it cannot be submitted now. */
  reason: string | undefined
  /** The answer to the last submit was lost in the network. */
  lost: boolean
}

/** 订单明细: how the total is computed, and the button to submit. */
export function OrderSummaryWithSubmitButton({ preview, cost, busy, reason, lost }: Props) {
  const { priceType, goodsAmount, freight, couponAmount, payable, shops, address, quotation } = preview
  return (
    <div className="contents lg:sticky lg:top-[calc(var(--mark-height)+1rem)] lg:flex lg:flex-col lg:gap-3">
      <section aria-labelledby="sums" className="panel p-4 md:p-5">
        <h2 id="sums" className="mb-3 text-md md:text-lg">
          订单明细
        </h2>
        <AmountRows>
          <AmountRow name="价格类型">
            <span className={`font-sans ${priceType === 'credit' ? 'text-steel' : 'text-copper'}`}>{priceTypeLabels[priceType]}</span>
          </AmountRow>
          <AmountRow name="商品合计">{formatMoney(goodsAmount)}</AmountRow>
          <AmountRow name="配送运费">{freight === 0 ? <span className="font-sans">免运费</span> : formatMoney(freight)}</AmountRow>
          {quotation === null && (
            <AmountRow name="优惠券">
              {couponAmount === 0 ? (
                <span className="font-sans text-mute">{hasCoupon(shops) ? '未使用' : '无可用券'}</span>
              ) : (
                `-${formatMoney(couponAmount)}`
              )}
            </AmountRow>
          )}
          <AmountRow name="订单合计" sum>
            <Price amount={payable} kind={priceType} size="lg" />
          </AmountRow>
        </AmountRows>
        <FreightNote shops={shops} known={address !== null} />
        {priceType === 'credit' && cost && <Cost cost={cost} />}
        {shops.length > 1 && <p className="mt-2 text-xs text-mute">将按店铺生成 {shops.length} 张订单，一次支付</p>}
      </section>
      <div className="sticky bottom-14 z-20 -mx-3 border-t border-line bg-white px-3 py-2.5 md:bottom-0 md:-mx-6 md:px-6 lg:static lg:mx-0 lg:border-0 lg:bg-transparent lg:p-0">
        <div className="flex items-center justify-between gap-4">
          <p className="lg:hidden">
            <span className="block text-xs text-mute">应付合计</span>
            <Price amount={payable} kind={priceType} />
          </p>
          <Button
            type="submit"
            look="call"
            size="lg"
            className="lg:w-full"
            busy={busy}
            disabled={reason !== undefined}
            aria-describedby="submit-note"
          >
            提交订单
          </Button>
        </div>
        <p
          id="submit-note"
          role={lost ? 'alert' : undefined}
          className={`mt-1.5 text-right text-xs lg:text-center ${reason || lost ? 'text-danger' : 'text-mute'}`}
        >
          {lost ? '没有收到结果，请再次提交：同一订单不会重复生成' : (reason ?? '提交后为您锁定库存')}
        </p>
      </div>
    </div>
  )
}

const hasCoupon = (shops: OrderPreview['shops']) => shops.some(({ coupons }) => coupons.some(({ discount }) => discount !== null))

/** Why delivery is not free, and what is missing for free delivery. */
function FreightNote({ shops, known }: { shops: OrderPreview['shops']; known: boolean }) {
  const [shop] = shops
  const missing = shops.length === 1 ? shop?.missingForFree : null
  const note = [...(known ? [] : ['按默认地区估算，选择收货地址后确定']), ...(missing ? [`再买 ${formatMoney(missing)} 免运费`] : [])].join(
    '；',
  )
  return note === '' ? null : <p className="mt-2 text-right text-xs text-mute">运费：{note}</p>
}

/** 赊销成本: the extra cost of credit, next to the cash total. */
function Cost({ cost }: { cost: CreditCost }) {
  const { extra, cash, dueDay, days } = cost
  return (
    <section aria-label="赊销成本" className="mt-3 rounded-control bg-steel-tint px-3 py-2.5 text-sm">
      <AmountRows className="gap-1!">
        <AmountRow name="现金价合计">{formatMoney(cash)}</AmountRow>
        <AmountRow name="赊销多付">{formatMoney(extra)}</AmountRow>
      </AmountRows>
      <p className="mt-1.5 text-xs text-steel">
        本月发货的 {formatMonthDay(dueDay)}还款，账期 <span className="num">{days}</span> 天
      </p>
      <YearlyCreditRateHint cost={cost} className="mt-1" />
    </section>
  )
}
