import { type Column, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

/** The columns of a list of keys, for any kind of owner. */
interface ListedKey {
  name: string
  prefix: string
  addresses: readonly string[]
  lastUsedAt: Date | null
  lastUsedIp: string | null
}

/** An instant in a line of a cell; a dash if there is none. */
export const instantCell = (at: Date | null) => (at === null ? EMPTY_CELL : <span className="num">{formatShanghaiTimeToMinute(at)}</span>)

/** The name of a key and the beginning of its secret. */
export const keyNameColumn = <Row extends ListedKey>(title: string): Column<Row> =>
  customColumn({
    title,
    value: ({ name, prefix }) => (
      <div className="two-lines">
        <span>{name}</span>
        <small className="num">{prefix}…</small>
      </div>
    ),
  })

/** The permissions and addresses of a key. `labels` names its permissions. */
export const keyPermissionsColumn = <Row extends ListedKey>(labels: (row: Row) => readonly string[]): Column<Row> =>
  customColumn({
    title: '权限',
    width: 180,
    value: (row) => (
      <div className="two-lines">
        <span>{labels(row).join('、')}</span>
        <small className="num">{row.addresses.length === 0 ? 'IP 不限' : row.addresses.join(' ')}</small>
      </div>
    ),
  })

/** The time and the address of the last use of a key. */
export const keyLastUseColumn = <Row extends ListedKey>(): Column<Row> =>
  customColumn({
    title: '最近使用',
    width: 170,
    value: ({ lastUsedAt, lastUsedIp }) => (
      <div className="two-lines">
        {instantCell(lastUsedAt)}
        <small className="num">{lastUsedIp}</small>
      </div>
    ),
  })
