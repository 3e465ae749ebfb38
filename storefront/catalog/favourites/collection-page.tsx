import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Favourite } from '#contract/catalog/favourites/api.ts'
import { AddToCartControls, ChooseSkuLink } from '#storefront/catalog/goods/add-to-cart.tsx'
import { stockWaitsQuery } from '#storefront/catalog/goods/favourites/stock-wait-api.ts'
import { FAVOURITES_QUERY_KEY, favouritesApi } from '#storefront/catalog/goods/favourites/use-favourites.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { ProductCard, ProductCardSkeleton } from '#storefront/platform/components/product-card.tsx'
import { isSkuChoiceNeeded } from '#storefront/platform/components/product-card-view.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useLocation, useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { StockWaits } from './stock-waits.tsx'
import { UnavailableFavouriteCard } from './unavailable-card.tsx'

const PAGE_SIZE = 24
const GRID = 'grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3 xl:grid-cols-4'

/** /my_collection 我的收藏. At /my_collection_tip the confirmation of a deletion is open. */
export function Page() {
  const pageNo = parsePageNo(useSearch().page)
  const liked = useQuery({
    queryKey: [...FAVOURITES_QUERY_KEY, 'list', pageNo],
    queryFn: () => favouritesApi.list({ pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  // The stock alerts are above the goods. If they appeared later, they would move the goods down.
  const waits = useQuery(stockWaitsQuery)
  const turn = usePagination(liked, { pageNo, pageSize: PAGE_SIZE })
  return (
    <UserCenterLayout
      title="我的收藏"
      actions={liked.data && <ExportButtons ask={(format) => buyerListExportApi.favourites({ format })} total={liked.data.total} />}
    >
      <QueryContent from={waits.isPending ? { ...liked, data: undefined } : liked} skeleton={<Waiting />}>
        {({ dataList, total }) => (
          <>
            <StockWaits />
            {dataList.length === 0 ? (
              <None />
            ) : (
              <>
                <Liked list={dataList} />
                <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
              </>
            )}
          </>
        )}
      </QueryContent>
    </UserCenterLayout>
  )
}

function Liked({ list }: { list: readonly Favourite[] }) {
  const navigate = useNavigate()
  const tipped = useLocation().pathname === '/my_collection_tip'
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [leaving, setLeaving] = useState<readonly string[]>(() => (tipped ? list.slice(0, 1).map(({ goodsId }) => goodsId) : []))
  const there = chosen.filter((id) => list.some(({ goodsId }) => goodsId === id))
  const close = () => {
    setLeaving([])
    if (tipped) void navigate({ to: '/my_collection', replace: true })
  }
  const remove = useApiMutation((goodsIds: string[]) => favouritesApi.delete({ goodsIds }), {
    invalidates: [FAVOURITES_QUERY_KEY],
    onSuccess: (_, goodsIds) => {
      setChosen([])
      close()
      showNotice(goodsIds.length === 1 ? '已取消收藏' : `已取消收藏 ${goodsIds.length} 个商品`)
    },
  })
  const toggle = (goodsId: string, checked: boolean) => setChosen([...there.filter((id) => id !== goodsId), ...(checked ? [goodsId] : [])])
  const all = there.length === 0 ? 'none' : there.length === list.length ? 'all' : 'some'
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Checkbox label="全选" value={all} onChange={(checked) => setChosen(checked ? list.map(({ goodsId }) => goodsId) : [])}>
          <span className="text-sm">全选</span>
        </Checkbox>
        <Button look="plain" className="text-sm off:bg-transparent" disabled={there.length === 0} onClick={() => setLeaving(there)}>
          删除所选{there.length > 0 ? `（${there.length}）` : ''}
        </Button>
      </div>
      <div className={GRID}>
        {list.map((one) => (
          <One
            key={one.goodsId}
            liked={one}
            checked={there.includes(one.goodsId)}
            onToggle={(checked) => toggle(one.goodsId, checked)}
            onDelete={() => setLeaving([one.goodsId])}
          />
        ))}
      </div>
      <ConfirmDialog
        open={leaving.length > 0}
        onClose={close}
        title="提示"
        text={leaving.length > 1 ? `是否删除收藏的 ${leaving.length} 个商品？` : '是否删除收藏的商品？'}
        confirm="确定"
        busy={remove.isPending}
        onConfirm={() => remove.mutate([...leaving])}
      />
    </>
  )
}

interface OneProps {
  liked: Favourite
  checked: boolean
  onToggle: (checked: boolean) => void
  onDelete: () => void
}

function One({ liked, checked, onToggle, onDelete }: OneProps) {
  const { card, name } = liked
  return (
    <div className="relative flex flex-col [&>article]:flex-1">
      {card ? (
        <ProductCard goods={card} actions={<Acts liked={liked} onDelete={onDelete} />} />
      ) : (
        <UnavailableFavouriteCard liked={liked} onDelete={onDelete} />
      )}
      <div className="absolute top-2 left-2 grid size-8 place-items-center rounded-[3px] bg-white/90">
        <Checkbox label={`选择 ${name}`} value={checked ? 'all' : 'none'} onChange={onToggle} />
      </div>
    </div>
  )
}

function Acts({ liked: { card, name }, onDelete }: { liked: Favourite; onDelete: () => void }) {
  return (
    <>
      {card && (isSkuChoiceNeeded(card, undefined) ? <ChooseSkuLink goods={card} /> : <AddToCartControls key={card.skuId} goods={card} />)}
      <Button look="plain" className="h-8 self-end text-sm text-mute" aria-label={`删除收藏 ${name}`} onClick={onDelete}>
        删除
      </Button>
    </>
  )
}

function None() {
  return (
    <div className="panel">
      <EmptyState
        title="还没有收藏的商品"
        hint="在商品卡片或详情页点心形图标收藏，下次在这里直接加购。"
        action={<ButtonLink to="/shop">去商城选购</ButtonLink>}
      />
    </div>
  )
}

function Waiting() {
  return (
    <>
      <Skeleton className="mb-3 h-5.5 w-36" />
      <div className={GRID}>
        {['a', 'b', 'c', 'd'].map((place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </div>
    </>
  )
}
