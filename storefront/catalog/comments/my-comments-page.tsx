import { OrderNo } from '#contract/platform/core/fields.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { type LinkTab, LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { useCommentCounts } from './comment-api.ts'
import { EnterpriseComments } from './own-comments.tsx'
import { OrderLinesToReview } from './to-review.tsx'

/** /my_comment: the lines to review and the written comments. With `orderNo` only those of one order. */
export function Page() {
  const { tab, orderNo: named, page } = useSearch()
  const orderNo = OrderNo.safeParse(named).success ? named : undefined
  const List = tab === 'done' ? EnterpriseComments : OrderLinesToReview
  return (
    <UserCenterLayout title="我的评论" actions={tab === 'done' && <Export orderNo={orderNo} />}>
      <Tabs done={tab === 'done'} orderNo={orderNo} />
      {orderNo !== undefined && (
        <p className="mb-3 text-sm text-mute">
          只看订单 <span className="num text-ink">{orderNo}</span>
          <Link to="/my_comment" search={tab === undefined ? {} : { tab }} className="finger ml-3 text-jade hover:underline">
            查看全部
          </Link>
        </p>
      )}
      <List orderNo={orderNo} pageNo={parsePageNo(page)} />
    </UserCenterLayout>
  )
}

const Export = ({ orderNo }: { orderNo: string | undefined }) => (
  <ExportButtons ask={(format) => buyerListExportApi.comments({ ...(orderNo === undefined ? {} : { orderNo }), format })} />
)

function Tabs({ done, orderNo }: { done: boolean; orderNo: string | undefined }) {
  const counts = useCommentCounts()
  const same = orderNo === undefined ? {} : { orderNo }
  const tabs: LinkTab[] = [
    { to: '/my_comment', label: '待评论', search: same, current: !done, count: counts?.todo ?? 0 },
    { to: '/my_comment', label: '已评论', search: { ...same, tab: 'done' }, current: done },
  ]
  return <LinkTabs label="评论进度" tabs={tabs} />
}
