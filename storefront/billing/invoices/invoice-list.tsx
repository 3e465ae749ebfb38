import { type BuyerInvoiceStatus, buyerInvoiceStatuses } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { InvoiceRow } from '#contract/billing/invoices/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { SkeletonPanels } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { PAGE_SIZE, useInvoices } from './invoice-api.ts'
import { formatInvoiceSource, toInvoiceStatusTag } from './invoice-view.ts'
import { InvoiceTitleKindTag } from './titles/title-choice.tsx'

/** The applications, the newest first. */
export function InvoiceList({ standing, pageNo }: { standing: BuyerInvoiceStatus | undefined; pageNo: number }) {
  const found = useInvoices(standing, pageNo)
  const turn = usePagination(found, { pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={found} skeleton={<SkeletonPanels row="h-40 md:h-35" />}>
      {({ dataList, total }) => (
        <div className="flex flex-col gap-3">
          {dataList.length === 0 && (
            <div className="panel">
              <EmptyState
                title={standing === undefined ? '还没有申请过发票' : `没有${buyerInvoiceStatuses[standing].label}的发票`}
                hint="订单全部发货或账单出账后可申请开票"
                action={<ButtonLink to="/my_invoice_can_open">申请开票</ButtonLink>}
              />
            </div>
          )}
          {dataList.map((invoice) => (
            <Card key={invoice.id} invoice={invoice} />
          ))}
          <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
        </div>
      )}
    </QueryContent>
  )
}

/** The state of an invoice as a coloured tag. */
export function InvoiceStatusTag({ invoice }: { invoice: Pick<InvoiceRow, 'state'> }) {
  const { label, look } = toInvoiceStatusTag(invoice)
  return <span className={`rounded-[3px] px-1.5 py-0.5 text-xs whitespace-nowrap ${look}`}>{label}</span>
}

function Card({ invoice }: { invoice: InvoiceRow }) {
  const { id, invoiceNo, kind, titleName, shopName, amount, red, number, createdAt, state, reason } = invoice
  return (
    <article className="panel" aria-label={`发票申请 ${invoiceNo}`}>
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line-soft px-4 py-3 md:px-5">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="num">{invoiceNo}</span>
          <span className="num text-sm text-mute">{formatShanghaiTimeToMinute(createdAt)}</span>
        </p>
        <InvoiceStatusTag invoice={invoice} />
      </header>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-4 py-3 md:px-5">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium break-words">{titleName}</span>
            <InvoiceTitleKindTag kind={kind} />
          </p>
          <p className="mt-0.5 text-sm break-words text-mute">
            {shopName !== '' && `${shopName} · `}
            <span className="num">{formatInvoiceSource(invoice)}</span>
          </p>
          {number !== null && (
            <p className="mt-0.5 text-sm text-mute">
              发票号码 <span className="num break-all text-ink">{number}</span>
            </p>
          )}
          {state === 'REJECTED' && reason !== null && <p className="mt-0.5 text-sm break-words text-danger">驳回原因：{reason}</p>}
        </div>
        <div className="ml-auto flex items-center gap-4">
          <p className="text-right">
            <strong className="num text-md">{formatMoney(amount)}</strong>
            {red > 0 && <span className="num block text-xs text-mute">已红冲 −{formatMoney(red)}</span>}
          </p>
          <Link
            to="/my_invoice_detail"
            search={{ id }}
            aria-label={`查看详情：发票 ${invoiceNo}`}
            className="rounded-control border border-line px-3 py-1.5 text-sm whitespace-nowrap hover:border-jade hover:text-jade"
          >
            查看详情
          </Link>
        </div>
      </div>
    </article>
  )
}
