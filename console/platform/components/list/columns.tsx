import type { ReactNode } from 'react'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { formatCount, formatToMinute } from '#ui/format.ts'

/** One column of a list: its title and what stands in its cells. On a phone a row is a card, and a column a line of it. */
export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** In px; columns without one share what is left. */
  width?: number
  align?: 'right'
  /** Somebody's own words: on a phone they stand below their name and begin at the left. */
  prose?: true
}

/** What stands in a cell that has nothing to say. */
export const NONE = '—'

interface Given<Row, T> {
  title: string
  of: (row: Row) => T
  width?: number
}

/** A cell that holds sentences. */
export const proseColumn = <Row,>(given: Given<Row, ReactNode>): Column<Row> => ({ ...column(given), prose: true })

/** A cell of the screen's own. */
export const column = <Row,>({ title, of, width }: Given<Row, ReactNode>): Column<Row> => ({
  title,
  cell: of,
  ...(width === undefined ? {} : { width }),
})

/** Whatever is counted or priced: right-aligned and tabular, so that a column of it is read at a glance. */
export const figureColumn = <Row,>({ title, of, width = 96 }: Given<Row, ReactNode>): Column<Row> => ({
  title,
  width,
  align: 'right',
  cell: (row) => {
    const figure = of(row)
    return figure === NONE ? NONE : <span className="num">{figure}</span>
  },
})

/** An amount of money; a dash where there is none. */
export const moneyColumn = <Row,>({ title, of, width = 128 }: Given<Row, Fen | null>): Column<Row> =>
  figureColumn({
    title,
    width,
    of: (row) => {
      const amount = of(row)
      return amount === null ? NONE : formatMoney(amount)
    },
  })

/** A number of things. */
export const countColumn = <Row,>({ title, of, width = 88 }: Given<Row, number>): Column<Row> =>
  figureColumn({ title, width, of: (row) => formatCount(of(row)) })

/** An instant, to the minute, of Shanghai. */
export const instantColumn = <Row,>({ title, of, width = 148 }: Given<Row, Date | null>): Column<Row> => ({
  title,
  width,
  cell: (row) => {
    const at = of(row)
    if (at === null) return NONE
    return (
      <time className="num" dateTime={at.toISOString()}>
        {formatToMinute(at)}
      </time>
    )
  },
})
