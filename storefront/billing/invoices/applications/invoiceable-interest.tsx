import { INTEREST_GOODS_NAME, INTEREST_PERMISSION } from '#contract/billing/invoices/interest.ts'
import { formatTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { useInvoiceableInterest } from '#storefront/billing/invoices/invoice-api.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'

/** 可开票利息: interest on late payment that was paid. It is shown to who sees the debts of the company, if it has paid some. */
export function InvoiceableInterestPanel() {
  const { data } = useInvoiceableInterest(usePermission(INTEREST_PERMISSION).reason === undefined)
  if (!data || data.paid === 0) return null
  const { paid, invoiced, amount, rates } = data
  return (
    <section aria-label="可开票利息" className="panel mb-3 flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3.5 md:px-5">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{INTEREST_GOODS_NAME}</p>
        <p className="text-xs text-mute">
          已付 <span className="num">{formatMoney(paid)}</span>，已申请开票 <span className="num">{formatMoney(invoiced)}</span>
          {rates.length > 0 && `，税率 ${rates.map(({ rateBp }) => formatTaxRate(rateBp)).join('、')}`}。付息次日起可开。
        </p>
      </div>
      <p className="text-right">
        <span className="block text-xs text-mute">可开票利息</span>
        <span className="num text-md font-semibold">{formatMoney(amount)}</span>
      </p>
      {amount > 0 && (
        <ButtonLink to="/my_invoice_can_open" search={{ interest: '1' }} size="sm" aria-label={`申请开票：${INTEREST_GOODS_NAME}`}>
          申请开票
        </ButtonLink>
      )}
    </section>
  )
}
