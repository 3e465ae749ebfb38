import type { OrderDetail } from '#contract/orders/orders/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useOrderInvoices } from './invoice-api.ts'
import { InvoiceStatusTag } from './invoice-list.tsx'

/** States of an order in which everything was shipped that will be. */
const finished: readonly OrderDetail['state'][] = ['SENT', 'WAIT_COMMENT', 'DONE']
/** States of an order that is not paid, or that will never be invoiced. */
const never: readonly OrderDetail['state'][] = ['CANCELLED', 'WAIT_PAY']

/** 发票 of an order: its applications, and a link to make one. */
export function OrderInvoices({ order: { orderNo, state, payable } }: { order: OrderDetail }) {
  const { data } = useOrderInvoices(orderNo)
  if (payable === 0 || never.includes(state) || !data) return null
  const live = data.dataList.some((one) => one.state !== 'REJECTED' && one.state !== 'RED')
  return (
    <section aria-labelledby="invoices" className="panel p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="invoices" className="text-md md:text-lg">
          发票
        </h2>
        {finished.includes(state) ? (
          !live && (
            <ButtonLink to="/my_invoice_can_open" search={{ orderNo }} look="line" size="sm">
              申请开票
            </ButtonLink>
          )
        ) : (
          <p className="text-sm text-mute">全部发货后可申请开票</p>
        )}
      </div>
      {data.dataList.length > 0 && (
        <ul className="mt-2 divide-y divide-line-soft">
          {data.dataList.map((invoice) => (
            <li key={invoice.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <Link to="/my_invoice_detail" search={{ id: invoice.id }} className="num finger text-jade hover:underline">
                {invoice.invoiceNo}
              </Link>
              <InvoiceStatusTag invoice={invoice} />
              <span className="num text-sm text-mute">{invoice.number}</span>
              <span className="num ml-auto">{formatMoney(invoice.amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
