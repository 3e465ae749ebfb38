import { type ReactNode, Suspense } from 'react'
import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useLoggedIn } from '#storefront/platform/sessions/use-session.ts'
import { formatCount } from '#ui/format.ts'
import { lazyOptionalPart } from '#ui/lazy-part.tsx'
import { GoodsPicture } from './goods-picture.tsx'
import { CashAndCreditPriceBox, CreditPriceNote } from './price-box.tsx'
import { formatGoodsCardSubtitle } from './product-card-view.ts'
import { RestockDay } from './restock-day.tsx'

/** The displayed width of its picture. */
export const CARD_PICTURE_SIZES = '(min-width: 1280px) 240px, (min-width: 768px) 25vw, 46vw'

/** Only members have an address. */
const PromisedDayOnCard = lazyOptionalPart(() => import('./delivery/promised-day.tsx').then((part) => part.PromisedDayOnCard))

/** A product in a grid. The page provides the buttons. */
export function ProductCard({
  goods,
  actions,
  corner,
  eager = false,
}: {
  goods: GoodsCard
  actions?: ReactNode
  /** Shown in the upper right corner of the picture. */
  corner?: ReactNode
  eager?: boolean
}) {
  const { goodsId, image, name, unit, salePrice, creditPrice, priceLabel, soldOut } = goods
  return (
    <article className="panel relative flex flex-col overflow-hidden">
      <Link to="/detail" search={{ goodsId }} className="relative block bg-[radial-gradient(90%_90%_at_50%_40%,#fbfbf9,#e9e8e3)]">
        <div className={`aspect-[1/0.86] overflow-hidden ${soldOut ? 'opacity-45 grayscale' : ''}`}>
          <GoodsPicture picture={image} alt={name} sizes={CARD_PICTURE_SIZES} eager={eager} className="h-full object-cover" />
        </div>
        {soldOut && (
          <span className="absolute inset-x-0 top-[38%] text-center">
            <span className="bg-ink px-4 py-1 text-base tracking-[0.2em] text-white">已售罄</span>
          </span>
        )}
        <StockChip goods={goods} />
      </Link>
      {corner && <div className="absolute top-1.5 right-1.5 grid gap-1">{corner}</div>}
      <div className="flex flex-1 flex-col gap-2 p-2.5 md:px-3.5 md:pt-3 md:pb-3.5">
        <div className="flex-1">
          <h3 className="text-base font-medium md:text-md">
            <Link to="/detail" search={{ goodsId }} className="py-1 hover:text-jade">
              {name}
            </Link>
          </h3>
          <p className="mt-0.5 line-clamp-2 text-xs text-mute">{formatGoodsCardSubtitle(goods)}</p>
        </div>
        <CashAndCreditPriceBox salePrice={salePrice} creditPrice={creditPrice} label={priceLabel} />
        <CreditPriceNote unit={unit} salePrice={salePrice} creditPrice={creditPrice} isOnCard />
        {actions}
      </div>
    </article>
  )
}

function StockChip({ goods: { skuId, soldOut, stock, minimum, unit, restockDay, byTanker, unitsByWarehouse } }: { goods: GoodsCard }) {
  const loggedIn = useLoggedIn()
  return (
    <span className="absolute right-2.5 bottom-2 left-2.5 flex w-fit flex-wrap items-center gap-x-1.5 rounded-[3px] bg-white/90 px-1.5 text-xs">
      {soldOut ? (
        <RestockDay day={restockDay} otherwise="补货中" />
      ) : (
        <span className="num flex items-center gap-1.5">
          <i className="size-1.5 rounded-full bg-success" />
          {`现货 ${formatCount(stock)}${unit === '升' ? ' 升' : ''}`}
        </span>
      )}
      {!soldOut && loggedIn && !byTanker && (
        <Suspense>
          <PromisedDayOnCard line={{ skuId, quantity: minimum, unitsByWarehouse }} className="text-jade" />
        </Suspense>
      )}
    </span>
  )
}

/** A skeleton of the same size. */
export function ProductCardSkeleton() {
  return (
    <div className="panel overflow-hidden">
      <div className="skeleton aspect-[1/0.86] rounded-none" />
      <div className="flex flex-col gap-2 p-2.5 md:p-3.5">
        <div className="skeleton h-5.5 w-3/4" />
        <div className="skeleton h-7.5 w-1/2" />
        <div className="skeleton h-18 md:h-14.5" />
        <div className="skeleton h-4.5 w-2/3" />
        <div className="skeleton h-9 md:h-8" />
      </div>
    </div>
  )
}
