import { Button, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { memo, useCallback } from 'react'
import type { DraftSku } from '#console/catalog/goods-editing/editor/draft.ts'
import { useDraftField, useDraftStore, useFieldProblemsByPath } from '#console/catalog/goods-editing/editor/editor-context.ts'
import { stopTabPropagation } from '#console/catalog/goods-editing/editor/field.tsx'
import {
  CROSS_REFERENCE_TEXT_LENGTH_MAX,
  CrossReference,
  type CrossReferenceFit,
  crossReferenceFits,
} from '#contract/catalog/goods/cross-reference.ts'
import {
  changeCrossReferencesOfRow,
  crossReferenceFieldNames,
  formatSkuOption,
  isOpenForCrossReference,
  moveCrossReference,
} from './cross-references-view.ts'

/** The SKUs to choose from, as JSON, so that rows are only rendered again when they differ. */
const listOptions = (rows: readonly DraftSku[]): string =>
  JSON.stringify(rows.map((row, at) => ({ value: row.key, label: formatSkuOption(row, at), disabled: !isOpenForCrossReference(row) })))

/** The problems of the fields of a row, as JSON; '' if there are none. */
function listRowProblems(problems: ReadonlyMap<string, string>, path: string): string {
  const own = crossReferenceFieldNames.flatMap(({ field }) => {
    const reason = problems.get(`${path}.${field}`)
    return reason === undefined ? [] : [[field, reason]]
  })
  return own.length === 0 ? '' : JSON.stringify(Object.fromEntries(own))
}

/** 竞品型号: the parts of other makers, each with the SKU that corresponds to it. */
export function CrossReferencesSection() {
  const store = useDraftStore()
  const [rows] = useDraftField('rows')
  const problems = useFieldProblemsByPath()
  const change = useCallback(
    (next: (rows: readonly DraftSku[]) => readonly DraftSku[]) => store.change((was) => ({ ...was, rows: next(was.rows) })),
    [store],
  )
  const open = rows.find(isOpenForCrossReference)
  const options = listOptions(rows)
  const total = rows.reduce((sum, { sku }) => sum + sku.crossReferences.length, 0)
  const add = (key: string) =>
    change((was) => changeCrossReferencesOfRow(was, key, (own) => [...own, CrossReference.parse({ fit: 'ask' })]))
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
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and keep nothing of their own: all of a row comes from the draft
                    key={`${row.key} ${at}`}
                    path={`skus.${skuAt}.crossReferences.${at}`}
                    rowKey={row.key}
                    at={at}
                    reference={reference}
                    options={options}
                    problems={listRowProblems(problems, `skus.${skuAt}.crossReferences.${at}`)}
                    change={change}
                  />
                )),
              )}
            </tbody>
          </table>
        </div>
      )}
      <Button icon={<Plus size={14} aria-hidden />} disabled={!open} onClick={() => open && add(open.key)}>
        添加竞品型号
      </Button>
    </div>
  )
}

interface RowProps {
  path: string
  /** The SKU, and the place among its own. */
  rowKey: string
  at: number
  reference: CrossReference
  options: string
  problems: string
  change: (next: (rows: readonly DraftSku[]) => readonly DraftSku[]) => void
}

const CrossReferenceRow = memo(function CrossReferenceRow({ path, rowKey, at, reference, options, problems, change }: RowProps) {
  const faults: Partial<Record<keyof CrossReference, string>> = problems === '' ? {} : JSON.parse(problems)
  const set = (fields: Partial<CrossReference>) =>
    change((was) => changeCrossReferencesOfRow(was, rowKey, (own) => own.map((one, place) => (place === at ? { ...one, ...fields } : one))))
  const remove = () => change((was) => changeCrossReferencesOfRow(was, rowKey, (own) => own.toSpliced(at, 1)))
  const name = reference.partNumber || '新的竞品型号'
  return (
    <tr onKeyDownCapture={stopTabPropagation}>
      <th scope="row">
        <Select
          size="small"
          variant="borderless"
          aria-label={`${name}的对应规格`}
          value={rowKey}
          options={JSON.parse(options)}
          popupMatchSelectWidth={260}
          onChange={(key) => change((was) => moveCrossReference(was, { from: rowKey, at, to: key }))}
        />
      </th>
      {crossReferenceFieldNames.map(({ field, label }) => {
        const wrong = faults[field]
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
                onChange={(fit: CrossReferenceFit) => set({ fit })}
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
                onChange={({ target }) => set({ [field]: target.value })}
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
})
