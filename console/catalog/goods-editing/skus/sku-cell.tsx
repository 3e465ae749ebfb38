import { type ClipboardEvent, type KeyboardEvent, memo, useId } from 'react'
import { useTypedFieldText } from '#console/catalog/goods-editing/editor/editor-context.ts'
import type { SkuContent } from '#contract/catalog/goods-editing/content.ts'
import type { SkuColumn } from './sku-columns.ts'
import { parsePastedBlock } from './sku-view.ts'

interface Props {
  rowKey: string
  row: number
  column: SkuColumn
  /** The position of the column, by which the keys move. */
  at: number
  text: string
  wrong: string | undefined
  disabled: boolean
  change: (rowKey: string, fields: Partial<SkuContent>) => void
  paste: (row: number, column: number, block: string[][]) => void
}

/** Moves the focus to another cell of the grid. */
export function focusSkuCell(from: HTMLElement, row: number, column: number): void {
  const cell = from.closest('table')?.querySelector(`input[data-cell="${row}:${column}"]`)
  if (!(cell instanceof HTMLInputElement)) return
  cell.focus()
  cell.select()
}

/** Arrow keys and Enter move between cells; the left and right keys only from the ends of the text. */
function moveByKey(event: KeyboardEvent<HTMLInputElement>, row: number, column: number): void {
  const { key, currentTarget: cell, nativeEvent, altKey, ctrlKey, metaKey, shiftKey } = event
  if (nativeEvent.isComposing || altKey || ctrlKey || metaKey) return
  const whole = cell.selectionStart === 0 && cell.selectionEnd === cell.value.length
  const atStart = whole || (cell.selectionStart === 0 && cell.selectionEnd === 0)
  const atEnd = whole || cell.selectionStart === cell.value.length
  const to: [number, number] | undefined =
    key === 'ArrowUp' || (key === 'Enter' && shiftKey)
      ? [row - 1, column]
      : key === 'ArrowDown' || key === 'Enter'
        ? [row + 1, column]
        : key === 'ArrowLeft' && atStart && !shiftKey
          ? [row, column - 1]
          : key === 'ArrowRight' && atEnd && !shiftKey
            ? [row, column + 1]
            : undefined
  if (!to) return
  event.preventDefault()
  focusSkuCell(cell, ...to)
}

/** A cell for typed text. A text that cannot be parsed stays in the cell and is reported, and the former value stays in the draft. */
export const SkuCell = memo(function SkuCell({ rowKey, row, column, at, text, wrong, disabled, change, paste }: Props) {
  const path = `skus.${row}.${column.field}`
  const { shown, type, settle } = useTypedFieldText(path, text)
  const set = (next: string) => {
    const fields = column.read(next)
    type(next, fields ? undefined : column.fault)
    if (fields) change(rowKey, fields)
  }
  const pasteCells = (event: ClipboardEvent) => {
    const block = parsePastedBlock(event.clipboardData.getData('text/plain'))
    if (!block) return
    event.preventDefault()
    settle()
    paste(row, at, block)
  }
  const why = useId()
  return (
    <td data-path={path} className={wrong === undefined ? undefined : 'sku-wrong'}>
      <input
        type="text"
        data-cell={`${row}:${at}`}
        className={column.figure ? 'num' : undefined}
        aria-label={`第 ${row + 1} 行${column.label}`}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : why}
        inputMode={column.figure ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        value={shown}
        onChange={({ target }) => set(target.value)}
        onBlur={settle}
        onFocus={({ target }) => target.select()}
        onKeyDown={(event) => moveByKey(event, row, at)}
        onPaste={pasteCells}
      />
      {wrong !== undefined && (
        <span id={why} className="sku-why">
          {wrong}
        </span>
      )}
    </td>
  )
})
