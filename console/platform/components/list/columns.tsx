import type { ReactNode } from 'react'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'

/** One column of a list: its title and its cells. On a phone a row is a card, and a column is a line of it. */
export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** In px. Columns without a width share the rest. */
  width?: number
  align?: 'right'
  /** A longer text. On a phone it is below its name and left-aligned. */
  prose?: true
  /** The person does not want to see it in tables. Cards on a phone have it all the same. */
  hidden?: true
}

/** The content of an empty cell. */
export const EMPTY_CELL = '—'

/** A figure as text; a dash if there is none. */
export const formatOrDash = <T,>(value: T | null | undefined, format: (value: T) => string): string =>
  value === null || value === undefined ? EMPTY_CELL : format(value)

interface Given<Row, T> {
  title: string
  value: (row: Row) => T
  width?: number
}

/** A column of sentences. */
export const proseColumn = <Row,>(options: Given<Row, ReactNode>): Column<Row> => ({ ...customColumn(options), prose: true })

/** A column with its own rendering. */
export const customColumn = <Row,>({ title, value, width }: Given<Row, ReactNode>): Column<Row> => ({
  title,
  cell: value,
  ...(width === undefined ? {} : { width }),
})

/** A column of counts or prices: right-aligned with tabular digits, so that it is easy to compare. */
export const numberColumn = <Row,>({ title, value, width = 96 }: Given<Row, ReactNode>): Column<Row> => ({
  title,
  width,
  align: 'right',
  cell: (row) => {
    const figure = value(row)
    return figure === EMPTY_CELL ? EMPTY_CELL : <span className="num">{figure}</span>
  },
})

/** An amount of money; a dash if there is none. */
export const moneyColumn = <Row,>({ title, value, width = 128 }: Given<Row, Fen | null>): Column<Row> =>
  numberColumn({
    title,
    width,
    value: (row) => {
      const amount = value(row)
      return amount === null ? EMPTY_CELL : formatMoney(amount)
    },
  })

/** A count. */
export const countColumn = <Row,>({ title, value, width = 88 }: Given<Row, number>): Column<Row> =>
  numberColumn({ title, width, value: (row) => formatCount(value(row)) })

/** An instant in Shanghai time, to the minute. */
export const instantColumn = <Row,>({ title, value, width = 148 }: Given<Row, Date | null>): Column<Row> => ({
  title,
  width,
  cell: (row) => {
    const at = value(row)
    if (at === null) return EMPTY_CELL
    return (
      <time className="num" dateTime={at.toISOString()}>
        {formatShanghaiTimeToMinute(at)}
      </time>
    )
  },
})

/** The goods of a row, with the code and the properties of its SKU. */
export const skuColumn: Column<{ goodsName: string; skuCode: string; skuProps: string }> = customColumn({
  title: '商品',
  value: ({ goodsName, skuCode, skuProps }) => (
    <div className="two-lines">
      <span>{goodsName}</span>
      <small>
        <span className="num">{skuCode}</span> {formatSkuProps(skuProps)}
      </small>
    </div>
  ),
})
