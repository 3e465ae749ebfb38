import { Suspense, useState } from 'react'
import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { QUANTITY_TOO_LARGE } from '#contract/catalog/pricing/quantity.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Skeleton } from '#storefront/platform/components/states.tsx'
import { QuantityStepper } from '#storefront/platform/components/stepper.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatCount } from '#ui/format.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useAddToCart } from './use-buying.ts'

/** Sold-out goods are rare, so the code is loaded only for them. */
const StockAlertButton = lazyPart(() => import('./detail/stock-wait-button.tsx').then((part) => part.StockWaitButton))

const BUTTON = 'h-9 w-full px-1 md:h-8 md:w-auto md:min-w-0 md:flex-1'
/** There are two buttons in the row, also on a phone. */
const HALF = 'h-9 min-w-0 flex-1 px-0 max-md:text-xs md:h-8'

type BoughtSku = Pick<GoodsCard, 'skuId' | 'skuCode' | 'name' | 'unit' | 'minimum' | 'step' | 'soldOut'>

/** The last row of a card: the quantity and the button to add it to the cart. On phones one press adds the minimum. */
export function AddToCartControls({ goods }: { goods: BoughtSku }) {
  const { minimum, step, soldOut, name } = goods
  const [quantity, setQuantity] = useState(minimum)
  const [tooLarge, setTooLarge] = useState(false)
  return (
    <div className="flex items-center gap-2">
      {soldOut ? (
        <Awaited goods={goods} />
      ) : (
        <>
          <div className="hidden h-8 w-24 shrink-0 md:block">
            <QuantityStepper
              value={quantity}
              rule={{ minimum, step }}
              label={`${name} 购买数量`}
              size="sm"
              onChange={setQuantity}
              onTooLarge={setTooLarge}
            />
          </div>
          <Add goods={goods} quantity={quantity} tooLarge={tooLarge} />
        </>
      )}
    </div>
  )
}

/** Goods with several SKUs lead to their page, where they are chosen. */
export const ChooseSkuLink = ({ goods: { goodsId, skuId, name, skuCount } }: { goods: GoodsCard }) => (
  <ButtonLink
    to="/detail"
    search={{ goodsId, skuId }}
    size="sm"
    className="h-9 w-full md:h-8"
    aria-label={`选规格 ${name}，共 ${skuCount} 种`}
  >
    选规格
  </ButtonLink>
)

/** Shown for a sold-out SKU: the disabled button and 到货通知. The place is reserved until it has loaded. */
const Awaited = ({ goods: { skuId, name } }: { goods: BoughtSku }) => (
  <>
    <Button size="sm" className={HALF} blocked="已售罄" aria-label={`加入购物车 ${name}`}>
      加入购物车
    </Button>
    <Suspense fallback={<Skeleton className={HALF} />}>
      <StockAlertButton skuId={skuId} name={name} size="sm" className={HALF} />
    </Suspense>
  </>
)

interface AddProps {
  goods: BoughtSku
  quantity: number
  /** A quantity is typed that is too large. */
  tooLarge: boolean
}

function Add({ goods: { skuId, skuCode, name, unit }, quantity, tooLarge }: AddProps) {
  const { reason: denied } = usePermission('addCart', 'goods')
  const add = useAddToCart()
  if (denied !== undefined) {
    return (
      <Button size="sm" className={BUTTON} blocked={denied}>
        无加购权限
      </Button>
    )
  }
  const press = () => add.mutate({ skuId, goodsNum: quantity, name: `${name}（${skuCode}）`, unit })
  return (
    <Button
      size="sm"
      className={BUTTON}
      busy={add.isPending}
      busyText="加入中"
      aria-label={`加入购物车 ${formatCount(quantity)} ${unit} ${name}`}
      onClick={press}
      blocked={tooLarge ? QUANTITY_TOO_LARGE : undefined}
    >
      加入购物车
      {/* On a phone there is no field that shows it. */}
      {quantity > 1 && (
        <span className="num md:hidden">
          {formatCount(quantity)} {unit}
        </span>
      )}
    </Button>
  )
}
