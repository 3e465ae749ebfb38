import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useDraftField } from '#console/catalog/goods-editing/editor/editor-context.ts'
import { EditorField } from '#console/catalog/goods-editing/editor/field.tsx'
import { categoryAttributesQuery } from '#console/catalog/goods-editing/goods-api.ts'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import type { AttributeValue } from '#contract/catalog/attributes/values.ts'
import { GOODS_PARAMETER_ROWS_MAX } from '#contract/catalog/goods-editing/content.ts'
import { AttributeField } from './attribute-field.tsx'

/** The attributes of the category, and rows of the parameter table without an attribute. */
export function AttributesSection() {
  const [categoryId] = useDraftField('categoryId')
  const [values, setValues] = useDraftField('attributes')
  const attributes = useQuery(categoryAttributesQuery(categoryId))
  const set = (attributeId: string, value: AttributeValue | undefined) =>
    setValues([...values.filter((one) => one.attributeId !== attributeId), ...(value ? [value] : [])])
  return (
    <>
      <QueryContent from={attributes} waiting={<SkeletonBars count={4} />}>
        {(all) => {
          const own = all.filter(({ makesSkus }) => !makesSkus)
          const known = new Set(own.map(({ attributeId }) => attributeId))
          const strange = values.filter(({ attributeId }) => !known.has(attributeId))
          return (
            <>
              {own.length === 0 && <p className="mute">{categoryId === null ? '选择分类后在这里填写参数' : '这个分类没有参数模板'}</p>}
              <div className="goods-fields">
                {own.map((attribute) => (
                  <AttributeField
                    key={attribute.attributeId}
                    attribute={attribute}
                    value={values.find(({ attributeId }) => attributeId === attribute.attributeId)}
                    change={(value) => set(attribute.attributeId, value)}
                  />
                ))}
              </div>
              {categoryId !== null && strange.length > 0 && (
                <p className="goods-note" data-path="attributes">
                  有 {strange.length} 项参数不在这个分类的模板里
                  <Button size="small" onClick={() => setValues(values.filter(({ attributeId }) => known.has(attributeId)))}>
                    去掉
                  </Button>
                </p>
              )}
            </>
          )
        }}
      </QueryContent>
      <ParameterRows />
    </>
  )
}

/** Free rows: a name and a value. */
function ParameterRows() {
  const [rows, setRows] = useDraftField('parameters')
  const set = (at: number, pair: [string, string]) => setRows(rows.map((row, index) => (index === at ? pair : row)))
  return (
    <EditorField path="parameters" label="其他参数" help="模板里没有的参数，按填写顺序显示" group>
      {() => (
        <div className="goods-pairs">
          {rows.map(([name, value], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the table
            <div key={at}>
              <Input
                aria-label={`第 ${at + 1} 行参数名称`}
                value={name}
                maxLength={40}
                onChange={({ target }) => set(at, [target.value, value])}
              />
              <Input
                aria-label={`第 ${at + 1} 行参数值`}
                value={value}
                maxLength={200}
                onChange={({ target }) => set(at, [name, target.value])}
              />
              <Button
                type="text"
                icon={<Trash2 size={14} aria-hidden />}
                aria-label={`删除第 ${at + 1} 行参数`}
                onClick={() => setRows(rows.filter((_, index) => index !== at))}
              />
            </div>
          ))}
          <Button
            icon={<Plus size={14} aria-hidden />}
            disabled={rows.length >= GOODS_PARAMETER_ROWS_MAX}
            onClick={() => setRows([...rows, ['', '']])}
          >
            {rows.length >= GOODS_PARAMETER_ROWS_MAX ? `最多 ${GOODS_PARAMETER_ROWS_MAX} 行` : '加一行'}
          </Button>
        </div>
      )}
    </EditorField>
  )
}
