import type { InvoiceableStatement } from '#contract/billing/invoices/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { useInvoiceableStatements } from '#storefront/billing/invoices/invoice-api.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { SkeletonRows } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { formatCount, formatFullMonth } from '#ui/format.ts'

/** 可开票账单: the posted amount of each monthly statement, with one invoice per shop. */
export function InvoiceableStatements() {
  const found = useInvoiceableStatements()
  return (
    <QueryContent from={found} skeleton={<SkeletonRows rows={3} row="h-18" />}>
      {(statements) =>
        statements.length === 0 ? (
          <div className="panel">
            <EmptyState
              title="没有可开票的账单"
              hint="每月 1 日结出上月赊销，出账后可以整张账单开票；已申请的在开票记录中"
              action={
                <ButtonLink to="/my_bill" search={{ view: 'month' }}>
                  查看月度账单
                </ButtonLink>
              }
            />
          </div>
        ) : (
          <>
            <ul className="panel divide-y divide-line-soft">
              {statements.map((statement) => (
                <li key={`${statement.month} ${statement.shopId}`}>
                  <Row statement={statement} />
                </li>
              ))}
            </ul>
            <p className="mt-3 text-sm text-mute">
              每个店铺开一张。账单中已单独申请开票、已退款或异议核减的商品不再计入；当月账单在次月 1 日出账后可开。
            </p>
          </>
        )
      }
    </QueryContent>
  )
}

function Row({ statement: { month, shopId, shopName, orders, amount } }: { statement: InvoiceableStatement }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3.5 md:px-5">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{formatFullMonth(month)}账单</p>
        <p className="text-xs text-mute">
          {shopName} · <span className="num">{formatCount(orders)}</span> 张订单
        </p>
      </div>
      <p className="text-right">
        <span className="block text-xs text-mute">可开票金额</span>
        <span className="num text-md font-semibold">{formatMoney(amount)}</span>
      </p>
      <ButtonLink
        to="/my_invoice_can_open"
        search={{ month, shopId }}
        size="sm"
        aria-label={`申请开票：${formatFullMonth(month)}账单 ${shopName}`}
      >
        申请开票
      </ButtonLink>
    </div>
  )
}
