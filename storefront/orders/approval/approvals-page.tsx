import { type PurchaseApprovalState, purchaseApprovalStates } from '#contract/orders/approval/api.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { type LinkTab, LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { SkeletonPanels } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { PAGE_SIZE, usePurchaseApprovals } from './approval-api.ts'
import { PurchaseApprovalCard } from './approval-card.tsx'

const states = Object.keys(purchaseApprovalStates) as PurchaseApprovalState[]

/** /approval 采购审批: for the main account all of the enterprise, for a sub-account its own. */
export function Page() {
  const { state: asked, page } = useSearch()
  const state = states.find((one) => one === asked)
  const total = usePurchaseApprovals(state, parsePageNo(page)).data?.total
  const tab = (one: PurchaseApprovalState): LinkTab => ({
    to: '/approval',
    search: { state: one },
    label: purchaseApprovalStates[one],
    current: state === one,
  })
  return (
    <UserCenterLayout
      title="采购审批"
      actions={<ExportButtons ask={(format) => buyerListExportApi.approvals({ ...(state ? { state } : {}), format })} total={total} />}
    >
      <LinkTabs
        label="审批状态"
        tabs={[{ to: '/approval', search: {}, label: '全部', current: state === undefined }, ...states.map(tab)]}
      />
      <Approvals state={state} pageNo={parsePageNo(page)} />
    </UserCenterLayout>
  )
}

function Approvals({ state, pageNo }: { state: PurchaseApprovalState | undefined; pageNo: number }) {
  const approvals = usePurchaseApprovals(state, pageNo)
  const turn = usePagination(approvals, { pageNo, pageSize: PAGE_SIZE })
  const main = usePermission('main').allowed
  return (
    <QueryContent from={approvals} skeleton={<SkeletonPanels rows={2} row="h-92 md:h-72" />}>
      {({ dataList, total }) => (
        <div className="flex flex-col gap-3">
          {dataList.length === 0 ? (
            <div className="panel">
              <EmptyState
                title={state === undefined ? '还没有采购审批' : `没有${purchaseApprovalStates[state]}的采购`}
                hint="子账号的采购超过单笔或每月限额时，会在这里等待主账号同意。"
                action={main && <ButtonLink to="/account">设置子账号限额</ButtonLink>}
              />
            </div>
          ) : (
            dataList.map((approval) => <PurchaseApprovalCard key={approval.id} approval={approval} />)
          )}
          <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
        </div>
      )}
    </QueryContent>
  )
}
