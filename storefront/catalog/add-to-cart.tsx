import { lazy, Suspense, useState } from 'react'
import type { GoodsCard } from '../../contract/catalog/shapes.ts'
import { Button } from '../parts/button.tsx'
import { Skeleton } from '../parts/states.tsx'
import { Stepper } from '../parts/stepper.tsx'
import { useAccess, useAddToCart, useLogin, whyNot } from './use-buying.ts'

/** Few goods are sold out: it is loaded where one is. */
const StockBell = lazy(() => import('./detail/stock-bell.tsx').then((part) => ({ default: part.StockBell })))

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
      {soldOut ? <Awaited goods={goods} /> : <Add goods={goods} quantity={quantity} />}
    </div>
  )
}

/** 到货通知 of what is sold out; its place is held until it is there. */
const Awaited = ({ goods: { skuId, name } }: { goods: GoodsCard }) => (
  <Suspense fallback={<Skeleton className={BUTTON} />}>
    <StockBell skuId={skuId} name={name} size="sm" className={BUTTON} />
  </Suspense>
)

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
