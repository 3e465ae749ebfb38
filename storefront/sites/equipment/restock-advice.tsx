import { useQuery } from '@tanstack/react-query'
import type { RestockAdvice } from '#contract/sites/projects/equipment-api.ts'
import { useAddLinesToCart } from '#storefront/catalog/goods/use-add-lines-to-cart.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { Skeleton } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatCount } from '#ui/format.ts'
import { restockAdviceQuery } from './equipment-api.ts'

const named = ({ sku: { skuId, goodsName, skuCode, unit }, goodsNum }: RestockAdvice) => ({ skuId, goodsNum, goodsName, skuCode, unit })

/**
 * 补货建议: what rigs need because of wear, with the calculation in words, and buttons to add it to the cart. Nothing is shown if nothing is
 * needed.
 */
export function RestockAdvicePanel({ equipmentId }: { equipmentId?: string }) {
  const { data = [], isPending } = useQuery(restockAdviceQuery)
  const { reason: denied } = usePermission('addCart')
  const many = useAddLinesToCart()
  const own = data.filter((one) => equipmentId === undefined || one.equipmentId === equipmentId)
  if (isPending) return <Skeleton className="mb-3 h-150 md:mb-4 md:h-110" />
  if (own.length === 0) return null
  return (
    <section aria-labelledby="advice" className="panel mb-3 md:mb-4">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line-soft px-4 py-3 md:px-5">
        <h2 id="advice" className="text-md font-semibold">
          补货建议
        </h2>
        <Button look="call" size="sm" busy={many.busy} blocked={denied} onClick={() => many.add(own.map(named))}>
          全部加入购物车
        </Button>
      </header>
      <ul className="divide-y divide-line-soft">
        {own.map((advice) => {
          const { sku, goodsNum, summary, why, equipmentName } = advice
          return (
            <li
              key={`${advice.equipmentId}${sku.skuId}`}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-4 py-3 md:px-5"
            >
              <div className="col-span-2 md:col-span-1">
                <GoodsLine goods={sku} size="sm">
                  {equipmentId === undefined && <p className="mt-0.5 text-sm">用于 {equipmentName}</p>}
                  <p className="mt-0.5 text-sm">
                    建议补 <b className="num">{formatCount(goodsNum)}</b> {sku.unit}（{summary}）
                  </p>
                  <details className="text-xs leading-5 text-mute">
                    <summary className="inline-block min-h-6 cursor-pointer py-0.5 text-jade">如何算出</summary>
                    {why}
                  </details>
                </GoodsLine>
              </div>
              <div className="col-start-2">
                <Button
                  look="line"
                  size="sm"
                  aria-label={`${equipmentName} ${sku.goodsName} 加入购物车`}
                  blocked={denied}
                  disabled={many.busy}
                  onClick={() => many.add([named(advice)])}
                >
                  加入购物车
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      {many.dialog}
    </section>
  )
}
