import { Button, Pagination } from 'antd'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHead } from '#console/platform/components/panel.tsx'
import { EmptyState, ErrorState } from '#console/platform/components/states.tsx'
import { ROWS_REACHABLE_BY_PAGES_MAX } from '#contract/platform/core/fields.ts'
import { formatCount } from '#ui/format.ts'
import type { Column } from './columns.tsx'
import { DataTable, TableSkeleton } from './data-table.tsx'
import { ExportMenu, type ListExportFetcher } from './export-menu.tsx'
import { FilterBar, type FilterPickerComponent } from './filter-bar.tsx'
import { type FilterDefinitionsByName, isFiltered, PAGE_SIZE_CHOICES } from './filters.ts'
import { ColumnsButton, useColumnsWithHidden } from './saved-views/columns-button.tsx'
import { type ListSource, type RowPage, useListFromSearchParams } from './use-list.ts'

/** The rows on the screen with their page; undefined while a page loads or after an error. */
export interface ShownListPage<Row> {
  rows: readonly Row[]
  pageNo: number
}

interface Props<F extends FilterDefinitionsByName, Row, P extends RowPage<Row> = RowPage<Row>> extends ListSource<F, Row, P> {
  title: string
  /** Below the title; may depend on what the server has answered. */
  note?: ReactNode | ((page: P | undefined) => ReactNode)
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** In a narrower window the table scrolls horizontally. */
  width: number
  /** Exports the list, all of its pages. */
  exportRows?: ListExportFetcher<F> | undefined
  /** Exports the details of its rows. */
  exportDetails?: { what: string; ask: ListExportFetcher<F> }
  /** The actions of the screen, which may depend on the shown rows. The most frequent one is last, at the edge. */
  actions?: ReactNode | ((shown: ShownListPage<Row>) => ReactNode)
  /** Shown between the header and the list. */
  above?: ReactNode
  /** The text of an empty list without filters, with the origin of its rows. */
  empty: string
  next: string
  pickers?: Record<string, FilterPickerComponent>
}

/** A list of the console: filters and page in the address, pages from the server, and the four states. */
export function ListPage<F extends FilterDefinitionsByName, Row extends object, P extends RowPage<Row> = RowPage<Row>>(
  props: Props<F, Row, P>,
) {
  const { title, note, pickers, exportRows, exportDetails, actions, above, ...rest } = props
  const columns = useColumnsWithHidden(rest.columns)
  const { search, result } = useListFromSearchParams(rest)
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
        note={typeof note === 'function' ? note(result.data) : note}
        actions={
          <>
            {refresh}
            {columns.length > 1 && <ColumnsButton columns={columns} />}
            {exportRows && <ExportMenu {...exporting} ask={exportRows} />}
            {exportDetails && <ExportMenu {...exporting} {...exportDetails} />}
            {typeof actions === 'function' ? actions({ rows, pageNo: search.values.pageNo }) : actions}
          </>
        }
      />
      {above}
      <div className="panel">
        {Object.keys(rest.fields).length > 0 && <FilterBar fields={rest.fields} {...search} {...(pickers ? { pickers } : {})} />}
        <Rows {...rest} columns={columns} search={search} result={result} />
      </div>
    </>
  )
}

type RowsProps<F extends FilterDefinitionsByName, Row> = Omit<
  Props<F, Row>,
  'title' | 'note' | 'pickers' | 'exportRows' | 'exportDetails' | 'actions' | 'above'
> &
  ReturnType<typeof useListFromSearchParams<F, Row, RowPage<Row>>>

function Rows<F extends FilterDefinitionsByName, Row extends object>({
  search,
  result,
  fields,
  columns,
  rowKey,
  width,
  empty,
  next,
}: RowsProps<F, Row>) {
  const { values, clear } = search
  if (result.error) return <ErrorState error={result.error} retry={() => void result.refetch()} />
  if (!result.data) return <TableSkeleton columns={columns} count={values.pageSize / 2} width={width} />
  const { dataList, total, totals } = result.data
  const searched = isFiltered(fields, values) || values.pageNo > 1
  const nothing = searched ? (
    <EmptyState title="没有符合条件的记录" action={<Button onClick={clear}>清除筛选</Button>} />
  ) : (
    <EmptyState title={empty} next={next} />
  )
  return (
    <>
      <DataTable
        columns={columns}
        rows={dataList}
        rowKey={rowKey}
        width={width}
        empty={nothing}
        turning={result.isPlaceholderData}
        totals={totals}
      />
      {total > 0 && <Turner total={total} search={search} />}
    </>
  )
}

/** The server does not count beyond `ROWS_REACHABLE_BY_PAGES_MAX`. */
const formatTotal = (total: number): string =>
  total >= ROWS_REACHABLE_BY_PAGES_MAX ? `${formatCount(ROWS_REACHABLE_BY_PAGES_MAX)} 条以上` : `共 ${formatCount(total)} 条`

function Turner<F extends FilterDefinitionsByName, Row>({
  total,
  search: { values, turn },
}: { total: number } & Pick<RowsProps<F, Row>, 'search'>) {
  const { pageNo, pageSize } = values
  return (
    <Pagination
      current={pageNo}
      pageSize={pageSize}
      total={total}
      align="end"
      showTotal={formatTotal}
      showSizeChanger={total > PAGE_SIZE_CHOICES[0]}
      responsive
      pageSizeOptions={[...PAGE_SIZE_CHOICES]}
      onChange={(next, size) => turn({ pageNo: size === pageSize ? next : 1, pageSize: size })}
    />
  )
}
