import { Form, Input, Select } from 'antd'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { type RevenueAndTaxSettings, revenueRecognitionPoints } from '#contract/billing/journal/tax-settings.ts'
import { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { formatTaxRate, TaxRateOfCodePrefix, vatRatesBp } from '#contract/catalog/goods/tax-rates.ts'
import { type ChartOfAccountsDrawerProps, toLabelledSelectOptions, useSaveChartOfAccounts } from './chart-drawers.tsx'

type TaxFields = Omit<RevenueAndTaxSettings, 'rates'> & RowVersionFormValues

const classFields = (name: 'freight' | 'interest' | 'interestBefore', label: string) => (
  <>
    <Form.Item name={[name, 'taxCode']} label={`${label}税收分类编码`} required rules={[toFormRule(TaxClass.shape.taxCode)]}>
      <Input className="num" />
    </Form.Item>
    <Form.Item name={[name, 'taxName']} label={`${label}分类简称`} required rules={[toFormRule(TaxClass.shape.taxName)]}>
      <Input />
    </Form.Item>
  </>
)

/** When revenue is recognised, from when it is split, and the classes of freight and interest. */
export function EditRevenueTaxSettingsDrawer({ stored: { values, rowVersion }, open, close }: ChartOfAccountsDrawerProps) {
  const save = useSaveChartOfAccounts(close)
  const { rates, ...fields } = values.tax
  return (
    <FormDrawer<TaxFields>
      title="收入与税"
      open={open}
      close={close}
      busy={save.isPending}
      initial={{ ...fields, rowVersion }}
      submit={({ rowVersion: seen, ...typed }) => save.mutate({ ...values, tax: { ...typed, rates }, rowVersion: seen })}
      submitText="提交"
    >
      <RowVersionFormItem error={save.error} />
      <DayField name="from" label="价税分离起始日" help="须晚于已生成凭证的日期" />
      <Form.Item name="recogniseAt" label="收入确认时点" required extra="现款订单此前记合同负债和待转销项税额。">
        <Select options={toLabelledSelectOptions(revenueRecognitionPoints)} getPopupContainer={getOverlayContainer} />
      </Form.Item>
      <DayField name="recogniseFrom" label="确认时点起始日" help="此前发出的包裹按另一时点" />
      {classFields('freight', '运费')}
      {classFields('interest', '利息')}
      <DayField name="interestFrom" label="利息税收分类起始日" help="须晚于已生成凭证的日期；此前收取的利息用下面的分类" />
      {classFields('interestBefore', '此前利息')}
    </FormDrawer>
  )
}

/** Adds a rate, or changes one. Tax that was computed does not change. */
export function CreateOrEditTaxRateDrawer({
  stored: { values, rowVersion },
  rate,
  open,
  close,
}: ChartOfAccountsDrawerProps & { rate: TaxRateOfCodePrefix | null }) {
  const save = useSaveChartOfAccounts(close)
  const others = values.tax.rates.filter((one) => one !== rate)
  return (
    <FormDrawer<TaxRateOfCodePrefix & RowVersionFormValues>
      title={rate === null ? '新增税率' : '修改税率'}
      open={open}
      close={close}
      busy={save.isPending}
      initial={rate === null ? { rowVersion } : { ...rate, rowVersion }}
      submit={({ rowVersion: seen, ...typed }) =>
        save.mutate({ ...values, tax: { ...values.tax, rates: [...others, typed] }, rowVersion: seen })
      }
      submitText="提交"
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item
        name="code"
        label="税收分类编码开头"
        rules={[toFormRule(TaxRateOfCodePrefix.shape.code)]}
        extra="最长的开头优先；不填为其他商品。"
        initialValue=""
      >
        <Input className="num" />
      </Form.Item>
      <DayField name="from" label="起始日" />
      <Form.Item name="rateBp" label="税率" required rules={[{ required: true, message: '请选择税率' }]}>
        <Select options={vatRatesBp.map((value) => ({ value, label: formatTaxRate(value) }))} getPopupContainer={getOverlayContainer} />
      </Form.Item>
    </FormDrawer>
  )
}
