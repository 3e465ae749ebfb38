import { useDeferredValue } from 'react'
import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { ProductCard, ProductCardSkeleton } from '#storefront/platform/components/product-card.tsx'
import { AddToCart } from './add-to-cart.tsx'
import { FavouriteButton } from './favourites/favourite-button.tsx'

/** How many cards a row holds: on a full page, in one row that is never half empty, and beside a column of filters. */
const layouts = {
  page: 'grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3 lg:grid-cols-4 xl:grid-cols-5',
  row: 'grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3 lg:grid-cols-4 xl:grid-cols-5 max-xl:[&>:nth-child(n+5)]:hidden md:max-lg:[&>:nth-child(n+4)]:hidden',
  beside: 'grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3 xl:grid-cols-4',
} as const
export type GridLayout = keyof typeof layouts

/** As many as anybody sees first: they are drawn at once, the others in the pauses after it. */
const FIRST_DRAWN = 6

/** Cards with their cart buttons. The first `eager` pictures are loaded at once, the others when they come near. */
export function GoodsGrid({ goods, layout, eager = 0 }: { goods: readonly GoodsCard[]; layout: GridLayout; eager?: number }) {
  const drawn = useDeferredValue(goods, goods.slice(0, FIRST_DRAWN))
  return (
    <div className={layouts[layout]}>
      {drawn.map((card, at) => (
        <ProductCard
          key={card.goodsId}
          goods={card}
          eager={at < eager}
          actions={<AddToCart key={card.skuId} goods={card} />}
          corner={<FavouriteButton goodsId={card.goodsId} name={card.name} />}
        />
      ))}
    </div>
  )
}

/** The same places, while the goods load. */
export function GoodsGridSkeleton({ cards, layout }: { cards: number; layout: GridLayout }) {
  return (
    <div className={layouts[layout]}>
      {Array.from({ length: cards }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places have no other name
        <ProductCardSkeleton key={at} />
      ))}
    </div>
  )
}
