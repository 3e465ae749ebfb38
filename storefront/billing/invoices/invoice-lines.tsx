import type { InvoiceLine, InvoicePreview } from '#contract/billing/invoices/shapes.ts'
import { formatGoodsNameOnInvoice } from '#contract/catalog/goods/name-on-invoice.ts'
import { formatTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { AmountRow, AmountRows } from '#storefront/platform/components/amount-rows.tsx'
import { formatCount } from '#ui/format.ts'

const CELL = 'px-3 py-2.5 text-right whitespace-nowrap last:pr-5'

/** The lines of an invoice: net amount, tax, and the total. */
export function InvoiceLines({ lines }: { lines: readonly InvoiceLine[] }) {
  const red = lines.some((line) => line.red > 0)
  return (
    <section aria-labelledby="lines" className="panel overflow-hidden">
      <h2 id="lines" className="px-4 pt-4 text-md md:px-5 md:text-lg">
        开票明细 <span className="num text-sm font-normal text-mute">{formatCount(lines.length)} 行</span>
      </h2>
      <ul className="divide-y divide-line-soft px-4 md:hidden">
        {lines.map((line) => (
          <Small key={line.seq} line={line} />
        ))}
      </ul>
      <table className="mt-3 hidden w-full border-t border-line-soft text-sm md:table">
        <thead className="bg-paper text-mute">
          <tr>
            <th className="px-3 py-2.5 pl-5 text-left font-normal">商品</th>
            <th className={`${CELL} font-normal`}>数量</th>
            <th className={`${CELL} font-normal`}>金额</th>
            <th className={`${CELL} font-normal`}>税率</th>
            <th className={`${CELL} font-normal`}>税额</th>
            <th className={`${CELL} font-normal`}>价税合计</th>
            {red && <th className={`${CELL} font-normal`}>已红冲</th>}
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft">
          {lines.map((line) => (
            <tr key={line.seq}>
              <td className="px-3 py-2.5 pl-5">
                <About line={line} />
              </td>
              <td className={`num ${CELL}`}>{quantityOf(line)}</td>
              <td className={`num ${CELL}`}>{formatMoney(line.net)}</td>
              <td className={`num ${CELL}`}>{formatTaxRate(line.rateBp)}</td>
              <td className={`num ${CELL}`}>{formatMoney(line.tax)}</td>
              <td className={`num font-medium ${CELL}`}>{formatMoney(line.amount)}</td>
              {red && <td className={`num ${CELL}`}>{line.red > 0 ? `−${formatMoney(line.red)}` : ''}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const quantityOf = ({ quantity, unit }: InvoiceLine): string => (quantity === null ? '—' : `${formatCount(quantity)} ${unit}`)

const About = ({ line: { goodsName, taxClass, spec, orderNo } }: { line: InvoiceLine }) => (
  <>
    <span className="break-words">
      {formatGoodsNameOnInvoice(goodsName, taxClass)} <span className="text-mute">{spec}</span>
    </span>
    {orderNo !== null && <span className="num block text-xs text-mute">订单 {orderNo}</span>}
  </>
)

const Small = ({ line }: { line: InvoiceLine }) => (
  <li className="flex items-start justify-between gap-4 py-3">
    <span className="min-w-0">
      <About line={line} />
      <span className="num block text-xs text-mute">
        {quantityOf(line)} · 税率 {formatTaxRate(line.rateBp)} · 税额 {formatMoney(line.tax)}
      </span>
    </span>
    <span className="num text-right whitespace-nowrap">
      {formatMoney(line.amount)}
      {line.red > 0 && <span className="block text-xs text-mute">红冲 −{formatMoney(line.red)}</span>}
    </span>
  </li>
)

/** 金额、税额、价税合计. */
export const InvoiceTotals = ({ of: { net, tax, amount, rateBp } }: { of: Pick<InvoicePreview, 'net' | 'tax' | 'amount' | 'rateBp'> }) => (
  <AmountRows>
    <AmountRow name="金额（不含税）">{formatMoney(net)}</AmountRow>
    <AmountRow name={rateBp === null ? '税额' : `税额（${formatTaxRate(rateBp)}）`}>{formatMoney(tax)}</AmountRow>
    <AmountRow name="价税合计" sum>
      <strong className="text-lg">{formatMoney(amount)}</strong>
    </AmountRow>
  </AmountRows>
)
