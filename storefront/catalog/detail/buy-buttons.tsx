import { useNavigate } from '@tanstack/react-router'
import type { GoodsDetail, Sku } from '../../../contract/catalog/shapes.ts'
import { Button } from '../../parts/button.tsx'
import { type Access, useAccess, useAddToCart, useLogin, whyNot } from '../use-buying.ts'
import { StockBell } from './stock-bell.tsx'

interface Props {
  goods: GoodsDetail
  sku: Sku
  quantity: number
  /** Why the quantity cannot be had now. */
  fault: string | undefined
  className?: string
}

const orderAddress = (skuId: string, quantity: number) => ({ skuId, goodsNum: String(quantity) })

/** Into the cart, or straight to the order. Guests log in first, and come back to what they were about to do. */
export function BuyButtons({ goods, sku, quantity, fault, className = '' }: Props) {
  const [addAccess, buyAccess] = [useAccess('addCart'), useAccess('buyPay')]
  const navigate = useNavigate()
  const login = useLogin()
  const add = useAddToCart()
  const { skuId, code } = sku
  if (sku.soldOut) return <StockBell skuId={sku.skuId} size="lg" className={`flex-1 md:flex-none md:px-16 ${className}`} />
  const put = () =>
    addAccess === 'guest' ? login() : add.mutate({ skuId, goodsNum: quantity, name: `${goods.name}（${code}）`, unit: goods.unit })
  const buy = () => {
    const search = orderAddress(skuId, quantity)
    return buyAccess === 'guest' ? login(`/order_info?${new URLSearchParams(search)}`) : void navigate({ to: '/order_info', search })
  }
  const shut = (access: Access) => fault !== undefined || access === 'mayNot'
  const style = 'h-11 flex-1 px-3 md:h-12 md:max-w-44 md:px-6'
  return (
    <div className={`flex flex-1 gap-2 md:gap-3 ${className}`}>
      <Button
        size="lg"
        className={style}
        busy={add.isPending}
        busyText="加入中"
        disabled={shut(addAccess)}
        title={addAccess === 'mayNot' ? whyNot('addCart') : fault}
        onClick={put}
      >
        加入购物车
      </Button>
      <Button
        size="lg"
        look="call"
        className={style}
        disabled={shut(buyAccess)}
        title={buyAccess === 'mayNot' ? whyNot('buyPay') : fault}
        onClick={buy}
      >
        立即购买
      </Button>
    </div>
  )
}

/** What a member's seat does not allow, in words, for those who see a shut button and wonder. */
export function BuyLimits() {
  const [add, buy] = [useAccess('addCart'), useAccess('buyPay')]
  const reasons = [add === 'mayNot' ? whyNot('addCart') : '', buy === 'mayNot' ? whyNot('buyPay') : ''].filter((reason) => reason !== '')
  return reasons.length === 0 ? null : <p className="mt-2 text-sm text-mute">{reasons.join('；')}</p>
}
