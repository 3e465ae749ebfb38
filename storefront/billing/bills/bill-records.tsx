import { ChevronRight } from 'lucide-react'
import { type BillEntryRow, type BillEntryType, billEntryTypes } from '#contract/billing/bills/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { MonthPicker } from '#storefront/platform/components/month-picker.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { Select } from '#storefront/platform/components/select/select.tsx'
import { toLabelOptions } from '#storefront/platform/components/select/select-options.ts'
import { SkeletonRows } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { useMonthParam } from '#storefront/platform/components/use-month-param.ts'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useSetSearchParamsKeepingOthers } from '#storefront/platform/components/use-search-params.ts'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { documentDownloadApi, PAGE_SIZE, useBillEntries } from './bill-api.ts'

/** The type filter of the list, which is kept in the URL. A change of it goes back to the first page. */
function useType(): { type: BillEntryType | undefined; choose: (type: BillEntryType | undefined) => void } {
  const setSearchParams = useSetSearchParamsKeepingOthers()
  const { type: given } = useSearch()
  const type = keysOf(billEntryTypes).find((one) => one === given)
  return { type, choose: (next) => setSearchParams({ type: next, page: undefined }) }
}

/** 账单明细: the bills by type and month, with signed amounts. Each one can be opened. */
export function BillEntryList({ onShow }: { onShow: (id: string) => void }) {
  const { month, choose } = useMonthParam()
  const { type, choose: chooseType } = useType()
  const pageNo = parsePageNo(useSearch().page)
  const filter = { month, type }
  const narrowed = month !== undefined || type !== undefined
  const bills = useBillEntries(filter, pageNo)
  const turn = usePagination(bills, { pageNo, pageSize: PAGE_SIZE })
  return (
    <>
      {(bills.data?.total !== 0 || narrowed) && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <TypePicker value={type} onChange={chooseType} />
          <MonthPicker value={month} onChange={choose} />
          <ExportButtons ask={(format) => documentDownloadApi.bills({ ...filter, format })} total={bills.data?.total} />
          <p className="ml-auto text-sm text-mute" aria-live="polite">
            {bills.data && (
              <>
                共 <span className="num">{bills.data.total}</span> 笔
              </>
            )}
          </p>
        </div>
      )}
      <QueryContent from={bills} skeleton={<SkeletonRows row="h-20 md:h-17" />}>
        {({ dataList, total }) =>
          total === 0 ? (
            <div className="panel">
              <EmptyState
                title={narrowed ? '没有符合条件的账单' : '还没有账单'}
                hint="消费、充值、还款、退款和利息都会记在这里"
                action={<ButtonLink to="/shop">去商城选购</ButtonLink>}
              />
            </div>
          ) : (
            <>
              <ul className="panel divide-y divide-line-soft">
                {dataList.map((record) => (
                  <li key={record.id}>
                    <Row record={record} onShow={() => onShow(record.id)} />
                  </li>
                ))}
              </ul>
              <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
            </>
          )
        }
      </QueryContent>
    </>
  )
}

function TypePicker({ value, onChange }: { value: BillEntryType | undefined; onChange: (type: BillEntryType | undefined) => void }) {
  return (
    <Select
      aria-label="交易类型"
      value={value ?? ''}
      options={[{ value: '', label: '全部类型' }, ...toLabelOptions(billEntryTypes)]}
      onChange={(type) => onChange(type === '' ? undefined : type)}
      look="fit"
      className="h-11 px-2.5 md:h-9"
    />
  )
}

function Row({ record: { title, typeLabel, method, sign, amount, at }, onShow }: { record: BillEntryRow; onShow: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3.5 md:grid-cols-[minmax(0,1fr)_150px_140px_auto] md:px-5">
      <div>
        <p className="font-medium break-words">{title}</p>
        <p className="text-xs text-mute">
          {typeLabel} · {method}
        </p>
      </div>
      <p className={`num text-right text-md font-semibold ${sign === '+' ? 'text-success' : ''}`}>{`${sign}${formatMoney(amount)}`}</p>
      <time dateTime={at.toISOString()} className="num text-xs text-mute md:text-right">
        {formatShanghaiTimeToSecond(at)}
      </time>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`查看详情：${title} ${sign}${formatMoney(amount)}`}
        onClick={onShow}
        className="-my-2 flex items-center justify-end py-2 text-sm text-jade hover:underline"
      >
        查看详情
        <ChevronRight className="size-4" aria-hidden />
      </button>
    </div>
  )
}
