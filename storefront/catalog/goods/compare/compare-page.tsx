import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { COMPARED_SKUS_MAX, type GoodsComparison, goodsCompareEndpoints } from '#contract/catalog/goods-compare/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useSetSearchParamsKeepingOthers } from '#storefront/platform/components/use-search-params.ts'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { listComparedSkuChoices, parseComparedSkuIds, removeSkuFromComparison, toCompareSearchParams } from './compare-choice.ts'
import { CompareTable } from './compare-table.tsx'
import { toCompareRows } from './compare-view.ts'

const compareApi = createApiClient(goodsCompareEndpoints, sendOrHoldUntilLogin)

/** If one of them is removed, the others stay visible while the answer loads. */
const comparisonQuery = (skuIds: string[]) =>
  queryOptions({
    queryKey: ['goods', 'compare', skuIds],
    queryFn: () => compareApi.compare({ skuIds }),
    placeholderData: keepPreviousData,
  })

/** /compare 商品对比. The URL names the SKUs, so that it can be shared. Without any it shows the choice of this device. */
export function Page() {
  const navigate = useNavigate()
  const ids = parseComparedSkuIds(useSearch().skuIds)
  const comparison = useQuery({ ...comparisonQuery(ids), enabled: ids.length > 0 })
  useEffect(() => {
    const own = listComparedSkuChoices().map(({ skuId }) => skuId)
    if (ids.length === 0 && own.length > 0) void navigate({ to: '/compare', search: toCompareSearchParams(own), replace: true })
  }, [ids.length, navigate])
  return (
    <div className="content py-3 md:py-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">商品对比</h1>
        {ids.length > 0 && ids.length < COMPARED_SKUS_MAX && (
          <ButtonLink to="/shop" look="line" size="sm">
            继续添加商品
          </ButtonLink>
        )}
      </div>
      {ids.length === 0 ? (
        <Empty />
      ) : (
        <QueryContent from={comparison} skeleton={<Skeleton className="h-112 rounded-panel" />}>
          {(found) => <Compared comparison={found} ids={ids} />}
        </QueryContent>
      )}
    </div>
  )
}

function Compared({ comparison, ids }: { comparison: GoodsComparison; ids: readonly string[] }) {
  const setSearchParams = useSetSearchParamsKeepingOthers()
  const navigate = useNavigate()
  const onlyDifferences = useSearch().diff === '1'
  const skus = comparison.skus.filter(({ skuId }) => ids.includes(skuId))
  const shown = comparison.skus.flatMap(({ skuId }, at) => (ids.includes(skuId) ? [at] : []))
  const rows = toCompareRows({
    skus,
    rows: comparison.rows.map(({ name, values }) => ({ name, values: shown.map((at) => values[at] ?? null) })),
  })
  const remove = (skuId: string) => {
    removeSkuFromComparison(skuId)
    const left = ids.filter((id) => id !== skuId)
    void navigate({ to: '/compare', search: { ...toCompareSearchParams(left), ...(onlyDifferences ? { diff: '1' } : {}) }, replace: true })
  }
  if (skus.length === 0) return <Empty />
  const unknown = ids.length - skus.length
  const listed = onlyDifferences ? rows.filter(({ differs }) => differs) : rows
  return (
    <>
      {unknown > 0 && (
        <p role="status" className="panel mb-3 px-4 py-3 text-sm">
          有 {unknown} 种商品不存在，未列入对比
        </p>
      )}
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-3 text-sm text-mute">
        {skus.length > 1 ? (
          <Checkbox
            label="只看不同的参数"
            value={onlyDifferences ? 'all' : 'none'}
            onChange={(checked) => setSearchParams({ diff: checked ? '1' : undefined })}
          >
            <span className="text-ink">只看不同的参数</span>
          </Checkbox>
        ) : (
          '再添加一种商品即可看出不同之处'
        )}
        {onlyDifferences && listed.length === 0 && <span role="status">所列参数全部相同</span>}
      </div>
      <CompareTable skus={skus} rows={listed} onRemove={remove} />
    </>
  )
}

const Empty = () => (
  <div className="panel">
    <EmptyState
      title="还没有要对比的商品"
      hint={`在商品卡片或商品页点“加入对比”，最多同时对比 ${COMPARED_SKUS_MAX} 种`}
      action={
        <ButtonLink to="/shop" look="line" size="sm">
          去选商品
        </ButtonLink>
      }
    />
  </div>
)
