import { ChevronRight } from 'lucide-react'
import type { Drawdown } from '#contract/money/credit/api.ts'
import { formatBuyerReferences } from '#contract/orders/orders/buyer-references.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { MonthlyRecordPages } from '#storefront/platform/components/month-pages.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatFullMonth, formatMonthDay, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { PAGE_SIZE, useDrawdowns } from './credit-api.ts'
import { CreditPageFrame, CreditTabs } from './credit-frame.tsx'

/** /credit_account_log: all drawdowns, one per parcel, by month. */
export function Page() {
  return (
    <CreditPageFrame title="赊销账户" needs={['applyLimit']}>
      <CreditTabs />
      <MonthlyRecordPages
        usePage={useDrawdowns}
        pageSize={PAGE_SIZE}
        row="h-24 md:h-17"
        none={none}
        beside={(month) => (
          <ExportButtons ask={(format) => buyerListExportApi.drawdowns({ ...(month === undefined ? {} : { month }), format })} />
        )}
      >
        {(drawdowns) => (
          <ul className="panel divide-y divide-line-soft">
            {drawdowns.map((drawdown) => (
              <li key={drawdown.id}>
                <Row drawdown={drawdown} />
              </li>
            ))}
          </ul>
        )}
      </MonthlyRecordPages>
    </CreditPageFrame>
  )
}

function Row({ drawdown }: { drawdown: Drawdown }) {
  const { id, goodsName, orderNo, amount, at, dueDay } = drawdown
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3.5 md:grid-cols-[minmax(0,1fr)_160px_140px_auto] md:px-5">
      <div>
        <p className="font-medium break-words">{goodsName}</p>
        <p className="num text-xs text-mute">订单 {orderNo}</p>
        <p className="text-xs break-all text-mute empty:hidden">{formatBuyerReferences(drawdown)}</p>
      </div>
      <p className="text-right">
        <span className="sr-only">消费金额</span>
        <b className="num text-md">{formatMoney(amount)}</b>
      </p>
      <p className="text-xs text-mute md:text-right">
        <time dateTime={at.toISOString()} className="num">
          {formatShanghaiTimeToSecond(at)}
        </time>
        <span className="block">{formatMonthDay(dueDay)}还款</span>
      </p>
      <Link
        to="/credit_account_log_detail"
        search={{ id }}
        aria-label={`查看详情：${goodsName} ${formatMoney(amount)}`}
        className="-my-2 flex items-center justify-end py-2 text-sm text-jade hover:underline"
      >
        查看详情
        <ChevronRight className="size-4" aria-hidden />
      </Link>
    </div>
  )
}

const none = (month: string | undefined) =>
  month === undefined ? (
    <EmptyState title="还没有赊销记录" hint="赊销支付的订单发货后，会记在这里" action={<ButtonLink to="/shop">去商城选购</ButtonLink>} />
  ) : (
    <EmptyState title={`${formatFullMonth(month)}没有赊销`} hint="可以换一个月份，或查看全部月份" />
  )
