import { Button, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { useDraftField, useFieldProblemsByPath } from '#console/catalog/goods-editing/editor/editor-context.ts'
import { stopTabPropagation } from '#console/catalog/goods-editing/editor/field.tsx'
import {
  CROSS_REFERENCE_TEXT_LENGTH_MAX,
  CROSS_REFERENCES_PER_SKU_MAX,
  CrossReference,
  type CrossReferenceFit,
  crossReferenceFits,
} from '#contract/catalog/goods/cross-reference.ts'
import { crossReferenceFieldNames, formatSkuOption, moveCrossReference, setCrossReferencesOfRow } from './cross-references-view.ts'

/** 竞品型号: the parts of other makers, each with the SKU that corresponds to it. */
export function CrossReferencesSection() {
  const [rows, setRows] = useDraftField('rows')
  const problems = useFieldProblemsByPath()
  const open = rows.find(({ sku }) => !sku.archived && sku.crossReferences.length < CROSS_REFERENCES_PER_SKU_MAX)
  const options = rows.map((row, at) => ({ value: row.key, label: formatSkuOption(row, at), disabled: row.sku.archived }))
  const total = rows.reduce((sum, { sku }) => sum + sku.crossReferences.length, 0)
  const add = () =>
    open && setRows(setCrossReferencesOfRow(rows, open.key, [...open.sku.crossReferences, CrossReference.parse({ fit: 'ask' })]))
  return (
    <div data-path="crossReferences">
      <p className="mute sku-hint">
        买家搜索或批量下单时输入竞品型号即可找到对应规格。只有“完全替代”会直接匹配，须填写确认人；其余请买家核对。来源和确认人只有员工可见。
      </p>
      {total > 0 && (
        <div className="sku-scroll">
          <table className="sku-grid" aria-label="竞品型号">
            <thead>
              <tr>
                <th scope="col">对应规格</th>
                {crossReferenceFieldNames.map(({ field, label, width }) => (
                  <th key={field} scope="col" style={{ minWidth: width }}>
                    {label}
                  </th>
                ))}
                <th scope="col">操作</th>
              </tr>
            </thead>
            <tbody>
              {rows.flatMap((row, skuAt) =>
                row.sku.crossReferences.map((reference, at) => (
                  <CrossReferenceRow
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and are only added at the end
                    key={`${row.key} ${at}`}
                    path={`skus.${skuAt}.crossReferences.${at}`}
                    rowKey={row.key}
                    reference={reference}
                    options={options}
                    problems={problems}
                    change={(fields) =>
                      setRows(
                        setCrossReferencesOfRow(
                          rows,
                          row.key,
                          row.sku.crossReferences.map((one, place) => (place === at ? { ...one, ...fields } : one)),
                        ),
                      )
                    }
                    move={(key) => setRows(moveCrossReference(rows, { from: row.key, at, to: key }))}
                    remove={() => setRows(setCrossReferencesOfRow(rows, row.key, row.sku.crossReferences.toSpliced(at, 1)))}
                  />
                )),
              )}
            </tbody>
          </table>
        </div>
      )}
      <Button icon={<Plus size={14} aria-hidden />} disabled={!open} onClick={add}>
        添加竞品型号
      </Button>
    </div>
  )
}

interface RowProps {
  path: string
  rowKey: string
  reference: CrossReference
  options: { value: string; label: string }[]
  problems: ReadonlyMap<string, string>
  change: (fields: Partial<CrossReference>) => void
  move: (rowKey: string) => void
  remove: () => void
}

function CrossReferenceRow({ path, rowKey, reference, options, problems, change, move, remove }: RowProps) {
  const name = reference.partNumber || '新的竞品型号'
  return (
    <tr onKeyDownCapture={stopTabPropagation}>
      <th scope="row">
        <Select
          size="small"
          variant="borderless"
          aria-label={`${name}的对应规格`}
          value={rowKey}
          options={options}
          popupMatchSelectWidth={260}
          onChange={move}
        />
      </th>
      {crossReferenceFieldNames.map(({ field, label }) => {
        const wrong = problems.get(`${path}.${field}`)
        return (
          <td key={field} data-path={`${path}.${field}`} className={wrong === undefined ? undefined : 'sku-wrong'}>
            {field === 'fit' ? (
              <Select
                size="small"
                variant="borderless"
                aria-label={`${name}的${label}`}
                value={reference.fit}
                options={Object.entries(crossReferenceFits).map(([value, fit]) => ({ value, label: fit.label }))}
                popupMatchSelectWidth={140}
                onChange={(fit: CrossReferenceFit) => change({ fit })}
              />
            ) : (
              <input
                type="text"
                aria-label={`${name}的${label}`}
                aria-invalid={wrong !== undefined}
                autoComplete="off"
                spellCheck={false}
                maxLength={CROSS_REFERENCE_TEXT_LENGTH_MAX[field]}
                value={reference[field]}
                onChange={({ target }) => change({ [field]: target.value })}
              />
            )}
            {wrong !== undefined && <span className="sku-why">{wrong}</span>}
          </td>
        )
      })}
      <td className="sku-deed">
        <Button size="small" type="text" icon={<X size={14} aria-hidden />} aria-label={`删除${name}`} onClick={remove} />
      </td>
    </tr>
  )
}
