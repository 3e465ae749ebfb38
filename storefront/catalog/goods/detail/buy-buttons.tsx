import type { GoodsDetail, Sku } from '#contract/catalog/goods/shapes.ts'
import { useAddToCart, useGoToLogin } from '#storefront/catalog/goods/use-buying.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useLoggedIn } from '#storefront/platform/sessions/use-session.ts'
import { StockWaitButton } from './stock-wait-button.tsx'

interface Props {
  goods: GoodsDetail
  sku: Sku
  quantity: number
  /** Why the quantity cannot be ordered now. */
  fault: string | undefined
  className?: string
}

const orderAddress = (skuId: string, quantity: number) => ({ skuId, goodsNum: String(quantity) })

/** The element that shows the missing permissions. */
const NOTICE = 'buy-denied'

/** Why the member may not fill the cart, and why he may not order. */
const useBuyingDenials = () => [usePermission('addCart', 'goods').reason, usePermission('buyPay', 'goods').reason] as const

/** The buttons to add to the cart and to order directly. Guests log in first, and the action continues afterwards. */
export function BuyButtons({ goods, sku, quantity, fault, className = '' }: Props) {
  const [addDenied, buyDenied] = useBuyingDenials()
  const loggedIn = useLoggedIn()
  const navigate = useNavigate()
  const login = useGoToLogin()
  const add = useAddToCart()
  const { skuId, code } = sku
  const put = () => add.mutate({ skuId, goodsNum: quantity, name: `${goods.name}（${code}）`, unit: goods.unit })
  const buy = () => {
    const search = orderAddress(skuId, quantity)
    return loggedIn ? void navigate({ to: '/order_info', search }) : login(`/order_info?${new URLSearchParams(search)}`)
  }
  const style = 'h-11 flex-1 px-3 md:h-12 md:max-w-44 md:px-6'
  if (sku.soldOut)
    return (
      <div className={`flex flex-1 gap-2 md:gap-3 ${className}`}>
        <Button size="lg" className={style} blocked="已售罄">
          加入购物车
        </Button>
        <StockWaitButton skuId={sku.skuId} size="lg" className={style} />
      </div>
    )
  return (
    <div className={`flex flex-1 gap-2 md:gap-3 ${className}`}>
      <Button
        size="lg"
        className={style}
        busy={add.isPending}
        busyText="加入中"
        blocked={addDenied ?? fault}
        aria-describedby={addDenied && NOTICE}
        onClick={put}
      >
        加入购物车
      </Button>
      <Button size="lg" look="call" className={style} blocked={buyDenied ?? fault} aria-describedby={buyDenied && NOTICE} onClick={buy}>
        立即购买
      </Button>
    </div>
  )
}

/** Explains to a member which permission is missing, so that he understands the disabled buttons. */
export function MissingBuyPermissionNotice() {
  const reasons = useBuyingDenials().filter((reason) => reason !== undefined)
  return reasons.length === 0 ? null : (
    <p id={NOTICE} className="mt-2 text-sm text-mute">
      {reasons.join('；')}
    </p>
  )
}
