import { Form, Input, Radio } from 'antd'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { TaxClass } from '#contract/catalog/goods/tax-class.ts'

/** The form values: an own tax class, or none, so that the one of the upper category applies. */
export interface TaxClassFormValues {
  has: 'own' | 'above'
  taxCode: string
  taxName: string
}

/** The selected tax class; null: no own one. */
export const toTaxClass = ({ has, ...typed }: TaxClassFormValues): TaxClass | null => (has === 'own' ? TaxClass.parse(typed) : null)

const { taxCode, taxName } = TaxClass.shape

interface Props {
  label: string
  /** The label of having none: 沿用分类, 不设置. */
  without: string
  /** The form has no other fields, so the code has the focus. */
  autoFocus?: boolean
}

/** The fields of a tax class in a form whose values include `TaxClassFormValues`. */
export function TaxClassFields({ label, without, autoFocus = false }: Props) {
  const form = Form.useFormInstance<TaxClassFormValues>()
  const has = Form.useWatch('has', form) ?? form.getFieldValue('has')
  return (
    <>
      <Form.Item name="has" label={label}>
        <Radio.Group
          options={[
            { value: 'own', label: '单独设置' },
            { value: 'above', label: without },
          ]}
        />
      </Form.Item>
      {has === 'own' && (
        <>
          <Form.Item name="taxCode" label="税收分类编码" required rules={[toFormRule(taxCode)]}>
            <Input
              className="num"
              inputMode="numeric"
              autoComplete="off"
              maxLength={30}
              autoFocus={autoFocus}
              placeholder="如 1070101030100000000"
            />
          </Form.Item>
          <Form.Item name="taxName" label="分类简称" required rules={[toFormRule(taxName)]} extra="开在发票上，如 *柴油*0 号车用柴油">
            <Input autoComplete="off" maxLength={30} placeholder="如 柴油" />
          </Form.Item>
        </>
      )}
    </>
  )
}
