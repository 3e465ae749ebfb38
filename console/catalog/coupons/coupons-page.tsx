import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, flagFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { couponKinds, formatCouponConditions } from '#contract/catalog/coupons/kinds.ts'
import { type CouponTemplate, couponScopes, couponSources, couponTemplateStates } from '#contract/catalog/coupons/shapes.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { formatCount } from '#ui/format.ts'
import { couponTemplateTones, formatCouponScopeKind, formatCouponTerms, formatCouponValidity } from './coupon-view.ts'
import { couponApi } from './coupons-api.ts'
import { type CouponTemplateDrawerSubject, CreateOrEditCouponTemplateDrawer } from './template-drawer.tsx'

const fields = {
  templateState: tabsFilter('状态', couponTemplateStates),
  way: choiceFilter('发放方式', couponSources),
  couponKind: choiceFilter('优惠方式', couponKinds),
  scope: choiceFilter('适用范围', couponScopes),
  ending: flagFilter('即将到期'),
  keyword: textFilter('搜索', Text(30), '优惠券名称'),
}

const columns: Column<CouponTemplate>[] = [
  customColumn({
    title: '优惠券',
    value: (row) => (
      <div className="two-lines">
        <Link to="/coupon_template" search={{ templateId: row.templateId }}>
          {row.name}
        </Link>
        <small className="num">{formatCouponTerms(row)}</small>
      </div>
    ),
  }),
  customColumn({
    title: '适用范围',
    width: 190,
    value: (row) => (
      <div className="two-lines">
        <span>{[row.type, formatCouponScopeKind(row)].join(' · ')}</span>
        <small>{[row.scopeNote, formatCouponConditions(row)].filter(Boolean).join('；')}</small>
      </div>
    ),
  }),
  customColumn({ title: '有效期', width: 210, value: (row) => <span className="num">{formatCouponValidity(row)}</span> }),
  customColumn({ title: '发放方式', width: 88, value: ({ way }) => couponSources[way].label }),
  numberColumn({ title: '已发 / 总量', width: 116, value: ({ claimed, total }) => `${formatCount(claimed)} / ${formatCount(total)}` }),
  countColumn({ title: '占用中', width: 72, value: ({ locked }) => locked }),
  countColumn({ title: '已使用', width: 72, value: ({ used }) => used }),
  countColumn({ title: '已失效', width: 72, value: ({ expired }) => expired }),
  moneyColumn({ title: '已优惠', width: 112, value: ({ given }) => given }),
  customColumn({
    title: '状态',
    width: 84,
    value: ({ state }) => <Tag tone={couponTemplateTones[state]}>{couponTemplateStates[state].label}</Tag>,
  }),
]

/** 优惠券: the coupon templates, their scopes and their use. */
export function Page() {
  const drawer = useDrawer<CouponTemplateDrawerSubject>()
  const mayAdd = usePermission(consoleCouponEndpoints.add).allowed
  return (
    <>
      <ListPage
        title="优惠券"
        note="满减券、折扣券和运费券。店铺券适用于全店，商品券只适用于指定的分类或商品；有企业领取后条款不再改变。"
        queryKey={['coupon', 'templates']}
        fields={fields}
        list={(input, options) => couponApi.templates(input, options)}
        exportRows={(input) => exportApi.couponTemplates(input)}
        columns={columns}
        rowKey={({ templateId }) => templateId}
        width={1180}
        empty="还没有优惠券"
        next="点“新建优惠券”，买家就能在领券中心领取"
        actions={
          mayAdd && (
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show({ kind: 'add' })}>
              新建优惠券
            </Button>
          )
        }
      />
      {drawer.subject && <CreateOrEditCouponTemplateDrawer job={drawer.subject} open={drawer.open} close={drawer.close} />}
    </>
  )
}
