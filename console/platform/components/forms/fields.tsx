import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useId } from 'react'
import type * as z from 'zod/mini'
import { DayInput } from '#console/platform/components/day/day-input.tsx'
import { Day, RequiredText } from '#contract/platform/core/fields.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { getPictureFileError, PICTURE_FILE_TYPES } from '#ui/picture-file.ts'
import { createAmountFormRule, parseAmount, schemaError, toFormRule } from './rule.ts'

interface AmountProps {
  name: string
  label: string
  rule: z.ZodMiniType<Fen, number>
  help?: ReactNode
  focus?: boolean
  /** A further rule of the form, and the field that it depends on. */
  against?: (text: string) => string | undefined
  beside?: string
  /** It may be empty. */
  optional?: boolean
}

/** A field for an amount. It is typed as text, so that no digit becomes a binary fraction. The parsed amount is shown below. */
export function AmountField({ name, label, rule, help, focus = false, against, beside, optional = false }: AmountProps) {
  const typed: unknown = Form.useWatch(name)
  const amount = typeof typed === 'string' ? parseAmount(typed) : undefined
  return (
    <Form.Item
      name={name}
      label={label}
      required={!optional}
      rules={[createAmountFormRule(rule, { against, optional })]}
      {...(beside === undefined ? {} : { dependencies: [beside] })}
      extra={help ?? (amount === undefined || amount < 100_000 ? undefined : <span className="num">{formatMoney(amount)}</span>)}
    >
      <Input prefix="¥" inputMode="decimal" autoComplete="off" className="amount-input" autoFocus={focus} />
    </Form.Item>
  )
}

/** A field for the reason of a change, which is recorded. */
export function ReasonField({ max = 100, focus = false, label = '原因' }: { max?: number; focus?: boolean; label?: string }) {
  return (
    <Form.Item name="reason" label={label} required rules={[toFormRule(RequiredText(max, '请填写原因'))]}>
      <Input.TextArea rows={3} showCount maxLength={max} autoFocus={focus} />
    </Form.Item>
  )
}

interface DayProps {
  /** Its name, or its path in the form. */
  name: string | (string | number)[]
  label: string
  min?: string
  max?: string
  /** It may be empty. */
  optional?: boolean
  /** The name of another field. This day must not be before that field's day. */
  notBefore?: string
  help?: ReactNode
  /** A further rule of the form. */
  against?: (day: string) => string | undefined
}

/** A calendar day, 'YYYY-MM-DD'. */
export function DayField({ name, label, min, max, optional = false, notBefore, help, against }: DayProps) {
  const form = Form.useFormInstance()
  const check = async (_: unknown, day = '') => {
    const first: unknown = notBefore === undefined ? undefined : form.getFieldValue(notBefore)
    if (!optional && day === '') throw new Error(`请选择${label.split('（')[0]}`)
    const fault = day === '' ? undefined : schemaError(Day, day)
    if (fault !== undefined) throw new Error(fault)
    const other = day === '' ? undefined : against?.(day)
    if (other !== undefined) throw new Error(other)
    if (day !== '' && typeof first === 'string' && day < first) throw new Error('结束日期不能早于开始日期')
  }
  return (
    <Form.Item
      name={name}
      label={label}
      required={!optional}
      rules={[{ validator: check }]}
      {...(notBefore === undefined ? {} : { dependencies: [notBefore] })}
      extra={help}
    >
      <DayInput min={min} max={max} />
    </Form.Item>
  )
}

/** A validator of a form's field: the file is a picture that may be uploaded. `required`: the error if there is none. */
export const createPictureValidator = (required?: string) => async (_: unknown, file?: File) => {
  const why = file ? getPictureFileError(file) : required
  if (why !== undefined) throw new Error(why)
}

/** Chooses one picture of a form. The form passes its value. */
export function PictureInput({ value, onChange }: { value?: File; onChange?: (file: File | undefined) => void }) {
  const id = useId()
  return (
    <label htmlFor={id} className="button-link picture-input">
      {value?.name ?? '选择图片，不超过 10 MB'}
      <input id={id} type="file" accept={PICTURE_FILE_TYPES} onChange={({ target }) => onChange?.(target.files?.[0])} />
    </label>
  )
}
