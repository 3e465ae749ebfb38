import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio, Select } from 'antd'
import { AmountField, DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { createNumberRule, createWholeNumberRule, toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { couponKinds } from '#contract/catalog/coupons/kinds.ts'
import { type CouponTemplate, couponSources, formatCouponThresholdBasis } from '#contract/catalog/coupons/shapes.ts'
import { couponTemplateFields } from '#contract/catalog/coupons/terms.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  type CouponTemplateFormValues,
  couponAmountLabels,
  createCouponTemplateFormValues,
  formatCouponLevel,
  formatCouponTemplateFormTerms,
  highCouponDiscountWarning,
  toCouponTemplateFormValues,
  toCouponTemplateInput,
} from './coupon-view.ts'
import { couponApi, couponScopeChoicesQuery, invalidatedByCoupon } from './coupons-api.ts'
import { CouponConditionFields, CouponScopeFields } from './scope-fields.tsx'
import './coupons.css'

/** A new template, a changed one, or a copy of another. */
export type CouponTemplateDrawerSubject = { kind: 'add' } | { kind: 'modify' | 'copy'; known: CouponTemplate }

const titles = { add: '新建优惠券', modify: '修改优惠券', copy: '复制新建' } as const

interface Props {
  job: CouponTemplateDrawerSubject
  open: boolean
  close: () => void
}

/** The form for the terms of a coupon. They can be changed until somebody has one. */
export function CreateOrEditCouponTemplateDrawer({ job, open, close }: Props) {
  const today = toShanghaiDay(useNow())
  const add = useApiMutation(couponApi.add, { invalidates: invalidatedByCoupon, successMessage: '已新建，立即生效', close })
  const modify = useApiMutation(couponApi.modify, {
    invalidates: invalidatedByCoupon,
    successMessage: '已保存，立即生效',
    close,
  })
  const save = ({ rowVersion, ...typed }: CouponTemplateFormValues & RowVersionFormValues) =>
    job.kind === 'modify'
      ? modify.mutate({ templateId: job.known.templateId, rowVersion, ...toCouponTemplateInput(typed) })
      : add.mutate(toCouponTemplateInput(typed))
  return (
    <FormDrawer<CouponTemplateFormValues & RowVersionFormValues>
      title={titles[job.kind]}
      open={open}
      close={close}
      busy={add.isPending || modify.isPending}
      initial={
        job.kind === 'add'
          ? { ...createCouponTemplateFormValues(today), rowVersion: 0 }
          : { ...toCouponTemplateFormValues(job.known), rowVersion: job.known.rowVersion }
      }
      submit={save}
      submitText="保存"
      wide
    >
      <RowVersionFormItem error={modify.error} />
      <Face />
      <CouponScopeFields known={job.kind === 'add' ? [] : job.known.goods} />
      <Validity />
      <Quantities />
      <CouponConditionFields known={job.kind === 'add' ? [] : job.known.enterprises} />
    </FormDrawer>
  )
}

/** The main fields: the shop, the name, the discount and the threshold. */
function Face() {
  const form = Form.useFormInstance<CouponTemplateFormValues>()
  const choices = useQuery(couponScopeChoicesQuery())
  const typed = Form.useWatch([], form) ?? form.getFieldsValue()
  const read = formatCouponTemplateFormTerms(typed)
  return (
    <>
      <div className="field-pair">
        <Form.Item name="shopId" label="店铺" required rules={[{ required: true, message: '请选择店铺' }]}>
          <Select
            options={(choices.data?.shops ?? []).map(({ shopId, name }) => ({ value: shopId, label: name }))}
            loading={choices.isPending}
            getPopupContainer={getOverlayContainer}
            onChange={() => form.setFieldValue('goodsIds', [])}
          />
        </Form.Item>
        <Form.Item name="name" label="名称" required rules={[toFormRule(couponTemplateFields.name)]}>
          <Input autoComplete="off" maxLength={30} />
        </Form.Item>
      </div>
      <Form.Item name="description" label="说明" rules={[toFormRule(couponTemplateFields.description)]}>
        <Input.TextArea rows={2} showCount maxLength={200} />
      </Form.Item>
      <Form.Item name="couponKind" label="优惠方式">
        <Radio.Group options={keysOf(couponKinds).map((value) => ({ value, label: couponKinds[value].label }))} />
      </Form.Item>
      <div className="field-pair">
        {typed.couponKind === 'percent' && (
          <Form.Item
            name="rebate"
            label="折扣（如 8.5 折为减 15%）"
            required
            rules={[{ required: true, message: '请填写折扣，例如 8.5 折' }, createNumberRule({ min: 0.1, max: 9.999, decimals: 3 })]}
          >
            <NumberInput className="num" step={0.5} suffix="折" />
          </Form.Item>
        )}
        <AmountField name="amount" label={couponAmountLabels[typed.couponKind]} rule={couponTemplateFields.amount} />
        <AmountField
          name="threshold"
          label="使用门槛（0 为无门槛）"
          rule={couponTemplateFields.threshold}
          help={highCouponDiscountWarning(typed)}
        />
      </div>
      <p className="drawer-note coupon-read" aria-live="polite">
        {read === undefined ? '' : `券面：${read}。`}
        门槛按{formatCouponThresholdBasis(typed.scope)}、按买家所选的价格（现金价或赊销价）计算，不含运费。
        {typed.couponKind === 'freight' && '运费券只抵该店铺订单的运费，不减商品金额。'}
      </p>
    </>
  )
}

function Validity() {
  const form = Form.useFormInstance<CouponTemplateFormValues>()
  const validity = Form.useWatch('validity', form) ?? form.getFieldValue('validity')
  const fromDay = Form.useWatch('fromDay', form)
  return (
    <>
      <Form.Item name="validity" label="有效期">
        <Radio.Group
          options={[
            { value: 'dates', label: '起止日期' },
            { value: 'days', label: '领取后若干天' },
          ]}
        />
      </Form.Item>
      {validity === 'dates' ? (
        <div className="field-pair">
          <DayField name="fromDay" label="开始日期" />
          <DayField name="untilDay" label="结束日期（含）" {...(fromDay ? { min: fromDay } : {})} />
        </div>
      ) : (
        <Form.Item
          name="days"
          label="有效天数"
          required
          rules={[{ required: true, message: '请填写天数' }, createWholeNumberRule(1, 3_650)]}
        >
          <NumberInput className="num" suffix="天" />
        </Form.Item>
      )}
    </>
  )
}

function Quantities() {
  return (
    <>
      <Form.Item
        name="way"
        label="发放方式"
        extra="兑换码优惠券保存后在详情里生成兑换码；系统发放的只由运营或会员权益发放，不在领券中心出现。"
      >
        <Radio.Group options={keysOf(couponSources).map((value) => ({ value, label: couponSources[value].label }))} />
      </Form.Item>
      <div className="field-pair">
        <Form.Item
          name="total"
          label="发放总量"
          required
          rules={[{ required: true, message: '请填写发放总量' }, createWholeNumberRule(1, 10_000_000)]}
        >
          <NumberInput className="num" suffix="张" />
        </Form.Item>
        <Form.Item
          name="perEnterprise"
          label="每家企业限领"
          required
          rules={[{ required: true, message: '请填写限领张数' }, createWholeNumberRule(1, 10_000)]}
        >
          <NumberInput className="num" suffix="张" />
        </Form.Item>
      </div>
      <Form.Item name="level" label="可领取的会员等级">
        <Select
          options={([1, 2, 3, 4] as const).map((value) => ({ value, label: formatCouponLevel(value) }))}
          getPopupContainer={getOverlayContainer}
        />
      </Form.Item>
    </>
  )
}
