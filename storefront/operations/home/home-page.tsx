import { queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue } from 'react'
import { homeEndpoints } from '#contract/operations/home/api.ts'
import type { UserDetail } from '#contract/people/identity/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { categoriesQuery, goodsCountsByHardnessBandQuery, recommendedGoodsQuery } from '#storefront/catalog/goods/catalog-api.ts'
import { GoodsGridSkeleton } from '#storefront/catalog/goods/goods-grid.tsx'
import { SectionHead } from '#storefront/catalog/goods/section-head.tsx'
import { DeferredContent } from '#storefront/platform/components/deferred.tsx'
import { ErrorState } from '#storefront/platform/components/states.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatMissingPermission } from '#storefront/platform/sessions/permissions/required-permission.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { queryClient } from '#storefront/platform/sessions/session.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'
import { useLoggedIn, useUser } from '#storefront/platform/sessions/use-session.ts'
import { lazyOptionalPart, lazyPart } from '#ui/lazy-part.tsx'
import { EnterpriseAccountPanel } from './account/account-panel.tsx'
import { GuestLoginAndRegistrationPanel } from './account/guest-panel.tsx'
import { CategoryRail, CategoryRailSkeleton } from './category-rail.tsx'
import { OpenCreditSteps } from './credit/credit-steps.tsx'
import { InStockGoods, RecommendedGoodsOfChosenCategory } from './goods-sections.tsx'
import { HardnessRuler, HardnessRulerSkeleton } from './hardness-ruler.tsx'
import { Hero } from './hero.tsx'
import { pickInStockGoods, type RecommendedByCategory } from './home-view.ts'
import { QuickOrderPasteBox } from './quick-order.tsx'
import { useCanSeeGoods, useRecommendedGoods } from './use-recommended.ts'

const homeApi = createApiClient(homeEndpoints, sendOrHoldUntilLogin)

/** The sections of the home page; null: the built-in arrangement. `preview`: the ticket of a preview by staff. */
const shownHomeSectionsQuery = (preview?: string) =>
  queryOptions({
    queryKey: ['goods', 'home', preview ?? ''],
    queryFn: () => homeApi.sections(preview === undefined ? {} : { preview }),
  })

/** Loaded in idle time. The hero is shown without it and reserves its place. */
const BannerSlides = lazyOptionalPart(() =>
  import('#storefront/content/content/banner-slides.tsx').then(({ BannerSlides }) => BannerSlides),
)

/** Loaded only if staff have arranged the home page. */
const ArrangedSections = lazyPart(() => import('./arranged-sections.tsx').then(({ ArrangedHomeSections }) => ArrangedHomeSections))

const STOCK_CARDS = 10
const ROW_CARDS = 5

/** Fetches the goods before the page renders. A member's permissions are not known yet, and he may not be allowed to see goods. */
export function prefetch(): void {
  if (readToken() !== null) return
  void queryClient.prefetchQuery(recommendedGoodsQuery)
  void queryClient.prefetchQuery(categoriesQuery)
  void queryClient.prefetchQuery(goodsCountsByHardnessBandQuery)
  void queryClient.prefetchQuery(shownHomeSectionsQuery())
}

/** The home page: the goods with both prices, and the state of the enterprise, in the arrangement of staff or else the built-in one. */
export function Page() {
  const loggedIn = useLoggedIn()
  const user = useUser()
  const maySee = useCanSeeGoods()
  const { preview } = useSearch()
  const arranged = useQuery(shownHomeSectionsQuery(preview))
  const sections = arranged.data ?? undefined
  const has = (kind: string) => sections === undefined || sections.some((section) => section.kind === kind)
  const categories = useQuery({ ...categoriesQuery, enabled: maySee })
  const withRail = has('categories') && maySee && (categories.data?.length ?? (categories.isPending ? 1 : 0)) > 0
  const withStage = has('stage')
  return (
    <div className="content pt-2.5 md:pt-4">
      {preview !== undefined && <PreviewNote error={arranged.error} />}
      <div className="grid gap-2.5 md:gap-4 lg:grid-cols-[minmax(0,1fr)_288px] xl:grid-cols-[216px_minmax(0,1fr)_288px]">
        {withRail && (categories.data ? <CategoryRail categories={categories.data} /> : <CategoryRailSkeleton />)}
        {withStage ? (
          <div className={`-order-1 lg:order-none ${withRail ? '' : 'xl:col-span-2'}`}>
            <Suspense fallback={<Hero loggedIn={loggedIn} />}>
              <BannerSlides>
                <Hero loggedIn={loggedIn} />
              </BannerSlides>
            </Suspense>
          </div>
        ) : (
          <h1 className="sr-only">首页</h1>
        )}
        {loggedIn ? <EnterpriseAccountPanel user={user} /> : <GuestLoginAndRegistrationPanel />}
      </div>
      {!maySee && <NoSight />}
      {sections === undefined ? (
        <BuiltIn user={user} maySee={maySee} waiting={arranged.isPending} />
      ) : (
        <Suspense>
          <ArrangedSections sections={sections} user={user} maySee={maySee} />
        </Suspense>
      )}
    </div>
  )
}

/** The note of a preview, or why it cannot be shown. */
const PreviewNote = ({ error }: { error: Error | null }) => (
  <p role="status" className="panel mb-2.5 px-4 py-2.5 text-sm">
    {error ? error.message : '首页预览：按后台选择的日期和身份显示，价格为公开价'}
  </p>
)

/** The built-in arrangement. While the arrangement is not known, only placeholders are shown. */
function BuiltIn({ user, maySee, waiting }: { user: UserDetail | undefined; maySee: boolean; waiting: boolean }) {
  return (
    <>
      {maySee && <Shelves waiting={waiting} />}
      {!waiting && (
        <DeferredContent>
          <div className="mt-5 grid items-stretch gap-2.5 md:mt-8 md:gap-4 lg:grid-cols-[minmax(0,1fr)_360px] xl:grid-cols-[minmax(0,1fr)_428px]">
            <OpenCreditSteps user={user} />
            <QuickOrderPasteBox />
          </div>
        </DeferredContent>
      )}
    </>
  )
}

/** All sections with goods. If loading fails, the error is shown once, with one button to try all again. */
function Shelves({ waiting }: { waiting: boolean }) {
  const categories = useQuery(categoriesQuery)
  const hardness = useQuery(goodsCountsByHardnessBandQuery)
  const recommended = useRecommendedGoods()
  // Cards are rendered in idle time, so that a phone stays responsive.
  const shown = useDeferredValue(recommended.data)
  const failed = [categories, hardness, recommended].filter(({ error, data }) => error !== null && data === undefined)
  const retry = () => {
    for (const one of failed) void one.refetch()
  }
  return (
    <>
      {hardness.data && !waiting && <HardnessRuler bands={hardness.data} />}
      {(hardness.isPending || waiting) && <HardnessRulerSkeleton />}
      {failed[0] && (
        <div className="panel mt-5 md:mt-8">
          <ErrorState error={failed[0].error} retry={retry} />
        </div>
      )}
      {shown && !waiting && <Goods recommended={shown} />}
      {(!shown || waiting) && !recommended.isError && <GoodsSkeleton />}
    </>
  )
}

function Goods({ recommended }: { recommended: RecommendedByCategory }) {
  const stock = pickInStockGoods(recommended, STOCK_CARDS)
  return (
    <>
      <InStockGoods goods={stock} />
      <RecommendedGoodsOfChosenCategory recommended={recommended} shown={stock} />
    </>
  )
}

function GoodsSkeleton() {
  return (
    <div role="status" aria-label="加载中">
      <div className="mt-5 md:mt-8">
        <SectionHead title="现货专区" />
        <GoodsGridSkeleton cards={STOCK_CARDS} layout="page" />
      </div>
      <div className="mt-5 md:mt-8">
        <SectionHead title="分类推荐" />
        <div className="skeleton mb-3 h-8.5 w-80" />
        <GoodsGridSkeleton cards={ROW_CARDS} layout="row" />
      </div>
    </div>
  )
}

/** Shown to a member who may not see goods: which permission is missing, and who can grant it. */
function NoSight() {
  return (
    <p className="panel mt-5 px-5 py-8 text-center text-mute md:mt-8">
      {formatMissingPermission('lookGoods')}。请联系企业主账号，在“账号管理”中开通后选购商品。
    </p>
  )
}
