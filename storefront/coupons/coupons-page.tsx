import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { type Coupon, type CouponTab, couponTabs } from '../../contract/coupons/shapes.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { LinkTabs } from '../parts/link-tabs.tsx'
import { pageIn } from '../parts/page-in.ts'
import { Pagination } from '../parts/pagination.tsx'
import { Empty, Loaded, Skeleton } from '../parts/states.tsx'
import { usePageTurning } from '../parts/use-page-turning.ts'
import { CentreLayout } from '../user-center/centre-layout.tsx'
import { ClaimCentre } from './claim-centre.tsx'
import { couponCountQuery, couponsQuery, PAGE_SIZE } from './coupon-api.ts'
import { CouponFace } from './coupon-face.tsx'
import { RulesDialog } from './rules-dialog.tsx'

const paths = { unused: '/coupon', used: '/coupon_used', expired: '/coupon_invalid' } as const
/** Addresses that open the rules, and over which tab. */
const notices = { '/coupon_use_notice': 'unused', '/coupon_used_notice2': 'used' } as const
const noticeOf = { unused: '/coupon_use_notice', used: '/coupon_used_notice2', expired: '/coupon_use_notice' } as const

const isNotice = (path: string): path is keyof typeof notices => Object.hasOwn(notices, path)

function tabOf(path: string): CouponTab {
  if (isNotice(path)) return notices[path]
  return path === paths.used ? 'used' : path === paths.expired ? 'expired' : 'unused'
}

/** 我的优惠券: unused, used and expired, each with an address of its own; the claim centre; 使用须知 over them. */
export function Page() {
  const { pathname } = useLocation()
  const { tab: asked, page } = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab = tabOf(pathname)
  const centre = tab === 'unused' && asked === 'centre'
  const counts = useQuery(couponCountQuery).data
  return (
    <CentreLayout title="我的优惠券">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <LinkTabs
          label="优惠券"
          tabs={[
            ...(['unused', 'used', 'expired'] as const).map((one) => ({
              ...{ to: paths[one], label: couponTabs[one].label, current: tab === one && !centre },
              count: one === 'unused' ? (counts?.unused ?? 0) : 0,
            })),
            { to: '/coupon', search: { tab: 'centre' }, label: '领券中心', current: centre },
          ]}
        />
        <Button look="plain" onClick={() => void navigate({ to: noticeOf[tab] })}>
          使用须知
        </Button>
      </div>
      {centre ? <ClaimCentre pageNo={pageIn(page)} /> : <Coupons tab={tab} pageNo={pageIn(page)} />}
      <RulesDialog open={isNotice(pathname)} onClose={() => void navigate({ to: paths[tab], replace: true })} />
    </CentreLayout>
  )
}

const hints: Record<CouponTab, string> = {
  unused: '可到领券中心领取，或用兑换码兑换。',
  used: '支付订单后，用掉的优惠券会在这里。',
  expired: '过期未用的优惠券会在这里。',
}

function Coupons({ tab, pageNo }: { tab: CouponTab; pageNo: number }) {
  const coupons = useQuery(couponsQuery(tab, pageNo))
  const turn = usePageTurning()
  return (
    <Loaded from={coupons} skeleton={<Skeleton className="h-64" />}>
      {({ dataList, total }) => (
        <div className="flex flex-col gap-3">
          {dataList.length === 0 && (
            <div className="panel">
              <Empty
                title={`没有${couponTabs[tab].label}的优惠券`}
                hint={hints[tab]}
                action={
                  tab === 'unused' && (
                    <ButtonLink to="/coupon" search={{ tab: 'centre' }}>
                      去领券
                    </ButtonLink>
                  )
                }
              />
            </div>
          )}
          <ul className="grid gap-3 lg:grid-cols-2">
            {dataList.map((coupon) => (
              <li key={coupon.couponId}>
                <Card coupon={coupon} />
              </li>
            ))}
          </ul>
          <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
        </div>
      )}
    </Loaded>
  )
}

function Card({ coupon }: { coupon: Coupon }) {
  const { state, fromDay, untilDay, orderNo } = coupon
  const over = state === 'used' || state === 'expired'
  return (
    <CouponFace face={coupon} until={`有效期 ${fromDay} 至 ${untilDay}`} faded={over} {...(over ? { stamp: couponTabs[state].label } : {})}>
      {orderNo !== null && (
        <ButtonLink look="plain" to="/my_order_detail" search={{ orderNo }} className="text-sm">
          {state === 'locked' ? '待支付订单占用中' : '查看订单'}
        </ButtonLink>
      )}
      {state === 'unused' && (
        <ButtonLink size="sm" to="/shop">
          立即使用
        </ButtonLink>
      )}
    </CouponFace>
  )
}
