import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { changeSkuOfRow, createDraftSku, type DraftSku } from '#console/catalog/goods-editing/editor/draft.ts'
import {
  useDraftField,
  useDraftStore,
  useFieldProblem,
  useFieldProblemsByPath,
} from '#console/catalog/goods-editing/editor/editor-context.ts'
import { categoryAttributesQuery, goodsSkuAndMachineNamesByIdQuery } from '#console/catalog/goods-editing/goods-api.ts'
import { FoldableList } from '#console/platform/components/folded-list.tsx'
import { GOODS_SKUS_MAX, type SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { FillSkuColumnRow } from './fill-row.tsx'
import { type SkuColumn, skuColumns } from './sku-columns.ts'
import { CreateSkusPanel } from './sku-maker.tsx'
import { SkuRow, type SkuRowActions } from './sku-row.tsx'
import { fillSkuColumn, formatSkuDistinction, pasteBlockIntoSkuRows } from './sku-view.ts'
import './skus.css'

/** How many cells that could not be pasted are listed at first. */
const LISTED = 6

/** The problems of the fields of each row, as JSON. */
function groupProblemsByRow(problems: ReadonlyMap<string, string>): ReadonlyMap<number, string> {
  const rows = new Map<number, Record<string, string>>()
  for (const [path, reason] of problems) {
    const [, row, field] = /^skus\.(\d+)\.(\w+)/.exec(path) ?? []
    if (row === undefined || field === undefined) continue
    const at = Number(row)
    rows.set(at, { [field]: reason, ...rows.get(at) })
  }
  return new Map([...rows].map(([at, fields]) => [at, JSON.stringify(fields)]))
}

/** The codes of replacing SKUs: of those in the grid, and of other goods, which are fetched in one request. */
function useReplacements(rows: readonly DraftSku[]): ReadonlyMap<string, string> {
  const own = new Map(rows.flatMap(({ sku: { skuId, code } }) => (skuId === null ? [] : [[skuId, code] as const])))
  const wanted = rows.flatMap(({ sku: { replacedBy } }) => (replacedBy === null || own.has(replacedBy) ? [] : replacedBy))
  const skuIds = [...new Set(wanted)].toSorted()
  const names = useQuery({
    ...goodsSkuAndMachineNamesByIdQuery({ goodsIds: [], skuIds, machineModelIds: [] }),
    enabled: skuIds.length > 0,
    placeholderData: keepPreviousData,
  })
  return new Map([...(names.data ?? []), ...own])
}

/** The cells that could not be pasted, with the reasons. */
const NotPasted = ({ faults, close }: { faults: readonly string[]; close: () => void }) =>
  faults.length > 0 && (
    <Alert
      type="warning"
      role="alert"
      className="notice"
      title={`有 ${faults.length} 处没有粘贴`}
      description={<FoldableList items={faults} shown={LISTED} render={(fault) => <li key={fault}>{fault}</li>} />}
      closable={{ onClose: close }}
    />
  )

/** The SKUs as a grid. */
export function SkusSection({ published }: { published: ReadonlySet<string> }) {
  const store = useDraftStore()
  const [rows] = useDraftField('rows')
  const [categoryId] = useDraftField('categoryId')
  const attributes = useQuery(categoryAttributesQuery(categoryId)).data
  const making = useMemo(() => attributes?.filter(({ makesSkus }) => makesSkus) ?? [], [attributes])
  const problems = groupProblemsByRow(useFieldProblemsByPath())
  const wrong = useFieldProblem('skus')
  const [notPasted, setNotPasted] = useState<readonly string[]>([])
  const replacements = useReplacements(rows)
  const setRows = useCallback((next: readonly DraftSku[]) => store.change((was) => ({ ...was, rows: next })), [store])
  const grow = making.length === 0
  const deeds = useMemo(
    (): SkuRowActions => ({
      change: (rowKey: string, fields: Partial<SkuContent>) =>
        store.change((was) => ({ ...was, rows: changeSkuOfRow(was.rows, rowKey, () => fields) })),
      remove: (rowKey) => store.change((was) => ({ ...was, rows: was.rows.filter(({ key }) => key !== rowKey) })),
      paste: (row, column, block) => {
        const pasted = pasteBlockIntoSkuRows(store.read().draft.rows, block, { row, column, grow })
        store.change((was) => ({ ...was, rows: pasted.rows }))
        setNotPasted(pasted.faults)
      },
    }),
    [store, grow],
  )
  const fill = (column: SkuColumn, text: string) => {
    const next = fillSkuColumn(rows, column, text)
    if (next) setRows(next)
    return next !== undefined
  }
  return (
    <div data-path="skus">
      {wrong !== undefined && (
        <p className="goods-wrong" role="alert">
          {wrong}
        </p>
      )}
      <NotPasted faults={notPasted} close={() => setNotPasted([])} />
      {making.length > 0 && <CreateSkusPanel key={categoryId} attributes={making} rows={rows} setRows={setRows} />}
      {rows.length > 0 && (
        <>
          <p className="mute sku-hint">方向键、回车、Tab 移动；可以从表格软件粘贴一整块。赊销价留空为不支持赊销。</p>
          <div className="sku-scroll">
            <table className="sku-grid" aria-label="规格">
              <thead>
                <tr>
                  <th scope="col">规格</th>
                  {skuColumns.map(({ field, label, width, figure }) => (
                    <th key={field} scope="col" style={{ minWidth: width }} className={figure ? 'right' : undefined}>
                      {label}
                    </th>
                  ))}
                  <th scope="col">替代规格</th>
                  <th scope="col">上架</th>
                  <th scope="col">操作</th>
                </tr>
              </thead>
              <tbody>
                {rows.length > 1 && <FillSkuColumnRow fill={fill} />}
                {rows.map((row, at) => (
                  <SkuRow
                    key={row.key}
                    row={row}
                    at={at}
                    label={formatSkuDistinction(making, row.sku)}
                    problems={problems.get(at) ?? '{}'}
                    replacement={row.sku.replacedBy === null ? undefined : replacements.get(row.sku.replacedBy)}
                    published={row.sku.skuId !== null && published.has(row.sku.skuId)}
                    {...deeds}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {making.length === 0 && (
        <Button
          icon={<Plus size={14} aria-hidden />}
          disabled={rows.length >= GOODS_SKUS_MAX}
          onClick={() => setRows([...rows, createDraftSku()])}
        >
          添加规格
        </Button>
      )}
    </div>
  )
}
