import type { CartShopWithWithheldPrices } from '#contract/orders/cart/api.ts'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { longListRowClass } from '#storefront/platform/components/long-list.tsx'
import { WithheldAmountNote } from '#storefront/platform/components/withheld.tsx'
import { formatCount } from '#ui/format.ts'

/** The cart of a member who may neither see prices nor change it: the goods and the quantities. */
export function CartWithWithheldPrices({ shops }: { shops: readonly CartShopWithWithheldPrices[] }) {
  return (
    <div className="flex flex-col gap-3">
      <p role="note" className="rounded-control border border-gold-line bg-white px-4 py-2.5 text-sm text-gold">
        购物车仅可查看，价格不显示。需要选购请联系企业主账号，在“账号管理”中开通「商品」权限。
      </p>
      {shops.map(({ shopId, shopName, cartList }) => (
        <section key={shopId} aria-labelledby={`shop-${shopId}`} className="panel overflow-hidden">
          <h2 id={`shop-${shopId}`} className="border-b border-line-soft px-3 py-3 text-md md:px-5">
            {shopName}
          </h2>
          <ul className="divide-y divide-line-soft">
            {cartList.map((line) => (
              <li
                key={line.id}
                className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-3 py-4 md:px-5 ${longListRowClass(cartList.length)}`}
              >
                <div className="min-w-60 flex-1">
                  <GoodsLine goods={line} />
                </div>
                <span className="num">
                  × {formatCount(line.goodsNum)} {line.unit}
                </span>
                <p className="text-sm text-mute">
                  小计 <WithheldAmountNote />
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
