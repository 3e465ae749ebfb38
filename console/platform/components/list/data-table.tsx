import { type ReactNode, useSyncExternalStore } from 'react'
import type { Column } from './columns.tsx'

interface Props<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Below this, in px, the table scrolls sideways. */
  width: number
  /** What stands in the place of rows when there are none. */
  empty?: ReactNode
  /** Rows of another page are on their way. */
  turning?: boolean
}

/** Rows as a table, and on a phone as cards: the first column is the card's head, the others are its lines. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const phone = usePhone()
  if (props.rows.length === 0) return props.empty
  return phone ? <Cards {...props} /> : <Wide {...props} />
}

/** On a phone this many cards fill the window. */
const CARDS = 4

/** A table whose rows are on their way: its own columns, with bars in the cells. */
export function TableSkeleton<Row extends object>({ columns, count, width }: Pick<Props<Row>, 'columns' | 'width'> & { count: number }) {
  const phone = usePhone()
  const rows = Array.from({ length: phone ? Math.min(count, CARDS) : count }, (_, at) => ({ at }))
  const bars = columns.map(({ cell: _, ...column }) => ({ ...column, cell: () => <span className="bar bar-cell" /> }))
  const Shape = phone ? Cards : Wide
  return (
    <div role="status" aria-label="加载中">
      <div aria-hidden>
        <Shape columns={bars} rows={rows} rowKey={({ at }) => String(at)} width={width} />
      </div>
    </div>
  )
}

/**
 * A plain table: antd's measures scrollbars with a style that carries no nonce, which the page's policy stops and reports at every list;
 * and what it can do besides, a list of the server's pages does not need.
 */
function Wide<Row extends object>({ columns, rows, rowKey, width, turning = false }: Props<Row>) {
  return (
    <div className="table-scroll">
      <table className="table" style={{ minWidth: width }} aria-busy={turning}>
        <thead>
          <tr>
            {columns.map(({ title, align, width: wide }) => (
              <th key={title} scope="col" className={align} style={{ width: wide }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, align, cell }) => (
                <td key={title} className={align}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards<Row extends object>({ columns: [head, ...lines], rows, rowKey, turning = false }: Props<Row>) {
  return (
    <ul className="cards" aria-busy={turning}>
      {rows.map((row) => (
        <li key={rowKey(row)}>
          <div className="card-head">{head?.cell(row)}</div>
          <dl>
            {lines.map(({ title, cell, prose }) => (
              <div key={title} className={prose === true ? 'card-prose' : undefined}>
                <dt>{title}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

const narrow = () => window.matchMedia('(max-width: 639px)')

/** Whether the window is as narrow as a phone's. */
function usePhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = narrow()
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => narrow().matches,
  )
}
