import { Form, Input, Radio } from 'antd'
import type { ReactNode } from 'react'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { TaxClass } from '#contract/catalog/goods/tax-class.ts'

interface Values {
  has: 'own' | 'above'
  taxCode: string
  taxName: string
}

interface Props {
  title: string
  lead: ReactNode
  own: TaxClass | null
  /** The label of the other choice: 沿用分类, 不设置. */
  without: string
  busy: boolean
  open: boolean
  close: () => void
  save: (taxClass: TaxClass | null) => void
}

const { taxCode, taxName } = TaxClass.shape

/** The tax class of goods or of a category: its own, or none, so that the one of the upper category applies. */
export function ClassDrawer({ title, lead, own, without, busy, open, close, save }: Props) {
  return (
    <FormDrawer<Values>
      title={title}
      open={open}
      close={close}
      busy={busy}
      initial={{ has: 'own', taxCode: own?.taxCode ?? '', taxName: own?.taxName ?? '' }}
      submit={({ has, ...typed }) => save(has === 'own' ? TaxClass.parse(typed) : null)}
      submitText="保存"
    >
      <p className="drawer-lead">{lead}</p>
      <Form.Item name="has" label="编码">
        <Radio.Group
          options={[
            { value: 'own', label: '单独设置' },
            { value: 'above', label: without },
          ]}
        />
      </Form.Item>
      <Typed />
      <p className="drawer-note">
        编码和简称以国家税务总局《商品和服务税收分类编码表》为准，由财务核对；系统只检查格式。已申请的发票不随之改变。每次修改都记入审计。
      </p>
    </FormDrawer>
  )
}

function Typed() {
  const form = Form.useFormInstance<Values>()
  const has = Form.useWatch('has', form) ?? form.getFieldValue('has')
  if (has !== 'own') return null
  return (
    <>
      <Form.Item name="taxCode" label="税收分类编码" required rules={[toFormRule(taxCode)]}>
        <Input className="num" inputMode="numeric" autoComplete="off" maxLength={30} autoFocus placeholder="如 1070101030100000000" />
      </Form.Item>
      <Form.Item name="taxName" label="分类简称" required rules={[toFormRule(taxName)]} extra="开在发票上，如 *柴油*0 号车用柴油">
        <Input autoComplete="off" maxLength={30} placeholder="如 柴油" />
      </Form.Item>
    </>
  )
}
