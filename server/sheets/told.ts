import type { Fen } from '../../contract/money.ts'
import type { Column, ColumnKind, Rows, Sheet, Value } from './sheet.ts'

/** A column with what it says of a row. */
export interface Told<Row> extends Column {
  of: (row: Row) => Value
}

/** A column of a list that is told by its rows. */
export const told = <Row>(title: string, width: number, kind: ColumnKind, of: (row: Row) => Value): Told<Row> => ({
  title,
  width,
  kind,
  of,
})

/** Columns of a kind of row, in their usual widths. */
interface Tellers<Row> {
  text: (title: string, width: number, of: (row: Row) => string | null) => Told<Row>
  money: (title: string, of: (row: Row) => Fen | null) => Told<Row>
  count: (title: string, of: (row: Row) => number | null) => Told<Row>
  instant: (title: string, of: (row: Row) => Date | null) => Told<Row>
  day: (title: string, of: (row: Row) => string | null) => Told<Row>
}
const tellers: Tellers<never> = {
  text: (title, width, of) => told(title, width, 'text', of),
  money: (title, of) => told(title, 16, 'money', of),
  count: (title, of) => told(title, 10, 'count', of),
  instant: (title, of) => told(title, 20, 'instant', of),
  day: (title, of) => told(title, 12, 'day', of),
}

/** The columns of a list, told by its rows. */
export const columnsOf = <Row>(tell: (by: Tellers<Row>) => readonly Told<Row>[]): readonly Told<Row>[] =>
  tell(tellers as unknown as Tellers<Row>)

interface Named {
  enterpriseName: string | null
  enterpriseId: string
}
/** Whose a row is. */
export const whose = <Row extends Named>() =>
  told<Row>('企业', 34, 'text', ({ enterpriseName, enterpriseId }) => enterpriseName ?? enterpriseId)

/** What the columns say of some rows. */
export const tell = <Row>(columns: readonly Told<Row>[], rows: readonly Row[]): Rows => rows.map((row) => columns.map(({ of }) => of(row)))

/** Rows as a sheet, column by column. */
export const tabulate = <Row>(name: string, columns: readonly Told<Row>[], rows: readonly Row[]): Sheet => ({
  ...{ name, columns: columns.map(({ title, width, kind }) => ({ title, width, kind })) },
  rows: tell(columns, rows),
})
