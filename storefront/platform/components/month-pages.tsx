import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { MonthPicker } from './month-picker.tsx'
import { Pagination } from './pagination.tsx'
import { parsePageNo } from './parse-page.ts'
import { SkeletonRows } from './skeleton-list.tsx'
import { QueryContent } from './states.tsx'
import { useMonthParam } from './use-month-param.ts'
import { usePagination } from './use-pagination.ts'

interface Props<Row> {
  /** Reads a page of a month, or of all months if none is chosen. */
  usePage: (month: string | undefined, pageNo: number) => UseQueryResult<{ dataList: Row[]; total: number }>
  pageSize: number
  /** The height of a row, for the skeleton. */
  row?: string
  /** Shown beside the month picker if there are rows. */
  beside?: (month: string | undefined) => ReactNode
  /** Shown for a month without rows. */
  none: (month: string | undefined) => ReactNode
  children: (rows: Row[]) => ReactNode
}

/** Records by month and page. Both are stored in the address. */
export function MonthlyRecordPages<Row>({ usePage, pageSize, row = 'h-17', beside, none, children }: Props<Row>) {
  const { month, choose } = useMonthParam()
  const pageNo = parsePageNo(useSearch().page)
  const page = usePage(month, pageNo)
  const turn = usePagination(page, { pageNo, pageSize })
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <MonthPicker value={month} onChange={choose} />
        {page.data?.total !== 0 && beside?.(month)}
        <p className="ml-auto text-sm text-mute" aria-live="polite">
          {page.data && (
            <>
              共 <span className="num">{page.data.total}</span> 笔
            </>
          )}
        </p>
      </div>
      <QueryContent from={page} skeleton={<SkeletonRows row={row} />}>
        {({ dataList, total }) =>
          total === 0 ? (
            <div className="panel">{none(month)}</div>
          ) : (
            <>
              {children(dataList)}
              <Pagination pageNo={pageNo} pageSize={pageSize} total={total} onChange={turn} />
            </>
          )
        }
      </QueryContent>
    </>
  )
}
