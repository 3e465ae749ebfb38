import { Button, Checkbox, Form, Input, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { createAmountFormRule, createNumberRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleFreightEndpoints } from '#contract/sites/freight/freight-api.ts'
import { type FreightProvince, freightApi, type ShopFreight } from './freight-api.ts'
import {
  createFreightRowFormValues,
  type FreightRowFormValues,
  freightRowProvincesError,
  toFreightRow,
  toFreightRowFormValues,
} from './freight-view.ts'

interface Values {
  rows: FreightRowFormValues[]
}

interface Props {
  shop: ShopFreight
  provinces: readonly FreightProvince[]
  open: boolean
  close: () => void
}

const { element } = consoleFreightEndpoints.save.input.shape.rows.def
const { firstFen, nextFen, freeFromFen } = element.shape

/** The freight template of a shop: the default terms, and the provinces with other terms or without delivery. */
export function UpdateFreightTemplateDrawer({ shop: { shopId, shopName, rows, seen }, provinces, open, close }: Props) {
  const save = useApiMutation(freightApi.save, { invalidates: [['freight']], successMessage: '运费模板已保存', close })
  return (
    <FormDrawer<Values>
      title={`运费模板 · ${shopName}`}
      open={open}
      close={close}
      busy={save.isPending}
      initial={{ rows: rows.map(toFreightRowFormValues) }}
      submit={(values) => save.mutate({ shopId, rows: values.rows.map(toFreightRow), seen })}
      submitText="保存模板"
      wide
    >
      <p className="drawer-lead">按收货省份和商品总重量收取；已提交的订单不受影响。</p>
      <Form.List name="rows">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <RowFields key={key} at={name} provinces={provinces} remove={() => remove(name)} />
            ))}
            <AddRow add={add} />
          </>
        )}
      </Form.List>
    </FormDrawer>
  )
}

function AddRow({ add }: { add: (row: FreightRowFormValues) => void }) {
  const form = Form.useFormInstance<Values>()
  return (
    <Button icon={<Plus size={14} aria-hidden />} block onClick={() => add(createFreightRowFormValues(form.getFieldValue('rows')?.[0]))}>
      为部分省份另设运费
    </Button>
  )
}

interface RowProps {
  at: number
  provinces: readonly FreightProvince[]
  remove: () => void
}

function RowFields({ at, provinces, remove }: RowProps) {
  const delivered: boolean = Form.useWatch(['rows', at, 'delivered']) ?? true
  const title = at === 0 ? '默认（其余地区）' : `地区 ${at}`
  return (
    <fieldset className="freight-row" aria-label={title}>
      <div className="freight-row-head">
        <b>{title}</b>
        {at > 0 && (
          <Button size="small" type="text" danger icon={<Trash2 size={14} aria-hidden />} aria-label={`删除${title}`} onClick={remove} />
        )}
      </div>
      {at > 0 && <Places at={at} provinces={provinces} />}
      <Form.Item name={[at, 'delivered']} valuePropName="checked">
        <Checkbox>配送到这些地区</Checkbox>
      </Form.Item>
      <div className="freight-terms" hidden={!delivered}>
        <Weight name={[at, 'firstKilograms']} label="首重" />
        <Amount name={[at, 'first']} label="首重运费" rule={createAmountFormRule(firstFen)} />
        <Weight name={[at, 'nextKilograms']} label="每续重" />
        <Amount name={[at, 'next']} label="续重运费" rule={createAmountFormRule(nextFen)} />
        <Amount
          name={[at, 'freeFrom']}
          label="满额包邮"
          rule={createAmountFormRule(freeFromFen.def.innerType, { optional: true })}
          optional
        />
      </div>
    </fieldset>
  )
}

function Places({ at, provinces }: Omit<RowProps, 'remove'>) {
  const form = Form.useFormInstance<Values>()
  const rule = async () => {
    const fault = freightRowProvincesError(form.getFieldValue('rows') ?? [], at)
    if (fault !== undefined) throw new Error(fault)
  }
  return (
    <Form.Item name={[at, 'provinces']} label="省份" required rules={[{ validator: rule }]}>
      <Select
        mode="multiple"
        optionFilterProp="label"
        options={provinces.map(({ code, name }) => ({ value: code, label: name }))}
        placeholder="可选多个"
        getPopupContainer={getOverlayContainer}
      />
    </Form.Item>
  )
}

type Name = (string | number)[]

const Weight = ({ name, label }: { name: Name; label: string }) => (
  <Form.Item
    name={name}
    label={label}
    required
    rules={[{ required: true, message: '请输入重量' }, createNumberRule({ min: 0.001, max: 100_000, decimals: 3 })]}
  >
    <NumberInput suffix="公斤" className="num freight-weight" />
  </Form.Item>
)

interface AmountProps {
  name: Name
  label: string
  rule: ReturnType<typeof createAmountFormRule>
  optional?: boolean
}

const Amount = ({ name, label, rule, optional = false }: AmountProps) => (
  <Form.Item name={name} label={label} required={!optional} rules={[rule]}>
    <Input prefix="¥" inputMode="decimal" autoComplete="off" className="amount-input" placeholder={optional ? '不包邮' : ''} />
  </Form.Item>
)
