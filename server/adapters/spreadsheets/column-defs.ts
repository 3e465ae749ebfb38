import type { Fen } from '#contract/platform/core/money.ts'
import type { CellRows, CellValue, ColumnHeader, ColumnKind, Sheet } from './sheet.ts'

/** A column with the function that computes its cell from a row. */
export interface ColumnDef<Row> extends ColumnHeader {
  of: (row: Row) => CellValue
}

/** Defines a column by its title, width, kind and cell. */
export const defineColumn = <Row>(title: string, width: number, kind: ColumnKind, of: (row: Row) => CellValue): ColumnDef<Row> => ({
  title,
  width,
  kind,
  of,
})

/** Functions that define columns of each kind in the usual widths. */
interface ColumnBuilders<Row> {
  text: (title: string, width: number, of: (row: Row) => string | null) => ColumnDef<Row>
  money: (title: string, of: (row: Row) => Fen | null) => ColumnDef<Row>
  count: (title: string, of: (row: Row) => number | null) => ColumnDef<Row>
  unitCost: (title: string, of: (row: Row) => Fen | null) => ColumnDef<Row>
  instant: (title: string, of: (row: Row) => Date | null) => ColumnDef<Row>
  day: (title: string, of: (row: Row) => string | null) => ColumnDef<Row>
}
const builders: ColumnBuilders<never> = {
  text: (title, width, of) => defineColumn(title, width, 'text', of),
  money: (title, of) => defineColumn(title, 16, 'money', of),
  count: (title, of) => defineColumn(title, 10, 'count', of),
  unitCost: (title, of) => defineColumn(title, 14, 'unitCost', of),
  instant: (title, of) => defineColumn(title, 20, 'instant', of),
  day: (title, of) => defineColumn(title, 12, 'day', of),
}

/** Defines the columns of a list. */
export const defineColumns = <Row>(define: (by: ColumnBuilders<Row>) => readonly ColumnDef<Row>[]): readonly ColumnDef<Row>[] =>
  define(builders as unknown as ColumnBuilders<Row>)

interface Named {
  enterpriseName: string | null
}

/** The name of an enterprise in a sheet. One that is not verified has none, and its id would say nothing to a reader. */
export const formatEnterpriseCell = ({ enterpriseName }: Named): string => enterpriseName ?? '未认证企业'

/** The column with the enterprise of a row. */
export const createEnterpriseColumn = <Row extends Named>() => defineColumn<Row>('企业', 34, 'text', formatEnterpriseCell)

/** Computes the cells of some rows. */
export const toCellRows = <Row>(columns: readonly ColumnDef<Row>[], rows: readonly Row[]): CellRows =>
  rows.map((row) => columns.map(({ of }) => of(row)))

/** Builds a sheet from columns and rows. */
export const createSheet = <Row>(name: string, columns: readonly ColumnDef<Row>[], rows: readonly Row[]): Sheet => ({
  name,
  columns: columns.map(({ title, width, kind }) => ({ title, width, kind })),
  rows: toCellRows(columns, rows),
})
