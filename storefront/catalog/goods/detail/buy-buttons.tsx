import { useNavigate } from '@tanstack/react-router'
import type { GoodsDetail, Sku } from '#contract/catalog/goods/shapes.ts'
import { type Access, formatPermissionDenial, useAccess, useAddToCart, useGoToLogin } from '#storefront/catalog/goods/use-buying.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { StockAlertButton } from './stock-alert-button.tsx'

interface Props {
  goods: GoodsDetail
  sku: Sku
  quantity: number
  /** Why the quantity cannot be ordered now. */
  fault: string | undefined
  className?: string
}

const orderAddress = (skuId: string, quantity: number) => ({ skuId, goodsNum: String(quantity) })

/** The buttons to add to the cart and to order directly. Guests log in first, and the action continues afterwards. */
export function BuyButtons({ goods, sku, quantity, fault, className = '' }: Props) {
  const [addAccess, buyAccess] = [useAccess('addCart'), useAccess('buyPay')]
  const navigate = useNavigate()
  const login = useGoToLogin()
  const add = useAddToCart()
  const { skuId, code } = sku
  const put = () => add.mutate({ skuId, goodsNum: quantity, name: `${goods.name}（${code}）`, unit: goods.unit })
  const buy = () => {
    const search = orderAddress(skuId, quantity)
    return buyAccess === 'guest' ? login(`/order_info?${new URLSearchParams(search)}`) : void navigate({ to: '/order_info', search })
  }
  const shut = (access: Access) => fault !== undefined || access === 'mayNot'
  const style = 'h-11 flex-1 px-3 md:h-12 md:max-w-44 md:px-6'
  if (sku.soldOut)
    return (
      <div className={`flex flex-1 gap-2 md:gap-3 ${className}`}>
        <Button size="lg" className={style} disabled title="已售罄">
          加入购物车
        </Button>
        <StockAlertButton skuId={sku.skuId} size="lg" className={style} />
      </div>
    )
  return (
    <div className={`flex flex-1 gap-2 md:gap-3 ${className}`}>
      <Button
        size="lg"
        className={style}
        busy={add.isPending}
        busyText="加入中"
        disabled={shut(addAccess)}
        title={addAccess === 'mayNot' ? formatPermissionDenial('addCart') : fault}
        onClick={put}
      >
        加入购物车
      </Button>
      <Button
        size="lg"
        look="call"
        className={style}
        disabled={shut(buyAccess)}
        title={buyAccess === 'mayNot' ? formatPermissionDenial('buyPay') : fault}
        onClick={buy}
      >
        立即购买
      </Button>
    </div>
  )
}

/** Explains to a member which permission is missing, so that he understands the disabled buttons. */
export function BuyLimits() {
  const [add, buy] = [useAccess('addCart'), useAccess('buyPay')]
  const reasons = [
    add === 'mayNot' ? formatPermissionDenial('addCart') : '',
    buy === 'mayNot' ? formatPermissionDenial('buyPay') : '',
  ].filter((reason) => reason !== '')
  return reasons.length === 0 ? null : <p className="mt-2 text-sm text-mute">{reasons.join('；')}</p>
}
