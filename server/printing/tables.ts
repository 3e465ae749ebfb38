import type { Column, ColumnKind, Sheet, Value } from './sheet.ts'

/** A column with what it says of a row. */
interface Told<Row> extends Column {
  of: (row: Row) => Value
}

/** A column of a list that is told by its rows. */
export const told = <Row>(title: string, width: number, kind: ColumnKind, of: (row: Row) => Value): Told<Row> => ({
  title,
  width,
  kind,
  of,
})

/** Rows as a sheet, column by column. */
export const tabulate = <Row>(name: string, columns: readonly Told<Row>[], rows: readonly Row[]): Sheet => ({
  ...{ name, columns: columns.map(({ title, width, kind }) => ({ title, width, kind })) },
  rows: rows.map((row) => columns.map(({ of }) => of(row))),
})
