import { useSearch } from '@tanstack/react-router'
import { fullMonthName } from '../parts/month-chart-view.ts'
import { MonthPicker } from '../parts/month-picker.tsx'
import { pageIn } from '../parts/page-in.ts'
import { Pagination } from '../parts/pagination.tsx'
import { Empty, Loaded, Skeleton } from '../parts/states.tsx'
import { useMonth } from '../parts/use-month.ts'
import { usePageTurning } from '../parts/use-page-turning.ts'
import { CentreLayout } from '../user-center/centre-layout.tsx'
import { EntryList } from './entry-list.tsx'
import { ExportEntries } from './export-entries.tsx'
import { PAGE_SIZE, useEntries } from './wallet-api.ts'
import { WalletTabs } from './wallet-tabs.tsx'

/** /cash_account_user_log: everything that came in and went out, by month. */
export function Page() {
  const { month, choose } = useMonth()
  const pageNo = pageIn(useSearch({ strict: false }).page)
  const turn = usePageTurning()
  const entries = useEntries({ month, pageNo })
  return (
    <CentreLayout title="现金钱包">
      <WalletTabs />
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <MonthPicker value={month} onChange={choose} />
        {(entries.data?.total ?? 0) > 0 && <ExportEntries month={month} />}
        <p className="w-full text-sm text-mute md:ml-auto md:w-auto" aria-live="polite">
          {entries.data && (
            <>
              共 <span className="num">{entries.data.total}</span> 笔
            </>
          )}
        </p>
      </div>
      <Loaded from={entries} skeleton={<Skeleton className="h-96" />}>
        {({ dataList, total }) =>
          total === 0 ? (
            <div className="panel">
              <Empty
                title={month === undefined ? '还没有收支记录' : `${fullMonthName(month)}没有收支`}
                hint="可以换一个月份，或查看全部月份"
              />
            </div>
          ) : (
            <>
              <div className="panel">
                <EntryList entries={dataList} />
              </div>
              <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
            </>
          )
        }
      </Loaded>
    </CentreLayout>
  )
}
