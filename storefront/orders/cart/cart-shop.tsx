import { Store } from 'lucide-react'
import { useId } from 'react'
import type { CartItem } from '#contract/orders/cart/api.ts'
import { CartCoupons } from '#storefront/catalog/coupons/cart-coupons.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import type { PromisedDays } from '#storefront/platform/components/delivery/use-promised-days.ts'
import { FoldButton, HiddenUntilFoundContent } from '#storefront/platform/components/long-list.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { formatCount } from '#ui/format.ts'
import { CART_COLUMN_CLASSES, CartLine } from './cart-line.tsx'
import { type CartShopViewModel, findPromisedDaysOfCartLines } from './cart-view.ts'
import type { CartActions } from './use-cart.ts'

/** How a shop of a long cart is folded. */
export interface CartShopFoldState {
  folded: boolean
  setFolded: (folded: boolean) => void
}

interface Props {
  shop: CartShopViewModel
  /** The lines that are rendered so far. */
  rendered: readonly CartItem[]
  cart: CartActions
  locked: boolean
  promisedDays: PromisedDays
  /** undefined: the cart is short, so it is not folded. */
  fold: CartShopFoldState | undefined
  lineClass: string
  onRemove: (line: CartItem) => void
  onTooLarge: (id: string, isTooLarge: boolean) => void
}

/** The lines of one shop. Together they become one order. */
export function CartShopSection({ shop, rendered, cart, locked, promisedDays, fold, lineClass, onRemove, onTooLarge }: Props) {
  const { shopId, shopName, lines, selected, freight } = shop
  const id = useId()
  const days = findPromisedDaysOfCartLines(lines, promisedDays.ofLines)
  const select = (selected: boolean) =>
    cart.select(
      lines.map(({ id }) => id),
      selected,
    )
  return (
    <section aria-labelledby={`shop-${shopId}`} className="panel overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line-soft px-3 py-3 md:px-5">
        <div className="flex items-center gap-3">
          <Checkbox label={`选择 ${shopName} 的全部商品`} value={selected} disabled={locked} onChange={select} />
          <h2 id={`shop-${shopId}`} className="flex items-center gap-1.5 text-md">
            <Store className="size-4.5 text-mute" strokeWidth={1.6} aria-hidden />
            {shopName}
          </h2>
        </div>
        <p className="text-xs text-mute">{freight}</p>
      </div>
      {fold && <ShopSums shop={shop} fold={fold} controls={id} />}
      <HiddenUntilFoundContent id={id} open={fold?.folded !== true} onFound={() => fold?.setFolded(false)}>
        <ul className="divide-y divide-line-soft">
          {rendered.map((line) => (
            <CartLine
              key={line.id}
              line={line}
              cart={cart}
              locked={locked}
              promisedDay={days.get(line.id)}
              isGeneral={promisedDays.isGeneral}
              className={lineClass}
              onRemove={onRemove}
              onTooLarge={onTooLarge}
            />
          ))}
        </ul>
        <CartCoupons lines={lines.filter(({ selected }) => selected)} shopName={shopName} />
      </HiddenUntilFoundContent>
    </section>
  )
}

interface SumsProps {
  shop: CartShopViewModel
  fold: CartShopFoldState
  controls: string
}

/** 已选 38 / 40 种，1,200 件: the sums of the selected lines of a shop at both prices, and the button that folds its lines. */
function ShopSums({ shop: { shopName, lines, summary }, fold: { folded, setFolded }, controls }: SumsProps) {
  const { kinds, pieces, sale, credit } = summary
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line-soft bg-paper/60 px-3 py-2.5 text-sm md:px-5">
      <p className="text-mute">
        已选 <b className="num text-ink">{formatCount(kinds)}</b> / <span className="num">{formatCount(lines.length)}</span> 种，
        <span className="num">{formatCount(pieces)}</span> 件
      </p>
      <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <div className="flex items-baseline gap-1.5">
          <dt className="text-xs text-copper">现金小计</dt>
          <dd>
            <Price amount={sale} kind="sale" size="sm" />
          </dd>
        </div>
        <div className="flex items-baseline gap-1.5">
          <dt className="text-xs text-steel">赊销小计</dt>
          <dd>
            {credit === null ? (
              <span className="text-xs text-mute">含仅限现金价商品，不可赊销</span>
            ) : (
              <Price amount={credit} kind="credit" size="sm" />
            )}
          </dd>
        </div>
      </dl>
      <span className="ml-auto">
        <FoldButton open={!folded} controls={controls} what={shopName} onToggle={() => setFolded(!folded)}>
          {folded ? `展开 ${lines.length} 种` : '收起'}
        </FoldButton>
      </span>
    </div>
  )
}

/** The table head on wide screens. It is hidden from screen readers, because each cell has its label. */
export function CartTableHead() {
  return (
    <div aria-hidden className={`hidden px-5 pb-2 text-xs text-mute ${CART_COLUMN_CLASSES}`}>
      <span className="col-start-2">商品</span>
      <span>单价</span>
      <span className="text-center">数量</span>
      <span className="text-right">小计</span>
    </div>
  )
}
