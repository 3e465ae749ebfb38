import { Link } from '@tanstack/react-router'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { usePanelChoice } from '#console/platform/components/list/use-list.ts'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { type Coupon, couponStates, couponTabs } from '#contract/catalog/coupons/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { CouponOrderLink } from './claims-panel.tsx'
import { couponTones, formatCouponTerms } from './coupon-view.ts'
import { couponApi } from './coupons-api.ts'

function Name({ coupon: { templateId, name } }: { coupon: Coupon }) {
  const may = usePermission(consoleCouponEndpoints.template).allowed
  if (!may) return name
  return (
    <Link to="/coupon_template" search={{ templateId }}>
      {name}
    </Link>
  )
}

const tabChoices = keysOf(couponTabs).map((value) => ({ value, label: couponTabs[value].label }))

const columnsOf = (enterpriseId: string): Column<Coupon>[] => [
  customColumn({ title: '优惠券', value: (coupon) => <Name coupon={coupon} /> }),
  customColumn({ title: '优惠', width: 230, value: (coupon) => <span className="num">{formatCouponTerms(coupon)}</span> }),
  customColumn({ title: '适用', value: ({ scopeNote }) => scopeNote || EMPTY_CELL }),
  customColumn({ title: '到期日', width: 112, value: ({ untilDay }) => <span className="num">{untilDay}</span> }),
  customColumn({ title: '状态', width: 92, value: ({ state }) => <Tag tone={couponTones[state]}>{couponStates[state].label}</Tag> }),
  customColumn({ title: '订单', width: 180, value: ({ orderNo }) => <CouponOrderLink enterpriseId={enterpriseId} orderNo={orderNo} /> }),
]

/** The coupons of an enterprise: available, used and expired. */
export function EnterpriseCoupons({ enterpriseId }: { enterpriseId: string }) {
  const may = usePermission(consoleCouponEndpoints.ofEnterprise).allowed
  const [tab = 'unused', setTab] = usePanelChoice('coupons', 'couponTab', { values: keysOf(couponTabs), usual: 'unused' })
  if (!may) return null
  return (
    <PagedListPanel
      name="coupons"
      title="优惠券"
      keep={({ format }) => exportApi.heldCoupons({ enterpriseId, state: tab, format })}
      above={<ChoiceTabs label="优惠券状态" choices={tabChoices} value={tab} change={(next) => next && setTab(next)} />}
      queryKey={['coupon', 'held', enterpriseId, tab]}
      load={(paging, options) => couponApi.ofEnterprise({ enterpriseId, state: tab, ...paging }, options)}
      columns={columnsOf(enterpriseId)}
      rowKey={({ couponId }) => couponId}
      width={900}
      empty={`没有${couponTabs[tab].label}的优惠券`}
    />
  )
}
