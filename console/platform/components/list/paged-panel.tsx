import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { type ReactNode, useState } from 'react'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import type { CallOptions } from '#contract/platform/core/client.ts'
import type { Column } from './columns.tsx'
import { DataTable, TableSkeleton } from './data-table.tsx'
import { ExportMenu, type ListExportFetcher } from './export-menu.tsx'
import type { FilterDefinitionsByName } from './filters.ts'
import type { RowPage } from './use-list.ts'

const SHOWN = 10

interface Props<Row> {
  title: string
  /** Shown on the right of the title. */
  extra?: ReactNode
  /** Exports the list, all of its pages. The button is shown in the same place. */
  keep?: ListExportFetcher<FilterDefinitionsByName>
  /** Shown above the rows, for filters. With other filters the list needs another `key`. */
  above?: ReactNode
  queryKey: QueryKey
  load: (paging: { pageNo: number; pageSize: number }, options: CallOptions) => Promise<RowPage<Row>>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  width: number
  empty: string
}

/** A list within a screen. Its page is local state and not in the address. */
export function PagedListPanel<Row extends object>(props: Props<Row>) {
  const { title, extra, keep, above, queryKey, load, columns, rowKey, width, empty } = props
  const [pageNo, setPageNo] = useState(1)
  const rows = useQuery({
    queryKey: [...queryKey, pageNo],
    queryFn: ({ signal }) => load({ pageNo, pageSize: SHOWN }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title={title} extra={keep ? <ExportMenu fields={{}} ask={keep} nothing={rows.data?.total === 0} /> : extra} flush>
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
              <Pagination current={pageNo} pageSize={SHOWN} total={total} align="end" showSizeChanger={false} onChange={setPageNo} />
            )}
          </>
        )}
      </QueryContent>
    </Panel>
  )
}
