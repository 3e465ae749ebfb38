import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, column, countColumn, figureColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choice, tabs, text } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { type CouponTemplate, couponScopes, couponSources, templateStates } from '#contract/catalog/coupons/shapes.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { formatCount } from '#ui/format.ts'
import { couponKind, formatTerms, formatValidity, templateTones } from './coupon-view.ts'
import { couponApi } from './coupons-api.ts'
import { TemplateDrawer, type TemplateEdit } from './template-drawer.tsx'

const fields = {
  templateState: tabs('状态', templateStates),
  way: choice('发放方式', couponSources),
  scope: choice('适用范围', couponScopes),
  keyword: text('搜索', Text(30), '优惠券名称'),
}

const columns: Column<CouponTemplate>[] = [
  column({
    title: '优惠券',
    of: (row) => (
      <div className="two-lines">
        <Link to="/coupon_template" search={{ templateId: row.templateId }}>
          {row.name}
        </Link>
        <small className="num">{formatTerms(row)}</small>
      </div>
    ),
  }),
  column({
    title: '适用范围',
    width: 190,
    of: (row) => (
      <div className="two-lines">
        <span>{couponKind(row)}</span>
        <small>{row.scopeNote}</small>
      </div>
    ),
  }),
  column({ title: '有效期', width: 210, of: (row) => <span className="num">{formatValidity(row)}</span> }),
  column({ title: '发放方式', width: 88, of: ({ way }) => couponSources[way].label }),
  figureColumn({ title: '已发 / 总量', width: 116, of: ({ claimed, total }) => `${formatCount(claimed)} / ${formatCount(total)}` }),
  countColumn({ title: '占用中', width: 72, of: ({ locked }) => locked }),
  countColumn({ title: '已使用', width: 72, of: ({ used }) => used }),
  countColumn({ title: '已失效', width: 72, of: ({ expired }) => expired }),
  moneyColumn({ title: '已优惠', width: 112, of: ({ given }) => given }),
  column({ title: '状态', width: 84, of: ({ state }) => <Tag tone={templateTones[state]}>{templateStates[state].label}</Tag> }),
]

/** 优惠券: the coupon templates, their scopes and their use. */
export function Page() {
  const drawer = useDrawer<TemplateEdit>()
  const mayAdd = usePermission(consoleCouponEndpoints.add).allowed
  return (
    <>
      <ListPage
        title="优惠券"
        note="满减券。店铺券适用于全店，商品券只适用于指定的分类或商品；有企业领取后条款不再改变。"
        queryKey={['coupon', 'templates']}
        fields={fields}
        list={(input, options) => couponApi.templates(input, options)}
        keep={(input) => exportApi.couponTemplates(input)}
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
      {drawer.subject && <TemplateDrawer job={drawer.subject} open={drawer.open} close={drawer.close} />}
    </>
  )
}
