import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Form, Radio } from 'antd'
import { useState } from 'react'
import { couponApi } from '#console/catalog/coupons/coupons-api.ts'
import { SkuSelect } from '#console/catalog/goods/sku-select.tsx'
import { invalidatedBySensitiveChange } from '#console/people/sensitive-changes/sensitive-changes-api.ts'
import { useShowSensitiveChangeResult } from '#console/people/sensitive-changes/use-show-change-result.ts'
import type { ReauthenticationValues } from '#console/platform/components/authentication/reauthentication-fields.tsx'
import { SensitiveSettingSavingNote } from '#console/platform/components/authentication/saving-note.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { createWholeNumberRule } from '#console/platform/components/forms/rule.ts'
import { type FormControl, SearchableSelect } from '#console/platform/components/found-select.tsx'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { benefitKinds } from '#contract/orders/levels/benefits.ts'
import { formatLevelName } from '#contract/orders/levels/level-status.ts'
import type { LevelBenefits } from '#contract/orders/levels/shapes.ts'
import { levelApi } from './levels-api.ts'

interface Values {
  tempPercent: number | null
  tempDays: number | null
  templateIds: string[]
  giftKind: 'none' | 'coupon' | 'goods'
  giftTemplateId?: string
  giftSkuId?: string
  giftUnits: number | null
}

const FOUND = 20

/** The benefits of a level from now on. Earlier claims stay unchanged. */
export function SetLevelBenefitsDrawer({
  row,
  open,
  close,
}: {
  row: LevelBenefits & { rowVersion: number }
  open: boolean
  close: () => void
}) {
  const done = useShowSensitiveChangeResult('已保存，立即生效', close)
  const set = useApiMutation(levelApi.setBenefits, { invalidates: invalidatedBySensitiveChange, onSuccess: done })
  const { level, temp, coupons, gift, rowVersion } = row
  const submit = ({ giftKind, giftTemplateId, giftSkuId, giftUnits, ...typed }: Values & ReauthenticationValues & RowVersionFormValues) =>
    set.mutate({
      ...typed,
      level,
      giftTemplateId: giftKind === 'coupon' ? (giftTemplateId ?? null) : null,
      giftSkuId: giftKind === 'goods' ? (giftSkuId ?? null) : null,
      giftUnits: giftKind === 'goods' ? giftUnits : null,
    })
  const initial: Values & RowVersionFormValues = {
    rowVersion,
    tempPercent: temp?.percent ?? null,
    tempDays: temp?.days ?? null,
    templateIds: coupons.map(({ templateId }) => templateId),
    giftKind: gift ? gift.kind : 'none',
    ...(gift?.kind === 'coupon' ? { giftTemplateId: gift.templateId } : {}),
    ...(gift?.kind === 'goods' ? { giftSkuId: gift.skuId } : {}),
    giftUnits: gift?.kind === 'goods' ? gift.units : 1,
  }
  return (
    <FormDrawer<Values & ReauthenticationValues & RowVersionFormValues>
      title={`${formatLevelName(level)}权益`}
      open={open}
      close={close}
      busy={set.isPending}
      initial={initial}
      submit={submit}
      submitText="保存"
    >
      <RowVersionFormItem error={set.error} />
      <div className="field-pair">
        <Form.Item name="tempPercent" label={`${benefitKinds.temp.label}：固定额度的 %`} rules={[createWholeNumberRule(1, 100)]}>
          <NumberInput className="num" suffix="%" placeholder="不填则未解锁" />
        </Form.Item>
        <Form.Item name="tempDays" label="有效天数" rules={[createWholeNumberRule(1, 90)]}>
          <NumberInput className="num" suffix="天" />
        </Form.Item>
      </div>
      <Form.Item name="templateIds" label="每月优惠券（每种一张，最多 5 种）">
        <TemplateSelect mode="multiple" known={coupons} />
      </Form.Item>
      <GiftFields gift={gift} />
      <SensitiveSettingSavingNote isFirst={rowVersion === 0} />
      <p className="drawer-note">
        临时额度每季度可领一次，单笔不超过 100 万元；会员礼每个等级每年一次，商品随买家下一单以 0 元发出并占用库存。每次修改都记入审计。
      </p>
    </FormDrawer>
  )
}

function GiftFields({ gift }: Pick<LevelBenefits, 'gift'>) {
  const form = Form.useFormInstance<Values>()
  const kind = Form.useWatch('giftKind', form) ?? form.getFieldValue('giftKind')
  return (
    <>
      <Form.Item name="giftKind" label={benefitKinds.gift.label}>
        <Radio.Group
          options={[
            { value: 'none', label: '没有' },
            { value: 'coupon', label: '优惠券' },
            { value: 'goods', label: '随单赠品' },
          ]}
        />
      </Form.Item>
      {kind === 'coupon' && (
        <Form.Item name="giftTemplateId" label="优惠券" required rules={[{ required: true, message: '请选择优惠券' }]}>
          <TemplateSelect known={gift?.kind === 'coupon' ? [gift] : []} />
        </Form.Item>
      )}
      {kind === 'goods' && (
        <>
          <Form.Item name="giftSkuId" label="商品规格" required rules={[{ required: true, message: '请选择商品规格' }]}>
            <SkuSelect known={gift?.kind === 'goods' ? new Map([[gift.skuId, gift.goodsName]]) : new Map()} />
          </Form.Item>
          <Form.Item
            name="giftUnits"
            label="数量"
            required
            rules={[{ required: true, message: '请填写赠送数量' }, createWholeNumberRule(1, 9_999)]}
          >
            <NumberInput className="num" />
          </Form.Item>
        </>
      )}
    </>
  )
}

/** The coupon templates that are still granted. */
function TemplateSelect<T extends string | string[]>({
  known,
  ...field
}: FormControl<T> & { known: readonly { templateId: string; name: string }[]; mode?: 'multiple' }) {
  const [keyword, setKeyword] = useState('')
  const found = useQuery({
    queryKey: ['coupon', 'select', keyword],
    queryFn: () => couponApi.templates({ pageSize: FOUND, ...(keyword === '' ? {} : { keyword: keyword.slice(0, 30) }) }),
    placeholderData: keepPreviousData,
  })
  const names = (found.data?.dataList ?? []).map(({ templateId, name }) => [templateId, name] as const)
  return (
    <SearchableSelect<T>
      {...field}
      placeholder="输入优惠券名称"
      none={found.error ? found.error.message : '没有这样的优惠券'}
      found={new Map(names)}
      isOld={found.isPlaceholderData}
      known={new Map(known.map(({ templateId, name }) => [templateId, name]))}
      search={setKeyword}
    />
  )
}
