import { Button, Form, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { normaliseAttributeNameForComparison } from '#contract/catalog/attributes/save-input.ts'
import { ATTRIBUTE_CHOICES_MAX, attributeFields, CHOICE_SYNONYMS_MAX } from '#contract/catalog/attributes/shapes.ts'
import { type AttributeChoiceFormValues, type AttributeFormValues, splitSynonyms } from './attribute-view.ts'
import { SortableRows } from './sortable-rows.tsx'

/** The choices of an attribute in their order, each with its synonyms. */
export function AttributeChoicesField() {
  return (
    <Form.List name="choices">
      {(fields, { add, remove, move }) => (
        <fieldset className="choices" aria-label="选项">
          <p className="field-label">选项（按显示顺序，{fields.length} 个）</p>
          <SortableRows
            keys={fields.map(({ key }) => key)}
            what="选项"
            move={move}
            row={(at) => <Choice at={at} only={fields.length === 1} remove={() => remove(at)} />}
          />
          <Button icon={<Plus size={14} aria-hidden />} block disabled={fields.length >= ATTRIBUTE_CHOICES_MAX} onClick={() => add({})}>
            {fields.length >= ATTRIBUTE_CHOICES_MAX ? `最多 ${ATTRIBUTE_CHOICES_MAX} 个选项` : '增加选项'}
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}

function Choice({ at, only, remove }: { at: number; only: boolean; remove: () => void }) {
  const form = Form.useFormInstance<AttributeFormValues>()
  const unique = async (_: unknown, name = '') => {
    const others: AttributeChoiceFormValues[] = (form.getFieldValue('choices') ?? []).filter(
      (__: AttributeChoiceFormValues, other: number) => other !== at,
    )
    const taken = others.some((other) =>
      [other.name ?? '', ...splitSynonyms(other.synonyms ?? '')]
        .map(normaliseAttributeNameForComparison)
        .includes(normaliseAttributeNameForComparison(name)),
    )
    if (name !== '' && taken) throw new Error('选项名称和同义词不能相同')
  }
  const few = async (_: unknown, text = '') => {
    const synonyms = splitSynonyms(text)
    if (synonyms.length > CHOICE_SYNONYMS_MAX) throw new Error(`每个选项最多 ${CHOICE_SYNONYMS_MAX} 个同义词`)
    for (const synonym of synonyms) await unique(_, synonym)
  }
  return (
    <>
      {/* A choice whose id is in no form field would be sent as a new choice. */}
      <Form.Item name={[at, 'choiceId']} hidden noStyle>
        <Input type="hidden" />
      </Form.Item>
      <Form.Item name={[at, 'name']} rules={[toFormRule(attributeFields.choiceName), { validator: unique }]} className="choice-name">
        <Input aria-label={`第 ${at + 1} 个选项的名称`} autoComplete="off" maxLength={60} placeholder="名称" />
      </Form.Item>
      <Form.Item name={[at, 'synonyms']} rules={[{ validator: few }]} className="choice-synonyms">
        <Input aria-label={`第 ${at + 1} 个选项的同义词`} autoComplete="off" placeholder="同义词，用顿号分开" />
      </Form.Item>
      <Button
        type="text"
        danger
        size="small"
        disabled={only}
        icon={<Trash2 size={14} aria-hidden />}
        aria-label={`删除第 ${at + 1} 个选项`}
        onClick={remove}
      />
    </>
  )
}
