import { Checkbox, Form, Input } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { SUPPLIER_NAME_MAX, type Supplier, supplierFields } from '#contract/catalog/suppliers/api.ts'
import { invalidatedBySupplier, supplierApi } from './suppliers-api.ts'

interface Values extends RowVersionFormValues {
  name: string
  creditCode: string
  contactName: string
  contactPhone: string
  paymentTerms: string
  leadDays: number
  active: boolean
}

const nothing: Values = {
  name: '',
  creditCode: '',
  contactName: '',
  contactPhone: '',
  paymentTerms: '',
  leadDays: 7,
  active: true,
  rowVersion: 0,
}

interface Props {
  /** null: a new supplier. */
  known: Supplier | null
  open: boolean
  close: () => void
}

/** Creates or changes a supplier. */
export function CreateOrEditSupplierDrawer({ known, open, close }: Props) {
  const save = useApiMutation(supplierApi.save, { invalidates: invalidatedBySupplier, successMessage: '已保存', close })
  const { supplierId, skuCount: _, ...fields } = known ?? { supplierId: undefined, skuCount: 0, ...nothing }
  return (
    <FormDrawer<Values>
      title={known ? '修改供应商' : '新增供应商'}
      open={open}
      close={close}
      busy={save.isPending}
      initial={fields}
      submit={(typed) => save.mutate({ ...typed, ...(supplierId && { supplierId }) })}
      submitText="保存"
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="name" label="供应商名称" required rules={[toFormRule(supplierFields.name)]}>
        <Input autoComplete="off" maxLength={SUPPLIER_NAME_MAX} placeholder="营业执照上的全称" />
      </Form.Item>
      <Form.Item name="creditCode" label="统一社会信用代码" rules={[toFormRule(supplierFields.creditCode)]}>
        <Input className="num" autoComplete="off" maxLength={18} />
      </Form.Item>
      <Form.Item name="contactName" label="联系人" rules={[toFormRule(supplierFields.contactName)]}>
        <Input autoComplete="off" maxLength={20} />
      </Form.Item>
      <Form.Item name="contactPhone" label="联系电话" rules={[toFormRule(supplierFields.contactPhone)]}>
        <Input className="num" autoComplete="off" maxLength={30} />
      </Form.Item>
      <Form.Item name="paymentTerms" label="付款条件" rules={[toFormRule(supplierFields.paymentTerms)]}>
        <Input autoComplete="off" maxLength={100} placeholder="如 月结 30 天" />
      </Form.Item>
      <Form.Item name="leadDays" label="到货天数" required rules={[toFormRule(supplierFields.leadDays)]}>
        <NumberInput suffix="天" />
      </Form.Item>
      <Form.Item name="active" valuePropName="checked" extra="停用后不能再登记报价，原有记录保留。">
        <Checkbox>合作中</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
