import { Button, Select } from 'antd'
import { useState } from 'react'
import type { DraftSku } from '#console/catalog/goods-editing/editor/draft.ts'
import { EditorField } from '#console/catalog/goods-editing/editor/field.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import { addMissingSkus, computeMissingSkus, formatSkuAxisValue, listSkuAxes, parseSkuAxisValue, type SkuAxis } from './sku-view.ts'

interface Props {
  /** The SKU-making attributes of the category. */
  attributes: readonly CategoryAttribute[]
  rows: readonly DraftSku[]
  setRows: (rows: readonly DraftSku[]) => void
}

/** Creates the SKUs from the values in which they differ. */
export function CreateSkusPanel({ attributes, rows, setRows }: Props) {
  const [chosen, setChosen] = useState<readonly SkuAxis[]>([])
  const there = listSkuAxes(attributes, rows)
  const axes = there.map((axis) => chosen.find(({ attribute }) => attribute.attributeId === axis.attribute.attributeId) ?? axis)
  // Before anything is chosen, missing combinations are missing on purpose.
  const { missing, fault } = computeMissingSkus(chosen.length === 0 ? [] : axes, rows)
  const count = missing.length
  const set = (attribute: CategoryAttribute, texts: readonly string[]) => {
    const values = texts.flatMap((text) => parseSkuAxisValue(attribute, text) ?? [])
    const once = [...new Map(values.map((value) => [formatSkuAxisValue(value), value])).values()]
    setChosen([...chosen.filter((axis) => axis.attribute.attributeId !== attribute.attributeId), { attribute, values: once }])
  }
  return (
    <div className="sku-maker">
      {axes.map(({ attribute, values }) => (
        <AxisField
          key={attribute.attributeId}
          attribute={attribute}
          texts={values.map(formatSkuAxisValue)}
          change={(texts) => set(attribute, texts)}
        />
      ))}
      <Button
        type="primary"
        ghost
        disabled={count === 0}
        onClick={() => {
          setRows(addMissingSkus(axes, rows))
          setChosen([])
        }}
      >
        {count === 0 ? '生成规格' : `生成 ${count} 个规格`}
      </Button>
      {fault !== undefined && (
        <p className="goods-wrong" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

const SEPARATORS = [',', '，', '、', '\t', '\n']

function AxisField({ attribute, texts, change }: { attribute: CategoryAttribute; texts: string[]; change: (texts: string[]) => void }) {
  const { attributeId, name, unit, kind, choices, required } = attribute
  const options = {
    choice: choices.map(({ choiceId, name: label, synonyms }) => ({ value: choiceId, label, search: [label, ...synonyms].join(' ') })),
    boolean: [
      { value: 'true', label: '是', search: '是' },
      { value: 'false', label: '否', search: '否' },
    ],
    number: [],
    text: [],
  }[kind]
  const typed = kind === 'number' || kind === 'text'
  return (
    <EditorField path={`axis-${attributeId}`} label={unit === '' ? name : `${name}（${unit}）`} required={required}>
      {(id) => (
        <Select
          id={id}
          mode={typed ? 'tags' : 'multiple'}
          {...(typed ? { open: false, suffixIcon: null } : {})}
          placeholder={typed ? '输入多个值，用逗号隔开' : '选择一个或多个'}
          tokenSeparators={SEPARATORS}
          value={texts}
          options={options}
          showSearch={{ optionFilterProp: 'search' }}
          getPopupContainer={getParentOverlayContainer}
          onChange={change}
        />
      )}
    </EditorField>
  )
}
