import { Trash2 } from 'lucide-react'
import { memo } from 'react'
import { TANKER_DELIVERY_TEXT } from '#contract/catalog/goods/terms.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { formatOrderableQuantityRule } from '#contract/catalog/pricing/quantity.ts'
import type { CartItem } from '#contract/orders/cart/api.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { PromisedDayText } from '#storefront/platform/components/delivery/promised-day.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { Price, PriceLabel } from '#storefront/platform/components/price-box.tsx'
import { QuantityStepper } from '#storefront/platform/components/stepper.tsx'
import { formatCount } from '#ui/format.ts'
import { nextCartPriceText } from './cart-view.ts'
import type { CartActions } from './use-cart.ts'

/** The columns of a line and of the table head on wide screens. */
export const CART_COLUMN_CLASSES = 'lg:grid lg:grid-cols-[18px_minmax(0,1fr)_132px_132px_156px_32px] lg:gap-x-5'

interface Props {
  line: CartItem
  cart: CartActions
  /** The member may only look, so nothing can be changed. */
  locked: boolean
  /** When goods in stock arrive; undefined: nothing is promised. */
  promisedDay: string | undefined
  /** The day is that of most provinces, because no address is known. */
  isGeneral: boolean
  /** The class of a line of a long cart. */
  className: string
  onRemove: (line: CartItem) => void
  /** Must be the same function in every rendering. */
  onTooLarge: (id: string, isTooLarge: boolean) => void
}

/** A line that can be ordered: its checkbox, quantity, and totals at both prices. It is rendered again only when it has changed itself. */
export const CartLine = memo(function CartLine({ line, cart, locked, promisedDay, isGeneral, className, onRemove, onTooLarge }: Props) {
  const name = `${line.goodsName} ${line.skuCode}`
  return (
    <li
      className={`grid grid-cols-[18px_minmax(0,1fr)] gap-x-3 gap-y-2 px-3 py-4 md:px-5 ${CART_COLUMN_CLASSES} lg:items-center ${className}`}
    >
      <div className="pt-6 lg:pt-0">
        <Checkbox
          label={`选择 ${name}`}
          value={line.selected ? 'all' : 'none'}
          disabled={locked}
          onChange={(selected) => cart.select([line.id], selected)}
        />
      </div>
      <GoodsLine goods={line}>
        <p className="mt-0.5 text-xs text-mute">
          {line.stock < line.goodsNum * 2 ? `现货仅 ${formatCount(line.stock)} ${line.unit}` : '现货'}
          {formatOrderableQuantityRule(line, line.unit) && ` · ${formatOrderableQuantityRule(line, line.unit)}`}
        </p>
        <p className="mt-0.5 text-xs text-jade empty:hidden">
          {line.byTanker
            ? TANKER_DELIVERY_TEXT
            : promisedDay !== undefined && line.goodsNum <= line.stock && <PromisedDayText day={promisedDay} isGeneral={isGeneral} />}
        </p>
        <Priced line={line} />
        <p className="num mt-0.5 text-xs text-mute lg:hidden">
          单价 {formatMoney(line.salePrice)}
          {line.creditPrice !== null && ` · 赊销 ${formatMoney(line.creditPrice)}`}
        </p>
      </GoodsLine>
      <div className="hidden lg:block">
        <Pair sale={line.salePrice} credit={line.creditPrice} words={['现金价', '赊销价']} size="sm" />
      </div>
      <div className="col-start-2 flex items-center justify-between gap-3 lg:col-start-auto lg:justify-center">
        {locked ? (
          <span className="num">
            × {formatCount(line.goodsNum)} {line.unit}
          </span>
        ) : (
          <QuantityStepper
            value={line.goodsNum}
            rule={line}
            label={`${name} 购买数量`}
            onChange={(goodsNum) => cart.setQuantity(line, goodsNum)}
            onTooLarge={(isTooLarge) => onTooLarge(line.id, isTooLarge)}
          />
        )}
        {!locked && <RemoveCartLineButton name={name} className="lg:hidden" onClick={() => onRemove(line)} />}
      </div>
      <div className="col-start-2 rounded-control bg-paper px-3 py-2 lg:col-start-auto lg:bg-transparent lg:p-0">
        <Pair sale={line.saleAmount} credit={line.creditAmount} words={['现金', '赊销']} size="md" />
      </div>
      {!locked && <RemoveCartLineButton name={name} className="hidden lg:grid" onClick={() => onRemove(line)} />}
    </li>
  )
})

/** 协议价 · 再买 20 支，单价 ¥38.00: the name of its price, and the price for a larger quantity. */
function Priced({ line }: { line: CartItem }) {
  const { saleLabel } = findPriceStepForQuantity(line.steps, line.goodsNum)
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-copper empty:hidden">
      <PriceLabel label={saleLabel} />
      {nextCartPriceText(line)}
    </p>
  )
}

interface PairProps {
  sale: Fen
  credit: Fen | null
  words: readonly [sale: string, credit: string]
  size: 'sm' | 'md'
}

/** Two amounts below each other, each with its label. */
function Pair({ sale, credit, words, size }: PairProps) {
  return (
    <dl className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 lg:flex-col">
      <div className="flex items-baseline justify-between gap-2">
        <dt className="text-xs text-copper">{words[0]}</dt>
        <dd>
          <Price amount={sale} kind="sale" size={size} />
        </dd>
      </div>
      <div className="flex items-baseline justify-between gap-2">
        <dt className="text-xs text-steel">{words[1]}</dt>
        <dd>
          {credit === null ? <span className="text-xs text-mute">仅限现金价</span> : <Price amount={credit} kind="credit" size={size} />}
        </dd>
      </div>
    </dl>
  )
}

/** 删除: a small icon with a touch area. */
export function RemoveCartLineButton({ name, onClick, className = '' }: { name: string; onClick: () => void; className?: string }) {
  return (
    <button
      type="button"
      aria-label={`删除 ${name}`}
      data-hint="删除"
      onClick={onClick}
      className={`grid size-9 shrink-0 place-items-center rounded-control text-mute hover:bg-danger-tint hover:text-danger ${className}`}
    >
      <Trash2 className="size-4.5" strokeWidth={1.6} aria-hidden />
    </button>
  )
}
