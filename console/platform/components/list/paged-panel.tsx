import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import type { CallOptions } from '#contract/platform/core/client.ts'
import type { Column } from './columns.tsx'
import { DataTable, TableSkeleton } from './data-table.tsx'
import { ExportMenu, type ListExportFetcher } from './export-menu.tsx'
import type { FilterDefinitionsByName } from './filters.ts'
import { type RowPage, usePanelPage } from './use-list.ts'

const SHOWN = 10

interface Props<Row> {
  /** Names the list on its screen, for its page in the address. */
  name: string
  title: string
  /** Shown on the right of the title. */
  extra?: ReactNode
  /** Exports the list, all of its pages. The button is shown before `extra`. */
  keep?: ListExportFetcher<FilterDefinitionsByName>
  /** Shown above the rows, for filters; see `usePanelChoice`. */
  above?: ReactNode
  queryKey: QueryKey
  load: (paging: { pageNo: number; pageSize: number }, options: CallOptions) => Promise<RowPage<Row>>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  width: number
  empty: string
}

/** A list within a screen. Its page is in the address, like that of a list which is a screen. */
export function PagedListPanel<Row extends object>(props: Props<Row>) {
  const { name, title, extra, keep, above, queryKey, load, columns, rowKey, width, empty } = props
  const [pageNo, turn] = usePanelPage(name)
  const rows = useQuery({
    queryKey: [...queryKey, pageNo],
    queryFn: ({ signal }) => load({ pageNo, pageSize: SHOWN }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel
      title={title}
      extra={
        <div className="panel-actions">
          {keep && <ExportMenu fields={{}} ask={keep} nothing={rows.data?.total === 0} />}
          {extra}
        </div>
      }
      flush
    >
      {above}
      <QueryContent from={rows} waiting={<TableSkeleton columns={columns} count={5} width={width} />}>
        {({ dataList, total }) => (
          <>
            <DataTable
              columns={columns}
              rows={dataList}
              rowKey={rowKey}
              width={width}
              turning={rows.isPlaceholderData}
              empty={<EmptyState title={empty} />}
            />
            {total > SHOWN && (
              <Pagination current={pageNo} pageSize={SHOWN} total={total} align="end" showSizeChanger={false} onChange={turn} />
            )}
          </>
        )}
      </QueryContent>
    </Panel>
  )
}
