import { Button, Checkbox } from 'antd'
import { memo } from 'react'
import type { DraftSku } from '#console/catalog/goods-editing/editor/draft.ts'
import { stopTabPropagation } from '#console/catalog/goods-editing/editor/field.tsx'
import type { SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { ReplacementSkuField } from './replaced-by.tsx'
import { SkuCell } from './sku-cell.tsx'
import { skuColumns, skuPropsColumn } from './sku-columns.ts'
import { SKU_PROPS_COLUMN_INDEX } from './sku-view.ts'

export interface SkuRowActions {
  change: (rowKey: string, fields: Partial<SkuContent>) => void
  paste: (row: number, column: number, block: string[][]) => void
  remove: (rowKey: string) => void
}

interface Props extends SkuRowActions {
  row: DraftSku
  at: number
  label: string
  /** The problems of its fields as JSON, so that an unchanged row is not rendered again. */
  problems: string
  /** Whether it is published: then it can be archived, but never deleted. */
  published: boolean
  /** The code of the replacing SKU; undefined: not known yet. */
  replacement: string | undefined
}

/** One SKU. */
export const SkuRow = memo(function SkuRow({ row, at, label, problems, published, replacement, change, paste, remove }: Props) {
  const { key, sku } = row
  const wrong: Partial<Record<string, string>> = JSON.parse(problems)
  const cell = { rowKey: key, row: at, disabled: sku.archived, change, paste }
  return (
    <tr className={sku.archived ? 'sku-archived' : undefined}>
      {sku.choices.length > 0 ? (
        <th scope="row" data-path={`skus.${at}.choices`} className={wrong.choices === undefined ? undefined : 'sku-wrong'}>
          {label || '…'}
          {wrong.choices !== undefined && <span className="sku-why">{wrong.choices}</span>}
        </th>
      ) : (
        <SkuCell
          {...cell}
          column={skuPropsColumn}
          at={SKU_PROPS_COLUMN_INDEX}
          text={skuPropsColumn.show(sku)}
          wrong={wrong.props ?? wrong.choices}
        />
      )}
      {skuColumns.map((column, place) => (
        <SkuCell key={column.field} {...cell} column={column} at={place} text={column.show(sku)} wrong={wrong[column.field]} />
      ))}
      <td
        data-path={`skus.${at}.replacedBy`}
        className={wrong.replacedBy === undefined ? undefined : 'sku-wrong'}
        onKeyDownCapture={stopTabPropagation}
      >
        <ReplacementSkuField row={row} at={at} known={replacement} change={change} />
        {wrong.replacedBy !== undefined && <span className="sku-why">{wrong.replacedBy}</span>}
      </td>
      <td data-path={`skus.${at}.onShelf`} className="sku-shelf">
        <Checkbox
          aria-label={`第 ${at + 1} 行上架`}
          checked={sku.onShelf}
          disabled={sku.archived}
          onChange={({ target }) => change(key, { onShelf: target.checked })}
        />
      </td>
      <td className="sku-deed">
        {published ? (
          <Button
            size="small"
            aria-label={`第 ${at + 1} 行${sku.archived ? '启用' : '停用'}`}
            onClick={() => change(key, sku.archived ? { archived: false } : { archived: true, onShelf: false })}
          >
            {sku.archived ? '启用' : '停用'}
          </Button>
        ) : (
          <Button size="small" aria-label={`删除第 ${at + 1} 行`} onClick={() => remove(key)}>
            删除
          </Button>
        )}
      </td>
    </tr>
  )
})
