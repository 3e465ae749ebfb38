import { useQuery } from '@tanstack/react-query'
import { STOCK_WAITS_QUERY_KEY, stockWaitApi, stockWaitsQuery } from '#storefront/catalog/goods/favourites/stock-wait-api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'

/** 等待到货通知: the SKUs that the person waits for. It renders nothing if there are none. */
export function StockWaits() {
  const { data = [] } = useQuery(stockWaitsQuery)
  const stop = useApiMutation((skuId: string) => stockWaitApi.delete({ skuIds: [skuId] }), {
    invalidates: [STOCK_WAITS_QUERY_KEY],
    onSuccess: () => showNotice('已取消到货通知'),
  })
  if (data.length === 0) return null
  return (
    <section aria-labelledby="stock-waits" className="panel mb-3 md:mb-4">
      <h2 id="stock-waits" className="border-b border-line-soft px-4 py-3 text-md font-semibold md:px-5">
        等待到货通知 <span className="num text-sm font-normal text-mute">{data.length}</span>
      </h2>
      <ul className="divide-y divide-line-soft">
        {data.map(({ sku }) => (
          <li key={sku.skuId} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 md:px-5">
            <div className="min-w-60 flex-1">
              <GoodsLine goods={sku} size="sm" dim={!sku.onShelf} />
            </div>
            <Button
              look="plain"
              className="text-sm"
              aria-label={`取消通知 ${sku.goodsName} ${sku.skuCode}`}
              busy={stop.isPending}
              onClick={() => stop.mutate(sku.skuId)}
            >
              取消通知
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
