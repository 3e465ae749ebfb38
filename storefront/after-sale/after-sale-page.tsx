import { useSearch } from '@tanstack/react-router'
import { OrderNo } from '../../contract/ordering/shapes.ts'
import { ButtonLink } from '../parts/button.tsx'
import { exportApi } from '../parts/export-api.ts'
import { ExportButtons } from '../parts/export-buttons.tsx'
import { type LinkTab, LinkTabs } from '../parts/link-tabs.tsx'
import { pageIn } from '../parts/page-in.ts'
import { isId } from '../parts/read-id.ts'
import { useLack } from '../session/use-lack.ts'
import { CentreLayout, NoRight } from '../user-center/centre-layout.tsx'
import { type Standing, useAfterSales, useCounts } from './after-sale-api.ts'
import { AfterSaleDetail } from './after-sale-detail.tsx'
import { AfterSaleList } from './after-sale-list.tsx'
import { Apply } from './apply.tsx'

/** /after_sale: the requests; with `id` one of them, with `orderNo` a new one for that order. */
export function Page() {
  const { id, orderNo, state, page } = useSearch({ strict: false })
  const lack = useLack('lookOrder')
  if (lack !== undefined) return <NoRight title="售后服务" what="查看售后" lack={lack} />
  if (isId(id))
    return (
      <CentreLayout title="售后详情" actions={<BackToList />}>
        <AfterSaleDetail id={id} />
      </CentreLayout>
    )
  if (orderNo !== undefined && OrderNo.safeParse(orderNo).success)
    return (
      <CentreLayout title="申请售后" actions={<BackToList />}>
        <Apply key={orderNo} orderNo={orderNo} />
      </CentreLayout>
    )
  const kept: { state?: Standing } = state === 'open' || state === 'over' ? { state } : {}
  return (
    <CentreLayout title="售后服务" actions={<Export state={kept.state} pageNo={pageIn(page)} />}>
      <Requests state={kept.state} pageNo={pageIn(page)} />
    </CentreLayout>
  )
}

function Export({ state, pageNo }: { state: Standing | undefined; pageNo: number }) {
  const { data } = useAfterSales(state, pageNo)
  return <ExportButtons ask={(format) => exportApi.afterSales({ ...(state ? { state } : {}), format })} total={data?.total} />
}

const BackToList = () => (
  <ButtonLink to="/after_sale" look="plain" size="sm">
    全部售后单
  </ButtonLink>
)

function Requests({ state, pageNo }: { state: Standing | undefined; pageNo: number }) {
  const counts = useCounts()
  const tab = (label: string, one?: Standing): LinkTab => ({
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
