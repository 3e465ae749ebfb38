import { normaliseHeading, removeHeadingBrackets } from '#contract/platform/spreadsheets/heading.ts'

const HEAD_WITHIN = 10

export interface RowWithNamedCells<Field extends string> {
  /** The line of the file, counted from 1. */
  rowNo: number
  cells: Record<Field, string>
}

/**
 * Parses a table by its column headings, each of which has several names. Without headings the columns are in the order of the fields. Rows
 * without a value in these columns are omitted.
 */
export function parseTableByHeadings<Field extends string>(
  table: readonly (readonly string[])[],
  names: Readonly<Record<Field, readonly string[]>>,
): RowWithNamedCells<Field>[] {
  const fields = Object.keys(names) as Field[]
  const placesIn = (cells: readonly string[]) => {
    const heads = cells.map((cell) => removeHeadingBrackets(normaliseHeading(cell)))
    return fields.map((field) => heads.findIndex((head) => names[field].includes(head)))
  }
  const head = table.slice(0, HEAD_WITHIN).findIndex((cells) => placesIn(cells).filter((place) => place >= 0).length >= 2)
  const places = head >= 0 ? placesIn(table[head] ?? []) : fields.map((_, at) => at)
  const rows = table.slice(head + 1).map((cells, at) => {
    const given = fields.map((field, place) => [field, (cells[places[place] ?? -1] ?? '').trim().replace(/^\ufeff|^'/g, '')])
    return { rowNo: head + 2 + at, cells: Object.fromEntries(given) as Record<Field, string> }
  })
  return rows.filter(({ cells }) => fields.some((field) => cells[field] !== ''))
}
