import type { GiftGoods } from '#contract/orders/levels/shapes.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatCount } from '#ui/format.ts'
import { PromisedDayText } from './delivery/promised-day.tsx'
import { GoodsPicture } from './goods-picture.tsx'

/** 赠品: a label for free items, and their quantity. */
export const GiftBadge = () => (
  <span className="rounded-[3px] border border-gold-line px-1 text-xs leading-4.5 font-medium whitespace-nowrap text-gold">赠品</span>
)

interface GiftLineProps {
  gift: GiftGoods
  /** When it arrives; undefined: nothing is promised. */
  promisedDay?: string | undefined
}

/** A gift in a list: its picture, name, quantity, at ¥0. */
export function GiftLine({ gift: { goodsId, goodsName, image, skuProps, unit, units }, promisedDay }: GiftLineProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Link
        to="/detail"
        search={{ goodsId }}
        tabIndex={-1}
        aria-hidden
        className="size-14 shrink-0 overflow-hidden rounded-control border border-line-soft bg-[radial-gradient(90%_90%_at_50%_40%,#fbfbf9,#e9e8e3)]"
      >
        <GoodsPicture picture={image} alt="" sizes="56px" className="h-full" />
      </Link>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <GiftBadge />
          <Link to="/detail" search={{ goodsId }} className="finger font-medium break-words hover:text-jade">
            {goodsName}
          </Link>
        </p>
        <p className="mt-0.5 text-xs text-mute">
          {formatSkuProps(skuProps)} <span className="num">× {formatCount(units)}</span> {unit}
        </p>
        <p className="mt-0.5 text-xs text-jade empty:hidden">{promisedDay !== undefined && <PromisedDayText day={promisedDay} />}</p>
      </div>
      <p className="num text-right">¥0.00</p>
    </div>
  )
}
