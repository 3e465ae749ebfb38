import { Suspense, useDeferredValue } from 'react'
import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { ProductCard, ProductCardSkeleton } from '#storefront/platform/components/product-card.tsx'
import { isSkuChoiceNeeded } from '#storefront/platform/components/product-card-view.ts'
import { lazyOptionalPart } from '#ui/lazy-part.tsx'
import { AddToCartControls, ChooseSkuLink } from './add-to-cart.tsx'
import { FavouriteButton } from './favourites/favourite-button.tsx'

const CompareButton = lazyOptionalPart(() => import('./compare/compare-button.tsx').then((part) => part.CompareButton))

/** The number of cards per row: on a full page, in a single row that is always full, and next to a column of filters. */
const layouts = {
  page: 'grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3 lg:grid-cols-4 xl:grid-cols-5',
  row: 'grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3 lg:grid-cols-4 xl:grid-cols-5 max-xl:[&>:nth-child(n+5)]:hidden md:max-lg:[&>:nth-child(n+4)]:hidden',
  beside: 'grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3 xl:grid-cols-4',
} as const
export type GoodsGridLayout = keyof typeof layouts

/** The number of cards on the first screen. They are rendered at once, the others in idle time. */
const FIRST_DRAWN = 6

interface GridProps {
  goods: readonly GoodsCard[]
  layout: GoodsGridLayout
  eager?: number
  /** What was searched for. */
  keyword?: string | undefined
}

/**
 * A grid of cards with buttons to add to the cart. The first `eager` pictures are loaded at once, the others when they come near the
 * screen.
 */
export function GoodsGrid({ goods, layout, eager = 0, keyword }: GridProps) {
  const drawn = useDeferredValue(goods, goods.slice(0, FIRST_DRAWN))
  return (
    <div className={layouts[layout]}>
      {drawn.map((card, at) => (
        <ProductCard
          key={card.goodsId}
          goods={card}
          eager={at < eager}
          actions={isSkuChoiceNeeded(card, keyword) ? <ChooseSkuLink goods={card} /> : <AddToCartControls key={card.skuId} goods={card} />}
          corner={
            <>
              <FavouriteButton goodsId={card.goodsId} name={card.name} />
              <Suspense>
                <CompareButton skuId={card.skuId} name={card.name} />
              </Suspense>
            </>
          }
        />
      ))}
    </div>
  )
}

/** Placeholders of the same size while the goods load. */
export function GoodsGridSkeleton({ cards, layout }: { cards: number; layout: GoodsGridLayout }) {
  return (
    <div className={layouts[layout]}>
      {Array.from({ length: cards }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no id
        <ProductCardSkeleton key={at} />
      ))}
    </div>
  )
}
