import { Pagination } from 'antd'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { Column } from './columns.tsx'

interface Props<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** In px. In a narrower window the table scrolls horizontally. */
  width: number
  /** Shown if there are no rows. */
  empty?: ReactNode
  /** The rows of another page are loading. */
  turning?: boolean
  /** The sums of the list, with a value for every right-aligned column; they are the last row. */
  totals?: Partial<Row> | undefined
}

/** The first cell of the row with the sums. */
const SUMS = '合计'

/** A table of rows, on a phone as cards: the first column is the card's header, the others are its lines. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const phone = usePhone()
  if (props.rows.length === 0) return props.empty
  return phone ? <Cards {...props} /> : <Wide {...props} />
}

/**
 * A table of rows that are all here, in pages of `pageSize`. Give it another `key` for other rows: it then begins at its first page. What is
 * shown without rows, and what a page loads, is as in `DataTable`.
 */
export function PagedDataTable<Row extends object>({ rows, pageSize, ...table }: Props<Row> & { pageSize: number }) {
  const [pageNo, setPageNo] = useState(1)
  return (
    <>
      <DataTable {...table} rows={rows.slice((pageNo - 1) * pageSize, pageNo * pageSize)} />
      {rows.length > pageSize && (
        <Pagination current={pageNo} pageSize={pageSize} total={rows.length} align="end" showSizeChanger={false} onChange={setPageNo} />
      )}
    </>
  )
}

/** This many cards fill the window of a phone. */
const CARDS = 4

/** The skeleton of a table: its own columns, with bars in the cells. */
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
 * A plain HTML table. antd's table measures scrollbars with a style without a nonce, which the page's policy blocks and reports for every
 * list. Its other features are not needed for lists that the server pages.
 */
function Wide<Row extends object>({ columns: all, rows, rowKey, width, turning = false, totals }: Props<Row>) {
  const columns = all.filter(({ hidden }) => !hidden)
  const saved = all.reduce((sum, { hidden, width: wide = 0 }) => (hidden ? sum + wide : sum), 0)
  return (
    <div className="table-scroll">
      <table className="table" style={{ minWidth: width - saved }} aria-busy={turning}>
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
        {totals && (
          <tfoot>
            <tr>
              {columns.map(({ title, align, cell }, at) =>
                at === 0 ? (
                  <th key={title} scope="row">
                    {SUMS}
                  </th>
                ) : (
                  <td key={title} className={align}>
                    {align && cell(totals as Row)}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Cards<Row extends object>({ columns: [head, ...lines], rows, rowKey, turning = false, totals }: Props<Row>) {
  return (
    <ul className="cards" aria-busy={turning}>
      {[...rows, ...(totals ? [totals as Row] : [])].map((row) => (
        <li key={row === totals ? SUMS : rowKey(row)}>
          <div className="card-head">{row === totals ? SUMS : head?.cell(row)}</div>
          <dl>
            {(row === totals ? lines.filter(({ align }) => align) : lines).map(({ title, cell, prose }) => (
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

/** Whether the window has the width of a phone. */
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
