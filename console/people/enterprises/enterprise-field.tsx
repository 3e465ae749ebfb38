import { Form } from 'antd'
import { RequiredEnterpriseFilterPicker } from './enterprise-picker.tsx'

interface InputProps {
  id?: string
  value?: string
  onChange?: (value: string | undefined) => void
}

/** The form passes id and value. */
const EnterpriseInput = ({ id = '', value, onChange }: InputProps) => (
  <RequiredEnterpriseFilterPicker id={id} value={value} change={(next) => onChange?.(next)} />
)

/** A field of a form for one enterprise, found by a part of its name. `missing`: what it says while none is chosen. */
export const EnterpriseField = ({ name, label, missing }: { name: string; label: string; missing: string }) => (
  <Form.Item name={name} label={label} required rules={[{ required: true, message: missing }]}>
    <EnterpriseInput />
  </Form.Item>
)
