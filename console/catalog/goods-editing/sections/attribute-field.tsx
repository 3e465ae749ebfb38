import { Input, Segmented, Select } from 'antd'
import { useTypedFieldText } from '#console/catalog/goods-editing/editor/editor-context.ts'
import { EditorField, type FieldAriaProps } from '#console/catalog/goods-editing/editor/field.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import type { AttributeValue } from '#contract/catalog/attributes/values.ts'

interface Props {
  attribute: CategoryAttribute
  value: AttributeValue | undefined
  /** undefined: without a value. */
  change: (value: AttributeValue | undefined) => void
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** The field of one attribute of the goods, by its kind. */
export function AttributeField(props: Props) {
  const { attribute } = props
  const { attributeId, name, kind, unit, required } = attribute
  return (
    <EditorField
      path={`attributes.${attributeId}`}
      group={kind === 'boolean'}
      label={unit === '' ? name : `${name}（${unit}）`}
      required={required}
    >
      {(id, marks) => <Control {...props} id={id} marks={marks} />}
    </EditorField>
  )
}

interface ControlProps extends Props {
  id: string
  marks: FieldAriaProps
}

function Control({ id, marks, attribute, value, change }: ControlProps) {
  const { attributeId, kind, multiple, choices } = attribute
  if (kind === 'choice')
    return (
      <Select
        id={id}
        {...marks}
        {...(multiple ? { mode: 'multiple', tokenSeparators: [',', '，', '、'] } : {})}
        placeholder="请选择"
        value={multiple ? (value?.choiceIds ?? []) : value?.choiceIds?.[0]}
        options={choices.map(({ choiceId, name, synonyms }) => ({ value: choiceId, label: name, search: [name, ...synonyms].join(' ') }))}
        showSearch={{ optionFilterProp: 'search' }}
        getPopupContainer={getParentOverlayContainer}
        allowClear={!attribute.required}
        onChange={(next: string | string[] | undefined) => {
          const choiceIds = next === undefined ? [] : [next].flat()
          change(choiceIds.length === 0 ? undefined : { attributeId, choiceIds })
        }}
      />
    )
  if (kind === 'boolean')
    return (
      <Segmented
        id={id}
        aria-label={attribute.name}
        {...marks}
        value={value?.yes === undefined ? '' : String(value.yes)}
        options={[
          { value: '', label: '未填' },
          { value: 'true', label: '是' },
          { value: 'false', label: '否' },
        ]}
        onChange={(next) => change(next === '' ? undefined : { attributeId, yes: next === 'true' })}
      />
    )
  if (kind === 'number') return <NumberControl id={id} marks={marks} attribute={attribute} value={value} change={change} />
  return (
    <Input
      id={id}
      {...marks}
      value={value?.text ?? ''}
      maxLength={200}
      autoComplete="off"
      onChange={({ target }) => change(target.value === '' ? undefined : { attributeId, text: target.value })}
    />
  )
}

/**
 * A number is typed as text, because '22.' is an intermediate state of '22.5'. A text that cannot be parsed stays in the field and is
 * reported.
 */
function NumberControl({ id, marks, attribute: { attributeId, unit }, value, change }: ControlProps) {
  const { shown, type, settle } = useTypedFieldText(`attributes.${attributeId}`, value?.number?.toString() ?? '')
  const set = (text: string) => {
    const bare = text.trim()
    const number = NUMBER.test(bare) ? Number(bare) : undefined
    type(text, bare !== '' && number === undefined ? '请填写数字' : undefined)
    if (number !== undefined || bare === '') change(number === undefined ? undefined : { attributeId, number })
  }
  return (
    <Input
      id={id}
      {...marks}
      className="num"
      inputMode="decimal"
      autoComplete="off"
      suffix={unit || undefined}
      value={shown}
      onChange={({ target }) => set(target.value)}
      onBlur={settle}
    />
  )
}
