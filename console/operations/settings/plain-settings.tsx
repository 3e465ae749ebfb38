import { Checkbox, Form, type InputNumberProps } from 'antd'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type Settings, settingGroups } from '#contract/operations/settings/console-api.ts'
import { settingFields } from '#contract/operations/settings/setting-fields.ts'
import { invalidatedBySetting, settingApi } from './settings-api.ts'
import { SettingsGroupForm, type StoredSettings } from './settings-group.tsx'

type PlainGroup = 'prices' | 'receipt' | 'orderProposal' | 'batches' | 'weighing' | 'reading'

interface PlainProps<G extends PlainGroup> {
  group: G
  note: string
  stored: StoredSettings<Settings[G]>
  call: (values: Settings[G] & RowVersionFormValues) => Promise<unknown>
  successMessage: string
  children: ReactNode
}

/** A group of settings that is saved at once by everybody who may save it. */
function PlainSettingsForm<G extends PlainGroup>({ group, note, stored, call, successMessage, children }: PlainProps<G>) {
  const save = useApiMutation(call, { invalidates: invalidatedBySetting, successMessage })
  return (
    <SettingsGroupForm<Settings[G]>
      group={group}
      note={note}
      stored={stored}
      initial={stored.values}
      call={save}
      save={(values) => save.mutate(values)}
    >
      {children}
    </SettingsGroupForm>
  )
}

type WholeNumberGroup = Exclude<PlainGroup, 'reading' | 'weighing'>

interface WholeNumberProps<G extends WholeNumberGroup> extends Omit<PlainProps<G>, 'children'>, Required<Pick<InputNumberProps, 'suffix'>> {
  name: keyof Settings[G] & string
  rule: z.ZodMiniType
}

/** A group of settings with one field, a whole number. */
function WholeNumberSettingsForm<G extends WholeNumberGroup>({ name, rule, suffix, ...form }: WholeNumberProps<G>) {
  const { label } = settingFields[form.group][name]
  return (
    <PlainSettingsForm {...form}>
      <Form.Item name={String(name)} label={label} required rules={[toFormRule(rule)]}>
        <NumberInput suffix={suffix} className="num settings-number" />
      </Form.Item>
    </PlainSettingsForm>
  )
}

/** The percentage from which a price change needs a confirmation, so that a typing error is noticed before buyers see it. */
export const PriceConfirmationSettingsForm = (stored: StoredSettings<Settings['prices']>) => (
  <WholeNumberSettingsForm
    group="prices"
    name="askAbovePercent"
    rule={settingGroups.prices.shape.askAbovePercent}
    suffix="%"
    note="改价、阶梯价、价目表和导入价格时，涨跌超过此幅度的须再确认一次。"
    stored={stored}
    call={settingApi.setPrices}
    successMessage="已保存，立即生效"
  />
)

/** The days between the delivery of the last parcel and the automatic receipt of its order. */
export const AutomaticReceiptSettingsForm = (stored: StoredSettings<Settings['receipt']>) => (
  <WholeNumberSettingsForm
    group="receipt"
    name="daysAfterDelivery"
    rule={settingGroups.receipt.shape.daysAfterDelivery}
    suffix="天"
    note="承运公司报告全部包裹签收后起算；没有报告的，末次发货 15 天后自动确认。改动不影响已经签收的订单。"
    stored={stored}
    call={settingApi.setReceipt}
    successMessage="已保存，用于之后的签收"
  />
)

/** How long a buyer can confirm what staff have prepared for him. */
export const OrderProposalSettingsForm = (stored: StoredSettings<Settings['orderProposal']>) => (
  <WholeNumberSettingsForm
    group="orderProposal"
    name="validDays"
    rule={settingGroups.orderProposal.shape.validDays}
    suffix="天"
    note="发出当天不计；过期后买家不能再确认，客服可以重新准备一张。改动不影响已经发出的。"
    stored={stored}
    call={settingApi.setOrderProposal}
    successMessage="已保存，用于之后发出的"
  />
)

/** How many days before its end a batch is marked, and the staff are told of it. */
export const EndingBatchSettingsForm = (stored: StoredSettings<Settings['batches']>) => (
  <WholeNumberSettingsForm
    group="batches"
    name="endingDays"
    rule={settingGroups.batches.shape.endingDays}
    suffix="天"
    note="每天早上提醒仓库和商品人员；已过期的批次不会被拣货。"
    stored={stored}
    call={settingApi.setBatches}
    successMessage="已保存"
  />
)

/** By how much a parcel may differ from the weight of its goods before the packing desk asks. */
export function WeighingSettingsForm(stored: StoredSettings<Settings['weighing']>) {
  const { percent, grams } = settingFields.weighing
  return (
    <PlainSettingsForm
      group="weighing"
      note="波次装箱打开「称重复核」时使用：实重与商品重量之和相差超过两者中较大的，装箱台会要求核对。商品重量在商品资料里填写，没有填写的不复核。"
      stored={stored}
      call={settingApi.setWeighing}
      successMessage="已保存，立即生效"
    >
      <Form.Item name="percent" label={percent.label} required rules={[toFormRule(settingGroups.weighing.shape.percent)]}>
        <NumberInput suffix="%" className="num settings-number" />
      </Form.Item>
      <Form.Item name="grams" label={grams.label} required rules={[toFormRule(settingGroups.weighing.shape.grams)]}>
        <NumberInput suffix="克" className="num settings-number" />
      </Form.Item>
    </PlainSettingsForm>
  )
}

type ReadingProps = StoredSettings<Settings['reading']> & {
  /** Which of the services are connected. */
  services: { pictures: boolean; register: boolean }
}

const NOT_CONNECTED = '没有接入，打开后也不会发送'

/** Whether pictures of papers and names of companies leave the mall to fill in the forms of the verification. */
export function ReadingSettingsForm({ services, ...stored }: ReadingProps) {
  const { pictures, register } = settingFields.reading
  return (
    <PlainSettingsForm
      group="reading"
      note="打开后，申请人上传的营业执照和身份证图片会发给证件识别服务，企业名称或信用代码会发给工商查询服务，用来预填认证表单；每次发送都有记录。请先在隐私协议和证件信息处理同意书中写明服务商。"
      stored={stored}
      call={settingApi.setReading}
      successMessage="已保存，立即生效"
    >
      <Form.Item name="pictures" valuePropName="checked" extra={services.pictures ? undefined : NOT_CONNECTED}>
        <Checkbox>{pictures.label}</Checkbox>
      </Form.Item>
      <Form.Item name="register" valuePropName="checked" extra={services.register ? undefined : NOT_CONNECTED}>
        <Checkbox>{register.label}</Checkbox>
      </Form.Item>
    </PlainSettingsForm>
  )
}
