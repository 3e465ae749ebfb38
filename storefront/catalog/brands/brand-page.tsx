import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type Brand, type BrandDetail, brandEndpoints } from '#contract/catalog/brands/api.ts'
import { BRAND_NAME_MAX } from '#contract/catalog/brands/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { GoodsOfBrandOrMachineModel } from '#storefront/catalog/goods/goods-list/narrowed-goods.tsx'
import { InPageSearchForm } from '#storefront/catalog/goods/search-form.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { isId } from '#storefront/platform/components/parse-id.ts'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { EmptyState, QueryContent, QueryPage, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { formatCount } from '#ui/format.ts'

const brandApi = createApiClient(brandEndpoints, sendOrHoldUntilLogin)
const PAGE_SIZE = 48

const brandsQuery = (keyword: string, pageNo: number) =>
  queryOptions({
    queryKey: ['goods', 'brands', keyword, pageNo],
    queryFn: () => brandApi.list({ pageNo, pageSize: PAGE_SIZE, ...(keyword === '' ? {} : { keyword }) }),
    placeholderData: keepPreviousData,
  })
const brandQuery = (brandId: string) => queryOptions({ queryKey: ['goods', 'brand', brandId], queryFn: () => brandApi.detail({ brandId }) })

/** /brand 品牌: all brands with goods on sale; with `brandId` one of them. */
export function Page() {
  const { brandId } = useSearch()
  return <div className="content py-3 md:py-4">{brandId === undefined ? <Brands /> : <OneBrand key={brandId} brandId={brandId} />}</div>
}

function Brands() {
  const { keyword = '', page } = useSearch()
  const asked = [...keyword].slice(0, BRAND_NAME_MAX).join('')
  const navigate = useNavigate()
  const pageNo = parsePageNo(page)
  const brands = useQuery(brandsQuery(asked, pageNo))
  const turn = usePagination(brands, { pageNo, pageSize: PAGE_SIZE })
  const search = (text: string) => void navigate({ to: '/brand', search: text === '' ? {} : { keyword: text } })
  return (
    <>
      <h1 className="mb-3 text-xl">品牌</h1>
      <InPageSearchForm key={asked} label="搜索品牌" placeholder="品牌名称" keyword={asked} max={BRAND_NAME_MAX} onSearch={search} />
      <div className="mt-3">
        <QueryContent from={brands} skeleton={<Skeleton className="h-48 rounded-panel" />}>
          {({ dataList, total }) =>
            dataList.length === 0 ? (
              <div className="panel">
                <EmptyState
                  title={asked === '' ? '还没有品牌' : `没有找到品牌「${asked}」`}
                  hint="也可以按型号搜索商品"
                  action={
                    <ButtonLink to={asked === '' ? '/shop' : '/brand'} search={{}} look="line" size="sm">
                      {asked === '' ? '去商城' : '查看全部品牌'}
                    </ButtonLink>
                  }
                />
              </div>
            ) : (
              <>
                <ul className="grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3 xl:grid-cols-4">
                  {dataList.map((brand) => (
                    <li key={brand.brandId}>
                      <Tile brand={brand} />
                    </li>
                  ))}
                </ul>
                <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
              </>
            )
          }
        </QueryContent>
      </div>
    </>
  )
}

const Tile = ({ brand: { brandId, name, origin, pictureId, goodsCount } }: { brand: Brand }) => (
  <Link to="/brand" search={{ brandId }} className="panel flex h-full items-center gap-3 p-3 hover:border-jade hover:text-jade">
    <Logo picture={pictureId} name={name} />
    <span className="min-w-0">
      <span className="block font-medium break-words">{name}</span>
      {origin !== '' && <span className="block text-sm text-mute">{origin}</span>}
      <span className="block text-sm text-mute">
        <span className="num">{formatCount(goodsCount)}</span> 款商品
      </span>
    </span>
  </Link>
)

/** The logo, as decoration next to the name; without one the first character. */
const Logo = ({ picture, name }: { picture: string | null; name: string }) =>
  picture === null ? (
    <span aria-hidden className="grid size-14 shrink-0 place-items-center rounded-control bg-jade-tint text-xl text-jade">
      {[...name][0]}
    </span>
  ) : (
    <GoodsPicture picture={picture} alt="" sizes="56px" className="size-14 shrink-0 rounded-control" />
  )

function OneBrand({ brandId }: { brandId: string }) {
  const known = isId(brandId)
  const brand = useQuery({ ...brandQuery(brandId), enabled: known })
  const gone = brand.error instanceof Refusal && brand.error.reason === 'BRAND_NOT_FOUND'
  if (!known || gone) return <Gone />
  return (
    <QueryPage title="品牌" from={brand} skeleton={<Skeleton className="h-112 rounded-panel" />}>
      {(found) => (
        <>
          <Head brand={found} />
          <GoodsOfBrandOrMachineModel
            place={{ to: '/brand', search: { brandId }, of: { brandIds: [brandId] } }}
            goodsCount={found.goodsCount}
            categories={found.categories}
            emptyTitle="该品牌暂无在售商品"
          />
        </>
      )}
    </QueryPage>
  )
}

const Head = ({ brand: { name, origin, pictureId, goodsCount, certificates } }: { brand: BrandDetail }) => (
  <>
    <p className="mb-3 text-sm">
      <Link to="/brand" className="finger text-jade hover:underline">
        全部品牌
      </Link>
    </p>
    <div className="panel mb-3 flex flex-wrap items-start gap-x-6 gap-y-3 p-4 md:p-6">
      <Logo picture={pictureId} name={name} />
      <div className="min-w-0 flex-1">
        <h1 className="text-xl break-words">{name}</h1>
        <p className="mt-1 text-sm text-mute">
          {origin !== '' && <span className="mr-3">产地 {origin}</span>}在售 <span className="num">{formatCount(goodsCount)}</span> 款
        </p>
        {certificates.length > 0 && (
          <>
            <h2 className="mt-3 text-sm text-mute">资质</h2>
            <ul className="mt-1 flex flex-wrap gap-2 text-sm">
              {certificates.map((line) => (
                <li key={line} className="rounded-control border border-line px-2 break-words">
                  {line}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  </>
)

const Gone = () => (
  <div className="panel">
    <h1 className="sr-only">品牌</h1>
    <EmptyState
      title="品牌不存在或已删除"
      hint="链接可能已变更，可以从全部品牌里找"
      action={
        <ButtonLink to="/brand" look="line" size="sm">
          全部品牌
        </ButtonLink>
      }
    />
  </div>
)
