import { Form } from 'antd'
import { RequiredEnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'

interface InputProps {
  id?: string
  value?: string
  onChange?: (value: string | undefined) => void
}

/** The form passes id and value. */
const CompanyInput = ({ id = '', value, onChange }: InputProps) => (
  <RequiredEnterpriseFilterPicker id={id} value={value} change={(next) => onChange?.(next)} />
)

/** A field of a form for one company, found by a part of its name. */
export const CompanyField = ({ name, label, missing }: { name: string; label: string; missing: string }) => (
  <Form.Item name={name} label={label} required rules={[{ required: true, message: missing }]}>
    <CompanyInput />
  </Form.Item>
)
