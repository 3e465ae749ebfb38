import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input, Select } from 'antd'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { getReasonAgainstAttributeFlag } from '#contract/catalog/attributes/save-input.ts'
import {
  ATTRIBUTE_SET_LINES_MAX,
  type AttributeFlag,
  type AttributeRow,
  type AttributeSetDetail,
  attributeFlags,
  attributeKinds,
} from '#contract/catalog/attributes/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { attributeApi } from './attributes-api.ts'
import { SortableRows } from './sortable-rows.tsx'

export type AttributeSetLine = AttributeSetDetail['lines'][number]
const KEYWORD_MAX = 50
const FOUND_MAX = 50

/** The attributes of a set in their order, each with its flags there. */
export function AttributeSetLinesField() {
  const form = Form.useFormInstance<{ lines: AttributeSetLine[] }>()
  return (
    <Form.List name="lines">
      {(fields, { add, remove, move }) => (
        <fieldset className="lines" aria-label="参数">
          <p className="field-label">参数（按显示顺序，{fields.length} 个）</p>
          <SortableRows
            keys={fields.map(({ key }) => key)}
            what="参数"
            move={move}
            row={(at) => <Line at={at} line={form.getFieldValue(['lines', at])} remove={() => remove(at)} />}
          />
          {fields.length < ATTRIBUTE_SET_LINES_MAX ? (
            <AddLine add={add} />
          ) : (
            <p className="drawer-note">一个模板最多 {ATTRIBUTE_SET_LINES_MAX} 个参数。</p>
          )}
        </fieldset>
      )}
    </Form.List>
  )
}

function Line({ at, line, remove }: { at: number; line: AttributeSetLine; remove: () => void }) {
  const { name, kind, unit } = line
  return (
    <>
      {/* Values that are in no form field are not sent. */}
      <Form.Item name={[at, 'attributeId']} hidden noStyle>
        <Input type="hidden" />
      </Form.Item>
      <span className="two-lines line-name">
        <span>{name}</span>
        <small>{[attributeKinds[kind].label, unit].filter(Boolean).join(' · ')}</small>
      </span>
      <span className="line-flags">
        {keysOf(attributeFlags).map((flag) => (
          <Flag key={flag} at={at} flag={flag} line={line} />
        ))}
      </span>
      <Button type="text" danger size="small" icon={<Trash2 size={14} aria-hidden />} aria-label={`移除${name}`} onClick={remove} />
    </>
  )
}

function Flag({ at, flag, line }: { at: number; flag: AttributeFlag; line: AttributeSetLine }) {
  const { label } = attributeFlags[flag]
  return (
    <Form.Item name={[at, flag]} valuePropName="checked" noStyle>
      <Checkbox disabled={getReasonAgainstAttributeFlag(line, flag) !== undefined} aria-label={`${line.name}${label}`}>
        {label}
      </Checkbox>
    </Form.Item>
  )
}

/** Adds an attribute that is found by a part of its name or code, with its usual flags. */
function AddLine({ add }: { add: (line: AttributeSetLine) => void }) {
  const form = Form.useFormInstance<{ lines: AttributeSetLine[] }>()
  const [keyword, setKeyword] = useState('')
  const wanted = keyword.trim().slice(0, KEYWORD_MAX)
  const found = useQuery({
    queryKey: ['attribute', 'pick', wanted],
    queryFn: () => attributeApi.list({ pageSize: FOUND_MAX, ...(wanted === '' ? {} : { keyword: wanted }) }),
    placeholderData: keepPreviousData,
  })
  const lines: readonly AttributeSetLine[] = Form.useWatch('lines', form) ?? form.getFieldValue('lines') ?? []
  const taken = new Set(lines.map(({ attributeId }) => attributeId))
  const free = (found.data?.dataList ?? []).filter(({ attributeId }) => !taken.has(attributeId))
  const pick = (id: string) => {
    const row = free.find(({ attributeId }) => attributeId === id)
    if (row) add(toLine(row))
    setKeyword('')
  }
  return (
    <Select<string>
      aria-label="增加参数"
      className="add-line"
      value={null}
      placeholder="增加参数：输入名称或编码"
      options={free.map(({ attributeId: value, name, code }) => ({ value, label: `${name}（${code}）` }))}
      showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
      loading={found.isFetching}
      notFoundContent={found.error ? found.error.message : '没有这样的参数'}
      getPopupContainer={getOverlayContainer}
      onSelect={pick}
    />
  )
}

const toLine = ({
  ruler: _,
  choiceCount: __,
  setCount: ___,
  goodsCount: ____,
  rowVersion: _____,
  ...line
}: AttributeRow): AttributeSetLine => line
