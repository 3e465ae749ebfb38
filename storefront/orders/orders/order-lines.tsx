import type { ReactNode } from 'react'
import { TANKER_DELIVERY_TEXT } from '#contract/catalog/goods/terms.ts'
import { type PriceType, priceTypeLabels } from '#contract/orders/orders/amounts.ts'
import type { OrderDetail, OrderLine } from '#contract/orders/orders/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { AmountRow, AmountRows } from '#storefront/platform/components/amount-rows.tsx'
import { PromisedDayText } from '#storefront/platform/components/delivery/promised-day.tsx'
import { UNKNOWN_DAY, usePromisedDays } from '#storefront/platform/components/delivery/use-promised-days.ts'
import { GiftBadge } from '#storefront/platform/components/gift-line.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { FoldableReadOnlyRows } from '#storefront/platform/components/long-list.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { SaveToShoppingListButton } from '#storefront/platform/components/shopping-lists/save-to-list.tsx'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { formatCount } from '#ui/format.ts'
import { findDeliveryStage, findWarehousesOfOrderLine, isOrderLineReceived, reasonsForNoPromisedDay } from './order-view.ts'

const COLUMNS = 'md:grid md:grid-cols-[minmax(0,1fr)_minmax(96px,160px)_96px_92px_116px] md:gap-x-4'

/** When a line arrives, as far as it still has to: '' while it is not known yet, undefined if nothing is promised. */
function usePromisedDayOfLine(order: OrderDetail): (line: OrderLine) => string | undefined {
  const now = useNow()
  const { ofWarehouses, ofOrderToSend } = usePromisedDays({ region: order.receiverRegion, paidAt: order.paidAt ?? undefined })
  const stage = findDeliveryStage(order)
  return (line) => {
    if (stage === undefined || stage in reasonsForNoPromisedDay || line.refunded === line.goodsNum) return undefined
    if (isOrderLineReceived(line, order.parcels)) return undefined
    const from = findWarehousesOfOrderLine(order, line)
    const day = stage === 'toShip' && line.left > 0 ? ofOrderToSend(from, now) : ofWarehouses(from)
    // A day that has passed is said once, for the whole order.
    return day === undefined || day === UNKNOWN_DAY || day >= toShanghaiDay(now) ? day : undefined
  }
}

/** The lines of the order and its total. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const promisedDayOf = usePromisedDayOfLine(order)
  const { lines, priceType, shopName, goodsAmount, freight, couponAmount, couponName, payable, state } = order
  return (
    <section aria-labelledby="lines" className="panel overflow-hidden">
      <div className="flex items-baseline justify-between gap-4 px-4 pt-4 md:px-5">
        <h2 id="lines" className="text-md md:text-lg">
          商品清单
        </h2>
        <div className="flex flex-wrap items-baseline justify-end gap-x-5 gap-y-1">
          <SaveToShoppingListButton lines={lines} look="plain" className="text-sm" />
          <p className="text-sm text-mute">{shopName}</p>
        </div>
      </div>
      <div aria-hidden className={`hidden px-5 pt-3 text-xs text-mute ${COLUMNS}`}>
        <span>商品</span>
        <span>商品规格</span>
        <span className="text-right">商品单价</span>
        <span className="text-right">购买数量</span>
        <span className="text-right">小计</span>
      </div>
      <FoldableReadOnlyRows
        rows={lines}
        what="商品清单"
        className="divide-y divide-line-soft px-4 md:px-5"
        renderRow={(line, rowClass) => (
          <Line
            key={line.lineNo}
            line={line}
            priceType={priceType}
            parted={state === 'PART_SENT'}
            promisedDay={promisedDayOf(line)}
            className={rowClass}
          />
        )}
      />
      <div className="border-t border-line-soft bg-paper/60 px-4 py-4 md:px-5">
        <AmountRows className="ml-auto md:w-72">
          <AmountRow name="商品合计">{formatMoney(goodsAmount)}</AmountRow>
          <AmountRow name="配送运费">{formatMoney(freight)}</AmountRow>
          {couponAmount > 0 && (
            <AmountRow name="优惠券">
              <span className="mr-2 font-sans text-xs text-mute">{couponName ?? '已退回'}</span>-{formatMoney(couponAmount)}
            </AmountRow>
          )}
          <AmountRow name="订单合计" sum>
            <span className={`mr-2 font-sans text-xs ${priceType === 'credit' ? 'text-steel' : 'text-copper'}`}>
              {priceTypeLabels[priceType]}
            </span>
            <Price amount={payable} kind={priceType} size="md" />
          </AmountRow>
        </AmountRows>
      </div>
    </section>
  )
}

interface LineProps {
  line: OrderLine
  priceType: PriceType
  /** A part of the order was shipped. */
  parted: boolean
  promisedDay: string | undefined
  className: string
}

function Line({ line, priceType, parted, promisedDay, className }: LineProps) {
  const quantity = `${formatCount(line.goodsNum)} ${line.unit}`
  return (
    <li className={`py-4 ${COLUMNS} md:items-center ${className}`}>
      <GoodsLine goods={{ ...line, skuProps: '{}' }}>
        {line.gift && (
          <p className="mt-0.5">
            <GiftBadge />
          </p>
        )}
        {line.equipmentName !== null && <p className="mt-0.5 text-xs text-mute">用于设备 {line.equipmentName}</p>}
        {promisedDay !== undefined && (
          <p className="mt-0.5 text-xs text-jade">{line.onOwnTanker ? TANKER_DELIVERY_TEXT : <PromisedDayText day={promisedDay} />}</p>
        )}
        {parted && (
          <p className="mt-0.5 text-xs text-jade">
            已发 {formatCount(line.shipped)} {line.unit}，待发 {formatCount(line.left)} {line.unit}
          </p>
        )}
        {line.refunded > 0 && (
          <p className="mt-0.5 text-xs text-mute">
            已退款 {formatCount(line.refunded)} {line.unit}
          </p>
        )}
      </GoodsLine>
      <dl className="mt-3 grid gap-1 rounded-control bg-paper px-3 py-2 md:contents">
        <Cell name="商品规格" left>
          {formatSkuProps(line.skuProps) || '—'}
        </Cell>
        <Cell name="商品单价">
          <span className="num">{formatMoney(line.price)}</span>
        </Cell>
        <Cell name="购买数量">
          <span className="num">{quantity}</span>
        </Cell>
        <Cell name="小计">
          <Price amount={line.amount} kind={priceType} size="sm" />
          {line.couponShare > 0 && <span className="num block text-xs text-mute">优惠券分摊 -{formatMoney(line.couponShare)}</span>}
        </Cell>
      </dl>
    </li>
  )
}

/** A cell of the table; on phones a row with its label. */
function Cell({ name, left = false, children }: { name: string; left?: boolean; children: ReactNode }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 md:block ${left ? '' : 'md:text-right'}`}>
      <dt className="shrink-0 text-sm text-mute md:sr-only">{name}</dt>
      <dd className={`min-w-0 text-right text-sm break-words ${left ? 'md:text-left' : ''}`}>{children}</dd>
    </div>
  )
}
