import { ChevronLeft, ChevronRight } from 'lucide-react'
import { computeLastPage } from './use-pagination.ts'

/** The page numbers to show: the first, the last, and those around the current one; null is a gap. */
function pageNumbers(current: number, last: number): (number | null)[] {
  const near = [1, last, current - 1, current, current + 1].filter((page) => page >= 1 && page <= last)
  const pages = [...new Set(near)].sort((a, b) => a - b)
  return pages.flatMap((page, at) => (at > 0 && page - (pages[at - 1] ?? 0) > 1 ? [null, page] : [page]))
}

/** 1 … 4 [5] 6 … 12 */
export function Pagination({
  pageNo,
  pageSize,
  total,
  onChange,
}: {
  pageNo: number
  pageSize: number
  total: number
  onChange: (page: number) => void
}) {
  const last = computeLastPage(total, pageSize)
  if (last <= 1) return null
  const cell = 'num grid h-9 min-w-9 place-items-center rounded-control px-2 disabled:text-line'
  return (
    <nav aria-label="分页" className="flex flex-wrap items-center justify-center gap-1.5 py-6">
      <button type="button" className={cell} aria-label="上一页" disabled={pageNo <= 1} onClick={() => onChange(pageNo - 1)}>
        <ChevronLeft className="size-4" aria-hidden />
      </button>
      {pageNumbers(pageNo, last).map((page, at) =>
        page === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is its place
          <span key={`gap${at}`} className="px-1 text-mute">
            …
          </span>
        ) : (
          <button
            key={page}
            type="button"
            aria-label={`第 ${page} 页`}
            aria-current={page === pageNo ? 'page' : undefined}
            className={`${cell} ${page === pageNo ? 'bg-pine text-white' : 'border border-line bg-white hover:border-jade'}`}
            onClick={() => onChange(page)}
          >
            {page}
          </button>
        ),
      )}
      <button type="button" className={cell} aria-label="下一页" disabled={pageNo >= last} onClick={() => onChange(pageNo + 1)}>
        <ChevronRight className="size-4" aria-hidden />
      </button>
    </nav>
  )
}
