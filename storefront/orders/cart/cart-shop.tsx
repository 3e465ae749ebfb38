import { Store } from 'lucide-react'
import type { CartItem } from '#contract/orders/cart/api.ts'
import { CartCoupons } from '#storefront/catalog/coupons/cart-coupons.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { CART_COLUMN_CLASSES, CartLine } from './cart-line.tsx'
import type { CartShopViewModel } from './cart-view.ts'
import type { CartActions } from './use-cart.ts'

interface Props {
  shop: CartShopViewModel
  cart: CartActions
  locked: boolean
  onRemove: (line: CartItem) => void
}

/** The lines of one shop. Together they become one order. */
export function CartShopSection({ shop: { shopId, shopName, lines, selected, freight }, cart, locked, onRemove }: Props) {
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
      <ul className="divide-y divide-line-soft">
        {lines.map((line) => (
          <CartLine key={line.id} line={line} cart={cart} locked={locked} onRemove={onRemove} />
        ))}
      </ul>
      <CartCoupons lines={lines.filter(({ selected }) => selected)} shopName={shopName} />
    </section>
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
