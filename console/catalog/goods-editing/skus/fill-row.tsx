import { type KeyboardEvent, useState } from 'react'
import { focusSkuCell } from './sku-cell.tsx'
import { type SkuColumn, skuColumns } from './sku-columns.ts'

/** A row above the SKUs: Enter fills the whole column with the typed value. */
export function FillSkuColumnRow({ fill }: { fill: (column: SkuColumn, text: string) => boolean }) {
  return (
    <tr className="sku-fill">
      <th scope="row">整列填写，按回车</th>
      {skuColumns.map((column, at) => (
        <FillCell key={column.field} column={column} at={at} fill={fill} />
      ))}
      <td />
      <td />
      <td />
    </tr>
  )
}

function FillCell({ column, at, fill }: { column: SkuColumn; at: number; fill: (column: SkuColumn, text: string) => boolean }) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      focusSkuCell(event.currentTarget, 0, at)
    }
    if (event.key !== 'Enter' || text.trim() === '') return
    event.preventDefault()
    const done = fill(column, text)
    setWrong(!done)
    if (done) setText('')
  }
  return (
    <td className={wrong ? 'sku-wrong' : undefined}>
      <input
        type="text"
        className={column.figure ? 'num' : undefined}
        aria-label={`整列填写${column.label}`}
        aria-invalid={wrong}
        inputMode={column.figure ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        // A code is unique, so it cannot be filled into all rows.
        disabled={column.field === 'code' || column.field === 'barcode'}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setWrong(false)
        }}
        onKeyDown={press}
      />
      {wrong && <span className="sku-why">{column.fault}</span>}
    </td>
  )
}
