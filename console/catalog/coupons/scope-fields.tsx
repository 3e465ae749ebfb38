import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Radio, Select } from 'antd'
import { useState } from 'react'
import { EnterpriseSelect } from '#console/people/enterprises/company-select.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { FIRST_ORDER_LABEL } from '#contract/catalog/coupons/kinds.ts'
import { type CouponTemplate, couponScopes } from '#contract/catalog/coupons/shapes.ts'
import { COUPON_COMPANIES_MAX } from '#contract/catalog/coupons/terms.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { CouponTemplateFormValues } from './coupon-view.ts'
import { couponScopeChoicesQuery } from './coupons-api.ts'

const KEYWORD_MAX = 50
const kinds = { all: '店铺券', categories: '商品券', goods: '商品券' } as const

/** The scope of a coupon: all goods of its shop, some categories with their sub-categories, or some goods. */
export function CouponScopeFields({ known }: { known: CouponTemplate['goods'] }) {
  const form = Form.useFormInstance<CouponTemplateFormValues>()
  const scope = Form.useWatch('scope', form) ?? form.getFieldValue('scope')
  const options = keysOf(couponScopes).map((value) => ({ value, label: `${couponScopes[value].label}（${kinds[value]}）` }))
  return (
    <>
      <Form.Item name="scope" label="适用范围">
        <Radio.Group options={options} />
      </Form.Item>
      {scope === 'categories' && <Categories />}
      {scope === 'goods' && <Goods known={known} />}
    </>
  )
}

/** Which companies may have the coupon and with which order they may use it. `known`: the companies that it has already. */
export const CouponConditionFields = ({ known }: { known: CouponTemplate['enterprises'] }) => (
  <>
    <Form.Item name="firstOrder" valuePropName="checked" extra="企业还没有未取消的订单时可用；一家企业只能用一张。">
      <Checkbox>{FIRST_ORDER_LABEL}</Checkbox>
    </Form.Item>
    <Form.Item
      name="enterpriseIds"
      label="指定企业（不选为全部企业）"
      extra={`最多 ${COUPON_COMPANIES_MAX} 家；只有这些企业能领取、兑换和收到。会员权益不能选用指定企业的优惠券。`}
    >
      <EnterpriseSelect mode="multiple" known={known} max={COUPON_COMPANIES_MAX} placeholder="输入企业名称，可选多家" />
    </Form.Item>
  </>
)

function Categories() {
  const choices = useQuery(couponScopeChoicesQuery())
  const rows = choices.data?.categories ?? []
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const options = rows.map(({ id, parentId, name }) => ({
    value: id,
    label: parentId === null ? name : `${names.get(parentId) ?? ''} / ${name}`,
  }))
  return (
    <Form.Item name="categoryIds" label="分类（含其下级）" required rules={[{ required: true, message: '请选择适用的分类' }]}>
      <Select
        mode="multiple"
        options={options}
        optionFilterProp="label"
        placeholder="可选多个"
        loading={choices.isPending}
        getPopupContainer={getOverlayContainer}
      />
    </Form.Item>
  )
}

/** The choice of goods of the coupon's shop by a part of their name. Selected goods keep their name during another search. */
function Goods({ known }: { known: CouponTemplate['goods'] }) {
  const form = Form.useFormInstance<CouponTemplateFormValues>()
  const shopId = Form.useWatch('shopId', form)
  const [keyword, setKeyword] = useState('')
  const [met, setMet] = useState(() => new Map(known.map(({ goodsId, name }) => [goodsId, name])))
  const found = useQuery({ ...couponScopeChoicesQuery(keyword.trim().slice(0, KEYWORD_MAX)), placeholderData: keepPreviousData })
  const rows = (found.data?.goods ?? []).filter((goods) => goods.shopId === shopId)
  const listed = new Map([...met, ...rows.map(({ goodsId, name }) => [goodsId, name] as const)])
  const chosen: readonly string[] = Form.useWatch('goodsIds', form) ?? form.getFieldValue('goodsIds') ?? []
  const shown = new Set([...rows.map(({ goodsId }) => goodsId), ...chosen])
  return (
    <Form.Item name="goodsIds" label="商品" required rules={[{ required: true, message: '请选择适用的商品' }]}>
      <Select
        mode="multiple"
        options={[...shown].map((value) => ({ value, label: listed.get(value) ?? '…' }))}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        placeholder={shopId === undefined ? '请先选择店铺' : '输入商品名称'}
        disabled={shopId === undefined}
        loading={found.isFetching}
        notFoundContent={found.error ? found.error.message : '该店铺没有这样的商品'}
        getPopupContainer={getOverlayContainer}
        onSelect={() => setMet(listed)}
      />
    </Form.Item>
  )
}
