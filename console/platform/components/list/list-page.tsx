import { Button, Pagination } from 'antd'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHead } from '#console/platform/components/panel.tsx'
import { Empty, ErrorState } from '#console/platform/components/states.tsx'
import { formatCount } from '#ui/format.ts'
import type { Column } from './columns.tsx'
import { DataTable, TableSkeleton } from './data-table.tsx'
import { type ExportList, ExportMenu } from './export-menu.tsx'
import { FilterBar, type Picker } from './filter-bar.tsx'
import { type Filters, isFiltered, PAGE_SIZES } from './filters.ts'
import { type ListSource, useList } from './use-list.ts'

/** The rows that stand on the screen, and of which page they are; none while a page is on its way or has failed. */
export interface ListView<Row> {
  rows: readonly Row[]
  pageNo: number
}

interface Props<F extends Filters, Row> extends ListSource<F, Row> {
  title: string
  note?: ReactNode
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Below this the table scrolls sideways. */
  width: number
  /** Takes the list along, all of its pages. */
  keep?: ExportList<F> | undefined
  /** Takes along what its rows are made of. */
  keepDetails?: { what: string; ask: ExportList<F> }
  /** What can be done besides looking, with what is shown where it is about that; what is done most often comes last, at the edge. */
  actions?: ReactNode | ((shown: ListView<Row>) => ReactNode)
  /** What stands between the head and the list. */
  above?: ReactNode
  /** What an empty list without filters says, and where its rows will come from. */
  empty: string
  next: string
  pickers?: Record<string, Picker>
}

/** A list of the console: filters and page in the address, rows by the page from the server, and its four states. */
export function ListPage<F extends Filters, Row extends object>(props: Props<F, Row>) {
  const { title, note, pickers, keep, keepDetails, actions, above, ...rest } = props
  const { search, result } = useList(rest)
  const stands = !result.error && !result.isPlaceholderData
  const rows = (stands ? result.data?.dataList : undefined) ?? []
  const exporting = { fields: rest.fields, nothing: result.data?.total === 0 }
  const refresh = (
    <Button
      icon={<RefreshCw size={14} aria-hidden />}
      loading={result.isFetching && !result.isPending}
      onClick={() => void result.refetch()}
    >
      <span className="refresh-word">刷新</span>
    </Button>
  )
  return (
    <>
      <PageHead
        title={title}
        note={note}
        actions={
          <>
            {refresh}
            {keep && <ExportMenu {...exporting} ask={keep} />}
            {keepDetails && <ExportMenu {...exporting} {...keepDetails} />}
            {typeof actions === 'function' ? actions({ rows, pageNo: search.values.pageNo }) : actions}
          </>
        }
      />
      {above}
      <div className="panel">
        {Object.keys(rest.fields).length > 0 && <FilterBar fields={rest.fields} {...search} {...(pickers ? { pickers } : {})} />}
        <Rows {...rest} search={search} result={result} />
      </div>
    </>
  )
}

type RowsProps<F extends Filters, Row> = Omit<Props<F, Row>, 'title' | 'note' | 'pickers' | 'keep' | 'keepDetails' | 'actions' | 'above'> &
  ReturnType<typeof useList<F, Row>>

function Rows<F extends Filters, Row extends object>({ search, result, fields, columns, rowKey, width, empty, next }: RowsProps<F, Row>) {
  const { values, clear } = search
  if (result.error) return <ErrorState error={result.error} retry={() => void result.refetch()} />
  if (!result.data) return <TableSkeleton columns={columns} count={values.pageSize / 2} width={width} />
  const { dataList, total } = result.data
  const searched = isFiltered(fields, values) || values.pageNo > 1
  const nothing = searched ? (
    <Empty title="没有符合条件的记录" action={<Button onClick={clear}>清除筛选</Button>} />
  ) : (
    <Empty title={empty} next={next} />
  )
  return (
    <>
      <DataTable columns={columns} rows={dataList} rowKey={rowKey} width={width} empty={nothing} turning={result.isPlaceholderData} />
      {total > 0 && <Turner total={total} search={search} />}
    </>
  )
}

/** From here on the server counts no further. */
const COUNTED_MAX = 10_000
const sayTotal = (total: number): string => (total >= COUNTED_MAX ? `${formatCount(COUNTED_MAX)} 条以上` : `共 ${formatCount(total)} 条`)

function Turner<F extends Filters, Row>({ total, search: { values, turn } }: { total: number } & Pick<RowsProps<F, Row>, 'search'>) {
  const { pageNo, pageSize } = values
  return (
    <Pagination
      current={pageNo}
      pageSize={pageSize}
      total={total}
      align="end"
      showTotal={sayTotal}
      showSizeChanger={total > PAGE_SIZES[0]}
      responsive
      pageSizeOptions={[...PAGE_SIZES]}
      onChange={(next, size) => turn({ pageNo: size === pageSize ? next : 1, pageSize: size })}
    />
  )
}
