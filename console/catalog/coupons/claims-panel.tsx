import { Link } from '@tanstack/react-router'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { type Column, customColumn, EMPTY_CELL, instantColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { couponStates, type IssuedCoupon } from '#contract/catalog/coupons/shapes.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { couponTones } from './coupon-view.ts'
import { couponApi } from './coupons-api.ts'

/** The name of an enterprise, with a link for staff who may see enterprises. */
export function CouponOwnerLink({ enterpriseId, name }: { enterpriseId: string; name: string | null }) {
  const may = usePermission(consoleEnterpriseEndpoints.detail).allowed
  if (!may) return formatEnterpriseName({ name })
  return (
    <Link to="/enterprise" search={{ enterpriseId }}>
      {formatEnterpriseName({ name })}
    </Link>
  )
}

/** The order that holds or has used a coupon. */
export function CouponOrderLink({ enterpriseId, orderNo }: { enterpriseId: string; orderNo: string | null }) {
  const may = usePermission(consoleOrderEndpoints.detail).allowed
  if (orderNo === null) return EMPTY_CELL
  if (!may) return <span className="num">{orderNo}</span>
  return (
    <Link to="/order" search={{ enterpriseId, orderNo }} className="num">
      {orderNo}
    </Link>
  )
}

const columns: Column<IssuedCoupon>[] = [
  customColumn({
    title: '企业',
    value: ({ enterpriseId, enterpriseName: name }) => <CouponOwnerLink enterpriseId={enterpriseId} name={name} />,
  }),
  customColumn({ title: '状态', width: 92, value: ({ state }) => <Tag tone={couponTones[state]}>{couponStates[state].label}</Tag> }),
  customColumn({ title: '订单', width: 180, value: (row) => <CouponOrderLink {...row} /> }),
  instantColumn({ title: '领取时间', value: ({ claimedAt }) => claimedAt }),
  customColumn({ title: '到期日', width: 112, value: ({ untilDay }) => <span className="num">{untilDay}</span> }),
  instantColumn({ title: '使用时间', value: ({ usedAt }) => usedAt }),
]

/** The enterprises that have coupons of a template, the latest first. */
export const CouponClaimsPanel = ({ templateId }: { templateId: string }) => (
  <PagedListPanel
    name="claims"
    title="领取记录"
    keep={({ format }) => exportApi.couponClaims({ templateId, format })}
    queryKey={['coupon', 'claims', templateId]}
    load={(paging, options) => couponApi.claims({ templateId, ...paging }, options)}
    columns={columns}
    rowKey={({ couponId }) => couponId}
    width={820}
    empty="还没有企业领取"
  />
)
