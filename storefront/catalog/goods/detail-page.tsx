import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import type { ReplacementSku } from '#contract/catalog/goods/replacement.ts'
import type { GoodsDetail, Sku } from '#contract/catalog/goods/shapes.ts'
import { QUANTITY_TOO_LARGE } from '#contract/catalog/pricing/quantity.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { DeferredContent } from '#storefront/platform/components/deferred.tsx'
import { preloadGoodsPicture } from '#storefront/platform/components/goods-picture.tsx'
import { isId } from '#storefront/platform/components/parse-id.ts'
import { NoLongerSoldNotice, ReplacementLink } from '#storefront/platform/components/replacement-link.tsx'
import { EmptyState, QueryPage, Skeleton } from '#storefront/platform/components/states.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import { queryClient } from '#storefront/platform/sessions/session.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { goodsDetailQuery } from './catalog-api.ts'
import { GoodsOfSameSubCategory, ParametersAndDescription } from './detail/about-goods.tsx'
import { BuyBox, GoodsBreadcrumb, useOrderableQuantity } from './detail/buy-box.tsx'
import { BuyButtons } from './detail/buy-buttons.tsx'
import { buyingError, findDisplayedSku, findReplacedSku, parseReplacementInRefusal } from './detail/detail-view.ts'
import { GALLERY_PICTURE_SIZES, GoodsGallery } from './detail/gallery.tsx'
import { SkuTable } from './detail/sku-table.tsx'
import { useDocumentTitle } from './detail/use-title.ts'

/** Content below the first screen, loaded after it. */
const GoodsComments = lazyPart(() => import('#storefront/catalog/comments/goods-comments.tsx').then((part) => part.GoodsComments))
const MoreAboutGoods = lazyPart(() => import('./detail/documents-and-relations.tsx').then((part) => part.GoodsDocumentsAndRelations))

const FRAME = 'panel grid gap-x-8 gap-y-5 p-3 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:p-6 xl:grid-cols-[480px_1fr] xl:gap-x-10'

/** Fetches the goods before the page renders, and the picture as soon as its name is known. */
export async function prefetch({ goodsId }: SearchParams): Promise<void> {
  if (!isId(goodsId)) return
  const query = goodsDetailQuery(goodsId)
  await queryClient.prefetchQuery(query)
  preloadGoodsPicture(queryClient.getQueryData(query.queryKey)?.image ?? null, GALLERY_PICTURE_SIZES)
}

/** The page of one product: pictures, description, prices, and buying. */
export function Page() {
  const { goodsId = '', skuId } = useSearch()
  const known = isId(goodsId)
  const goods = useQuery({ ...goodsDetailQuery(goodsId), enabled: known })
  useDocumentTitle(goods.data?.name)
  const gone = goods.error instanceof Refusal && goods.error.reason === 'GOODS_NOT_FOUND' ? goods.error : undefined
  if (!known || gone) return <Gone replacement={gone && parseReplacementInRefusal(gone, skuId)} />
  return (
    <div className={`content pb-6 ${goods.isLoadingError ? 'pt-3 md:pt-4' : ''}`}>
      <QueryPage title="商品详情" from={goods} skeleton={<Waiting />}>
        {(data) => <Shown key={data.goodsId} goods={data} sku={findDisplayedSku(data.skus, skuId)} asked={findReplacedSku(data, skuId)} />}
      </QueryPage>
    </div>
  )
}

type Replaced = GoodsDetail['replaced'][number]

function Shown({ goods, sku, asked }: { goods: GoodsDetail; sku: Sku | undefined; asked: Replaced | undefined }) {
  return sku ? <Detail goods={goods} sku={sku} asked={asked} /> : <Gone replacement={undefined} />
}

/** Whether an element has been scrolled out at the top; true only while it is above the screen. The first value is for its `ref`. */
function useIsScrolledPast(): [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [past, setPast] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watcher = new IntersectionObserver(([entry]) => setPast(!!entry && !entry.isIntersecting && entry.boundingClientRect.top < 0))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [watch, past]
}

function Detail({ goods, sku, asked }: { goods: GoodsDetail; sku: Sku; asked: Replaced | undefined }) {
  const [quantity, setQuantity] = useOrderableQuantity(sku)
  const [tooLarge, setTooLarge] = useState(false)
  const [buttonsRef, past] = useIsScrolledPast()
  const fault = tooLarge ? QUANTITY_TOO_LARGE : buyingError(goods, sku, quantity)
  return (
    <>
      <GoodsBreadcrumb goods={goods} />
      {asked && asked.skuId !== sku.skuId && <NoLongerSoldNotice code={asked.code} by={asked.by} />}
      <article className={FRAME}>
        <GoodsGallery pictures={goods.pictures} name={goods.name} />
        <BuyBox
          goods={goods}
          sku={sku}
          quantity={quantity}
          fault={fault}
          onQuantity={setQuantity}
          onTooLarge={setTooLarge}
          buttonsRef={buttonsRef}
        />
      </article>
      {goods.skus.length > 1 && <SkuTable goods={goods} sku={sku} />}
      <ParametersAndDescription goods={goods} />
      <DeferredContent>
        <Suspense fallback={<Skeleton className="mt-4 h-48 rounded-panel" />}>
          <MoreAboutGoods goodsId={goods.goodsId} />
          <GoodsComments goodsId={goods.goodsId} />
        </Suspense>
        <GoodsOfSameSubCategory goods={goods} />
      </DeferredContent>
      <div
        className={`sticky bottom-14 z-30 -mx-3 mt-4 flex items-center gap-6 border-t border-line bg-white px-3 py-2 md:bottom-0 md:mx-0 md:px-6 ${past ? '' : 'md:hidden'}`}
      >
        <p className="hidden min-w-0 flex-1 truncate md:block">
          {goods.name} <span className="num text-mute">{sku.code}</span>
        </p>
        <BuyButtons goods={goods} sku={sku} quantity={quantity} fault={fault} />
      </div>
    </>
  )
}

/** Shown if the goods do not exist or are not sold any more, with links. */
function Gone({ replacement }: { replacement: ReplacementSku | undefined }) {
  return (
    <div className="content py-6">
      <h1 className="sr-only">商品详情</h1>
      <div className="panel">
        <EmptyState
          title="商品不存在或已下架"
          hint="链接可能已变更。可以按型号搜索，或从分类里找同类商品。"
          action={
            <div className="flex flex-wrap items-center justify-center gap-3">
              {replacement && <ReplacementLink by={replacement} />}
              <ButtonLink to="/shop">去商城</ButtonLink>
              <ButtonLink to="/categories" look="line">
                看分类
              </ButtonLink>
            </div>
          }
        />
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <>
      <div className="py-3">
        <Skeleton className="h-5 w-64" />
      </div>
      <div className={FRAME}>
        <div>
          <Skeleton className="aspect-square w-full rounded-panel" />
          <div className="mt-2 grid grid-cols-4 gap-2">
            <Skeleton className="aspect-square" />
            <Skeleton className="aspect-square" />
            <Skeleton className="aspect-square" />
            <Skeleton className="aspect-square" />
          </div>
        </div>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-19" />
          <Skeleton className="h-40" />
          <Skeleton className="h-12 w-2/3" />
        </div>
      </div>
      <Skeleton className="mt-4 h-64 rounded-panel" />
    </>
  )
}
