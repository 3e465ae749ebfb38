import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useDeferredValue, useState } from 'react'
import { CART_LINES_PER_MEMBER_MAX, type CartShopWithWithheldPrices, type CartShop as ShopRow } from '#contract/orders/cart/api.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { usePromisedDays } from '#storefront/platform/components/delivery/use-promised-days.ts'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { LONG_LIST_THRESHOLD_ROWS, longListRowClass } from '#storefront/platform/components/long-list.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useTooLargeQuantities } from '#storefront/platform/components/stepper.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { queryClient } from '#storefront/platform/sessions/session.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'
import { useInPunchOut } from '#storefront/platform/sessions/use-session.ts'
import { cartQuery } from './cart-api.ts'
import { CartTotalsAndOrderBar } from './cart-bar.tsx'
import { CartShopSection, CartTableHead } from './cart-shop.tsx'
import { type CartShopViewModel, countChangedLines, takeFirstLinesOfShops, toCartViewModel, toPricedCart } from './cart-view.ts'
import { ReturnCartButton } from './return-button.tsx'
import { UnorderableLines } from './unorderable-lines.tsx'
import { CartWithWithheldPrices } from './unpriced-cart.tsx'
import { type CartActions, useCartActions } from './use-cart.ts'
import { useFoldedShops } from './use-folded-shops.ts'

/** Fetches the lines before the page renders. A guest has none. */
export function prefetch(): void {
  if (readToken() !== null) void queryClient.prefetchQuery(cartQuery)
}

/** 购物车: the lines by shop, at both prices. */
export function Page() {
  const cart = useQuery(cartQuery)
  const kinds = cart.data?.reduce((sofar, { cartList }) => sofar + cartList.length, 0) ?? 0
  return (
    <div className="content pt-4 md:pt-6">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 md:mb-4">
        <h1 className="text-lg md:text-xl">
          购物车 {kinds > 0 && <span className="text-base font-normal text-mute">共 {kinds} 种商品</span>}
        </h1>
        <OtherWaysToAdd />
      </div>
      <QueryContent from={cart} skeleton={<CartSkeleton />}>
        {(shops) => (shops.length === 0 ? <EmptyCart /> : <Filled shops={shops} />)}
      </QueryContent>
    </div>
  )
}

function OtherWaysToAdd() {
  if (useInPunchOut()) return null
  return (
    <p className="flex gap-5 text-sm">
      <Link to="/quick_order" className="finger text-jade hover:underline">
        批量下单
      </Link>
      <Link to="/shopping_list" className="finger text-jade hover:underline">
        常购清单
      </Link>
    </p>
  )
}

/** The cart of a member who may not see prices. He can neither order nor change anything. */
function Filled({ shops }: { shops: CartShopWithWithheldPrices[] }) {
  const priced = toPricedCart(shops)
  return priced ? <Lines shops={priced} /> : <CartWithWithheldPrices shops={shops} />
}

/** The lines that will be deleted after a confirmation. */
interface Removal {
  ids: string[]
  text: string
}

function Lines({ shops }: { shops: ShopRow[] }) {
  const view = toCartViewModel(shops)
  const cart = useCartActions()
  const { reason: denied } = usePermission('editCart')
  const locked = denied !== undefined
  const [removal, setRemoval] = useState<Removal>()
  const [tooLarge, reportTooLarge] = useTooLargeQuantities<string>()
  const one = useCallback(
    (line: { id: string; goodsName: string }) => setRemoval({ ids: [line.id], text: `将「${line.goodsName}」从购物车删除？` }),
    [],
  )
  const several = (ids: string[], what: string) => setRemoval({ ids, text: `将${what} ${ids.length} 种商品从购物车删除？` })
  const faultyIds = view.faulty.map(({ id }) => id)
  const remove = () => {
    if (removal) cart.remove(removal.ids)
    setRemoval(undefined)
  }
  return (
    <>
      {locked && (
        <p role="note" className="mb-3 rounded-control border border-gold-line bg-white px-4 py-2.5 text-sm text-gold">
          购物车仅可查看：{denied}
        </p>
      )}
      <Shops shops={view.shops} cart={cart} locked={locked} onRemove={one} onTooLarge={reportTooLarge}>
        <UnorderableLines
          lines={view.faulty}
          cart={cart}
          locked={locked}
          onRemove={one}
          onRemoveAll={() => several(faultyIds, '不能购买的')}
        />
      </Shops>
      <CartTotalsAndOrderBar
        view={view}
        locked={locked}
        isWaiting={view.totals.ids.some((id) => tooLarge.has(id))}
        onSelectAll={(selected) => cart.select(view.sound, selected)}
        onRemoveSelected={() => several(view.totals.ids, '所选的')}
        listed={view.shops.flatMap(({ lines }) => lines.filter(({ selected }) => selected))}
      />
      <ConfirmDialog
        open={removal !== undefined}
        onClose={() => setRemoval(undefined)}
        title="删除商品"
        text={removal?.text}
        confirm="删除"
        onConfirm={remove}
      />
    </>
  )
}

interface ShopsProps {
  shops: readonly CartShopViewModel[]
  cart: CartActions
  locked: boolean
  onRemove: (line: { id: string; goodsName: string }) => void
  onTooLarge: (id: string, isTooLarge: boolean) => void
  children: ReactNode
}

/**
 * The shops with their lines. A long cart shows its first lines at once and renders the others when the page responds already
 * (decision 320). A press that changes many lines, such as 全选, shows the sums at once and the lines after them. Its shops can be folded.
 */
function Shops({ shops, cart, locked, onRemove, onTooLarge, children }: ShopsProps) {
  const rows = useDeferredValue(CART_LINES_PER_MEMBER_MAX, LONG_LIST_THRESHOLD_ROWS)
  const promisedDays = usePromisedDays({})
  const { folded, setFolded } = useFoldedShops()
  const lineCount = shops.reduce((count, { lines }) => count + lines.length, 0)
  const isLong = lineCount > LONG_LIST_THRESHOLD_ROWS
  const before = useDeferredValue(shops)
  const shown = countChangedLines(shops, before) > LONG_LIST_THRESHOLD_ROWS ? before : shops
  const linesByShop = new Map(takeFirstLinesOfShops(shown, rows).map(({ shopId, lines }) => [shopId, lines]))
  return (
    <>
      {isLong && shops.length > 1 && <FoldAll shops={shops} folded={folded} setFolded={setFolded} />}
      {shops.length > 0 && <CartTableHead />}
      <div className="flex flex-col gap-3">
        {shops.map((shop) => (
          <CartShopSection
            key={shop.shopId}
            shop={shop}
            rendered={linesByShop.get(shop.shopId) ?? []}
            cart={cart}
            locked={locked}
            promisedDays={promisedDays}
            fold={isLong ? { folded: folded.has(shop.shopId), setFolded: (next) => setFolded([shop.shopId], next) } : undefined}
            lineClass={longListRowClass(lineCount)}
            onRemove={onRemove}
            onTooLarge={onTooLarge}
          />
        ))}
        {children}
      </div>
    </>
  )
}

/** 全部收起 / 全部展开 */
function FoldAll({ shops, folded, setFolded }: Pick<ShopsProps, 'shops'> & ReturnType<typeof useFoldedShops>) {
  const shopIds = shops.map(({ shopId }) => shopId)
  const allFolded = shopIds.every((id) => folded.has(id))
  return (
    <p className="no-print mb-2 flex items-baseline justify-between gap-4 text-sm text-mute">
      <span>
        <span className="num">{shops.length}</span> 家店铺，每家一张订单
      </span>
      <Button look="plain" className="text-sm" onClick={() => setFolded(shopIds, !allFolded)}>
        {allFolded ? '全部展开' : '全部收起'}
      </Button>
    </p>
  )
}

function EmptyCart() {
  const inPunchOut = useInPunchOut()
  const mayAgain = usePermission('lookOrder').reason === undefined
  return (
    <div className="panel">
      <EmptyState
        title="购物车还是空的"
        hint="按型号、柄径或岩石硬度找到合适的耗材，加入购物车后一次结算。"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to="/shop">去商城选购</ButtonLink>
            {inPunchOut && <ReturnCartButton cartIds={[]} size="sm" />}
            {mayAgain && (
              <ButtonLink to="/my_order" look="line">
                从历史订单再次购买
              </ButtonLink>
            )}
          </div>
        }
      />
    </div>
  )
}

function CartSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <div className="panel divide-y divide-line-soft">
        <div className="px-5 py-3">
          <Skeleton className="h-6 w-40" />
        </div>
        {['a', 'b', 'c'].map((row) => (
          <div key={row} className="flex flex-wrap gap-x-3 gap-y-2 px-5 py-4">
            <Skeleton className="size-20 shrink-0" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-5 w-1/3" />
              <Skeleton className="h-4 w-1/2" />
            </div>
            <Skeleton className="h-25 w-full lg:h-12 lg:w-80" />
          </div>
        ))}
      </div>
      <Skeleton className="h-18" />
    </div>
  )
}
