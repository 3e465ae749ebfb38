import type { AfterSaleRefundPreview } from '#contract/orders/after-sales/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { AmountRow, AmountRows } from '#storefront/platform/components/amount-rows.tsx'
import { type AfterSalePreviewInput, useRefundPreview } from './after-sale-api.ts'

/** The refund of a possible after-sale as the server computes it, or why it is refused. */
export function RefundPreviewSummary({ request }: { request: AfterSalePreviewInput }) {
  const preview = useRefundPreview(request)
  const isComplete = request.lines.length > 0 || request.freight
  const units = request.lines.reduce((total, { quantity }) => total + quantity, 0)
  return (
    <div aria-live="polite">
      <h2 className="mb-3 text-md md:text-lg">{request.type === 'EXCHANGE' ? '换货' : '预计退款'}</h2>
      {!isComplete ? (
        <p className="text-mute">选择商品后显示金额</p>
      ) : preview.error ? (
        <p role="alert" className="text-sm text-danger">
          {preview.error.message}
        </p>
      ) : request.type === 'EXCHANGE' ? (
        <p>
          共 <span className="num">{units}</span> 件，验收后补发同规格商品，不另收费。
        </p>
      ) : (
        preview.data && <RefundAmounts preview={preview.data} />
      )}
    </div>
  )
}

/** The amounts of a refund and where they go. */
export function RefundAmounts({ preview: { lines, freight, total, ways } }: { preview: AfterSaleRefundPreview }) {
  const goods = total - freight
  return (
    <AmountRows>
      {lines.length > 0 && <AmountRow name="商品">{formatMoney(goods as typeof total)}</AmountRow>}
      {freight > 0 && <AmountRow name="运费">{formatMoney(freight)}</AmountRow>}
      <AmountRow name="合计" sum>
        <strong className="text-lg">{formatMoney(total)}</strong>
      </AmountRow>
      {ways.map(({ text, amount }) => (
        <AmountRow key={text} name={<span className="text-sm">{text}</span>}>
          <span className="text-sm">{formatMoney(amount)}</span>
        </AmountRow>
      ))}
    </AmountRows>
  )
}
