import { OrderNo } from '#contract/platform/core/fields.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { type LinkTab, LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { isId } from '#storefront/platform/components/parse-id.ts'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { type AfterSaleTab, useAfterSaleCounts, useAfterSales } from './after-sale-api.ts'
import { AfterSaleDetail } from './after-sale-detail.tsx'
import { AfterSaleList } from './after-sale-list.tsx'
import { ApplyForAfterSaleForm } from './application-form.tsx'

/** /after_sale: the list; with `id` one after-sale, with `orderNo` a new one for that order. */
export function Page() {
  const { id, orderNo, state, page } = useSearch()
  if (isId(id))
    return (
      <UserCenterLayout title="售后详情" actions={<BackToList />}>
        <AfterSaleDetail id={id} />
      </UserCenterLayout>
    )
  if (orderNo !== undefined && OrderNo.safeParse(orderNo).success)
    return (
      <UserCenterLayout title="申请售后" actions={<BackToList />}>
        <ApplyForAfterSaleForm key={orderNo} orderNo={orderNo} />
      </UserCenterLayout>
    )
  const kept: { state?: AfterSaleTab } = state === 'open' || state === 'over' ? { state } : {}
  return (
    <UserCenterLayout title="售后服务" actions={<Export state={kept.state} pageNo={parsePageNo(page)} />}>
      <Requests state={kept.state} pageNo={parsePageNo(page)} />
    </UserCenterLayout>
  )
}

function Export({ state, pageNo }: { state: AfterSaleTab | undefined; pageNo: number }) {
  const { data } = useAfterSales(state, pageNo)
  return <ExportButtons ask={(format) => buyerListExportApi.afterSales({ ...(state ? { state } : {}), format })} total={data?.total} />
}

const BackToList = () => (
  <ButtonLink to="/after_sale" look="plain" size="sm">
    全部售后单
  </ButtonLink>
)

function Requests({ state, pageNo }: { state: AfterSaleTab | undefined; pageNo: number }) {
  const counts = useAfterSaleCounts()
  const tab = (label: string, one?: AfterSaleTab): LinkTab => ({
    to: '/after_sale',
    search: one === undefined ? {} : { state: one },
    label,
    current: state === one,
    ...(one === 'open' && counts ? { count: counts.open } : {}),
  })
  return (
    <>
      <LinkTabs label="售后进度" tabs={[tab('全部'), tab('处理中', 'open'), tab('已结束', 'over')]} />
      <AfterSaleList state={state} pageNo={pageNo} />
    </>
  )
}
