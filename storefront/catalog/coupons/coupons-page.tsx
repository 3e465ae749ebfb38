import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CouponCounts,
  type CouponTab,
  countCouponsInTab,
  couponTabs,
  formatLockedCouponCount,
} from '#contract/catalog/coupons/shapes.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { couponCountsByStateQuery } from '#storefront/platform/components/coupon-count-query.ts'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useLocation, useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { ClaimCentre } from './claim-centre.tsx'
import { enterpriseCouponsQuery, PAGE_SIZE } from './coupon-api.ts'
import { COUPON_GRID_CLASSES, CouponGridSkeleton } from './coupon-grid.tsx'
import { EnterpriseCouponTicket } from './own-coupon.tsx'
import { CouponRulesDialog } from './rules-dialog.tsx'

const paths = { unused: '/coupon', used: '/coupon_used', expired: '/coupon_invalid' } as const
/** The URLs that open the rules, and the tab behind them. */
const notices = { '/coupon_use_notice': 'unused', '/coupon_used_notice2': 'used' } as const

const isNotice = (path: string): path is keyof typeof notices => Object.hasOwn(notices, path)

function tabOf(path: string): CouponTab {
  if (isNotice(path)) return notices[path]
  return path === paths.used ? 'used' : path === paths.expired ? 'expired' : 'unused'
}

/** 我的优惠券: unused, used and expired coupons, each with its own URL; the claim centre; and 使用须知 over them. */
export function Page() {
  const { pathname } = useLocation()
  const { tab: asked, page } = useSearch()
  const tab = tabOf(pathname)
  const centre = pathname === paths.unused && asked === 'centre'
  const counts = useQuery(couponCountsByStateQuery).data
  const mayUse = usePermission('buyPay').allowed
  return (
    <UserCenterLayout
      title="我的优惠券"
      actions={
        <div className="flex flex-wrap gap-2">
          {!centre && mayUse && (
            <ExportButtons
              ask={(format) => buyerListExportApi.coupons({ state: tab, format })}
              total={counts && countCouponsInTab(counts, tab)}
            />
          )}
          <Rules pathname={pathname} tab={tab} />
        </div>
      }
    >
      <LinkTabs
        label="优惠券"
        tabs={[
          ...(['unused', 'used', 'expired'] as const).map((one) => ({
            to: paths[one],
            label: couponTabs[one].label,
            current: tab === one && !centre,
            count: one === 'unused' ? (counts?.unused ?? 0) : 0,
          })),
          { to: paths.unused, search: { tab: 'centre' }, label: '领券中心', current: centre },
        ]}
      />
      {!centre && tab === 'unused' && <Held counts={counts} />}
      {centre ? <ClaimCentre pageNo={parsePageNo(page)} /> : <Coupons tab={tab} pageNo={parsePageNo(page)} />}
    </UserCenterLayout>
  )
}

/** Explains why the tab lists more coupons than it counts. */
const Held = ({ counts }: { counts: CouponCounts | undefined }) =>
  counts && counts.locked > 0 ? (
    <p className="mb-3 text-sm text-mute">
      可用 <span className="num">{counts.unused}</span> 张，{formatLockedCouponCount(counts.locked)}，支付后即视为使用，取消订单的退回
    </p>
  ) : null

/** 使用须知: opened by a button on the current page, or by its own URL. */
function Rules({ pathname, tab }: { pathname: string; tab: CouponTab }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    if (isNotice(pathname)) void navigate({ to: paths[tab], replace: true })
  }
  return (
    <>
      <Button look="plain" className="text-sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        使用须知
      </Button>
      <CouponRulesDialog open={open || isNotice(pathname)} onClose={close} />
    </>
  )
}

const hints: Record<CouponTab, string> = {
  unused: '可到领券中心领取，或用兑换码兑换。',
  used: '支付订单后，已使用的优惠券显示在这里。',
  expired: '过期未使用的优惠券显示在这里。',
}

function Coupons({ tab, pageNo }: { tab: CouponTab; pageNo: number }) {
  const coupons = useQuery(enterpriseCouponsQuery(tab, pageNo))
  const turn = usePagination(coupons, { pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={coupons} skeleton={<CouponGridSkeleton />}>
      {({ dataList, total }) =>
        dataList.length === 0 ? (
          <None tab={tab} />
        ) : (
          <>
            <ul className={COUPON_GRID_CLASSES}>
              {dataList.map((coupon) => (
                <li key={coupon.couponId}>
                  <EnterpriseCouponTicket coupon={coupon} />
                </li>
              ))}
            </ul>
            <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
          </>
        )
      }
    </QueryContent>
  )
}

function None({ tab }: { tab: CouponTab }) {
  const toCentre = (
    <ButtonLink to="/coupon" search={{ tab: 'centre' }} look={tab === 'unused' ? 'primary' : 'line'}>
      去领券
    </ButtonLink>
  )
  return (
    <div className="panel">
      <EmptyState title={`没有${couponTabs[tab].label}的优惠券`} hint={hints[tab]} action={toCentre} />
    </div>
  )
}
