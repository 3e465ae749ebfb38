// The lines of a document about goods: part numbers as people type them, with quantities.
import { Button, Form, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { TypedSkuCode } from '#contract/catalog/suppliers/api.ts'
import { Quantity } from '#contract/platform/core/fields.ts'
import './typed-lines.css'

interface Props {
  /** How many lines there can be. */
  max: number
  /** One or two more fields of a line, by the number of the line in the form. */
  more?: (line: number) => ReactNode
}

/** The field `lines` of a form. The last line cannot be removed. */
export const SkuCodeAndQuantityLinesField = ({ max, more }: Props) => (
  <Form.List name="lines">
    {(fields, { add, remove }) => (
      <div className="typed-lines">
        {fields.map(({ key, name }) => (
          <fieldset key={key} className={more ? 'typed-line typed-line-wide' : 'typed-line'} aria-label={`第 ${name + 1} 行`}>
            <Form.Item name={[name, 'skuCode']} label="商品编码" required rules={[toFormRule(TypedSkuCode)]}>
              <Input className="num" autoComplete="off" maxLength={60} />
            </Form.Item>
            <Form.Item name={[name, 'quantity']} label="数量" required rules={[toFormRule(Quantity)]}>
              <NumberInput className="num" />
            </Form.Item>
            {more?.(name)}
            <Button
              type="text"
              icon={<Trash2 size={15} aria-hidden />}
              aria-label={`删除第 ${name + 1} 行`}
              disabled={fields.length === 1}
              onClick={() => remove(name)}
            />
          </fieldset>
        ))}
        <Button icon={<Plus size={14} aria-hidden />} block disabled={fields.length >= max} onClick={() => add({})}>
          {fields.length >= max ? `最多 ${max} 行` : '增加一行'}
        </Button>
      </div>
    )}
  </Form.List>
)
