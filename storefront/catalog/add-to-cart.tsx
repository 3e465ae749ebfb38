import { useState } from 'react'
import type { GoodsCard } from '../../contract/catalog/shapes.ts'
import { Button } from '../parts/button.tsx'
import { Stepper } from '../parts/stepper.tsx'
import { useAccess, useAddToCart, useLogin, whyNot } from './use-buying.ts'

const BUTTON = 'h-9 w-full px-1 md:h-8 md:w-auto md:min-w-0 md:flex-1'

/** The last row of a card: how many, and into the cart. On phones the least that can be ordered goes in with one press. */
export function AddToCart({ goods }: { goods: GoodsCard }) {
  const { minimum, step, soldOut, name } = goods
  const [quantity, setQuantity] = useState(minimum)
  return (
    <div className="flex items-center gap-2">
      <div className="hidden h-8 w-24 shrink-0 md:block">
        <Stepper value={quantity} rule={{ minimum, step }} label={`${name} 购买数量`} size="sm" disabled={soldOut} onChange={setQuantity} />
      </div>
      {soldOut ? <Awaited /> : <Add goods={goods} quantity={quantity} />}
    </div>
  )
}

/** 到货通知 of what is sold out: it cannot be ordered yet, and says so. */
function Awaited() {
  return (
    <Button size="sm" className={BUTTON} disabled title="商品补货中，到货通知即将开放">
      到货通知
    </Button>
  )
}

function Add({ goods: { skuId, skuCode, name, unit }, quantity }: { goods: GoodsCard; quantity: number }) {
  const access = useAccess('addCart')
  const login = useLogin()
  const add = useAddToCart()
  if (access === 'mayNot') {
    return (
      <Button size="sm" className={BUTTON} disabled title={whyNot('addCart')}>
        无加购权限
      </Button>
    )
  }
  const press = () => (access === 'guest' ? login() : add.mutate({ skuId, goodsNum: quantity, name: `${name}（${skuCode}）`, unit }))
  return (
    <Button size="sm" className={BUTTON} busy={add.isPending} busyText="加入中" aria-label={`加入购物车 ${name}`} onClick={press}>
      加入购物车
    </Button>
  )
}
