import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShoppingListSuggestion } from '#contract/orders/shopping-lists/api.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { useAddLinesToCart } from '#storefront/catalog/goods/use-add-lines-to-cart.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { SaveToShoppingListButton } from '#storefront/platform/components/shopping-lists/save-to-list.tsx'
import { shoppingListSuggestionsQuery } from '#storefront/platform/components/shopping-lists/shopping-list-api.ts'
import { SkeletonRows } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatCount } from '#ui/format.ts'
import { toNamedCartLineInput } from './shopping-list-view.ts'

/** 推荐: the goods that were bought most often within a year, to put on a list or to buy again. */
export function ShoppingListSuggestions() {
  const suggested = useQuery(shoppingListSuggestionsQuery)
  return (
    <QueryContent from={suggested} skeleton={<SkeletonRows row="h-35 md:h-20" />}>
      {(list) =>
        list.length === 0 ? (
          <div className="panel">
            <EmptyState
              title="近一年还没有订单"
              hint="下过单后，这里按购买次数推荐常购商品。"
              action={<ButtonLink to="/shop">去商城选购</ButtonLink>}
            />
          </div>
        ) : (
          <Shown list={list} />
        )
      }
    </QueryContent>
  )
}

function Shown({ list }: { list: readonly ShoppingListSuggestion[] }) {
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set())
  const many = useAddLinesToCart()
  const { reason: denied } = usePermission('addCart')
  const chosen = list.filter(({ sku }) => !unchecked.has(sku.skuId))
  const lines = chosen.map(toNamedCartLineInput)
  const toggle = (skuId: string, checked: boolean) =>
    setUnchecked((was) => new Set([...[...was].filter((one) => one !== skuId), ...(checked ? [] : [skuId])]))
  return (
    <>
      <p className="mb-2 text-sm text-mute">近 12 个月购买次数最多的商品；数量为每次购买的中位数。</p>
      <ul className="panel divide-y divide-line-soft">
        {list.map(({ sku, orderCount, goodsNum, lastAt }) => (
          <li
            key={sku.skuId}
            className="grid grid-cols-[18px_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-3 py-3 md:grid-cols-[18px_minmax(0,1fr)_220px] md:px-5"
          >
            <Checkbox
              label={`选择 ${sku.goodsName} ${sku.skuCode}`}
              value={unchecked.has(sku.skuId) ? 'none' : 'all'}
              onChange={(checked) => toggle(sku.skuId, checked)}
            />
            <GoodsLine goods={sku} size="sm" />
            <p className="col-start-2 text-sm text-mute md:col-start-auto md:text-right">
              买过 <b className="num text-ink">{orderCount}</b> 次，每次{' '}
              <span className="num text-ink">
                {formatCount(goodsNum)} {sku.unit}
              </span>
              <span className="block text-xs">
                最近 <span className="num">{toShanghaiDay(lastAt)}</span>
              </span>
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap justify-end gap-3">
        <SaveToShoppingListButton lines={lines} />
        <Button look="call" busy={many.busy} blocked={denied} disabled={lines.length === 0} onClick={() => many.add(lines)}>
          加入购物车
        </Button>
      </div>
      {many.dialog}
    </>
  )
}
