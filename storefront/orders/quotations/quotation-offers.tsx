import type { QuotationDetail, QuotationOffer, QuotationOfferLine } from '#contract/orders/quotations/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatMonthDay, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { formatLeadDays, formatOfferHead } from './quotation-view.ts'

/** The note of the current offer, and the earlier versions, folded. */
export function QuotationOffers({ opened: { offers } }: { opened: QuotationDetail }) {
  const [current, ...earlier] = offers
  if (current === undefined) return null
  return (
    <section aria-labelledby="offers" className="panel p-4 md:p-5">
      <h2 id="offers" className="mb-2 text-md md:text-lg">
        报价说明
      </h2>
      <p>
        {formatOfferHead(current)} <span className="num ml-2 text-sm text-mute">{formatShanghaiTimeToMinute(current.madeAt)}</span>
      </p>
      <p className="mt-1 break-words whitespace-pre-wrap text-mute">
        {current.note || '按报价下单的订单不参加优惠券；运费按收货地址计算。'}
      </p>
      {current.note !== '' && <p className="mt-1 text-sm text-mute">按报价下单的订单不参加优惠券；运费按收货地址计算。</p>}
      {earlier.map((offer) => (
        <Earlier key={offer.version} offer={offer} />
      ))}
    </section>
  )
}

function Earlier({ offer }: { offer: QuotationOffer }) {
  return (
    <details className="mt-3 border-t border-line-soft pt-3">
      <summary className="cursor-pointer py-1 text-sm text-mute hover:text-jade">
        {formatOfferHead(offer)} <span className="num ml-2">{formatShanghaiTimeToMinute(offer.madeAt)}</span>
      </summary>
      {offer.note !== '' && <p className="mt-2 text-sm break-words whitespace-pre-wrap">{offer.note}</p>}
      <ol className="mt-2 flex flex-col gap-1 text-sm">
        {offer.lines.map((line) => (
          <li key={line.lineNo} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 break-words">
              <span className="num mr-2 text-mute">{line.lineNo}</span>
              {line.name} {line.spec}
            </span>
            <span className="num text-mute">{describePrices(line, offer.validUntil)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

const describePrices = ({ outcome, salePrice, creditPrice, leadDays, validUntil }: QuotationOfferLine, lastDay: string): string =>
  outcome === 'NOT_OFFERED' || salePrice === null
    ? '不供应'
    : [
        `现金价 ${formatMoney(salePrice)}`,
        creditPrice === null ? '仅限现金价' : `赊销价 ${formatMoney(creditPrice)}`,
        ...(leadDays === null ? [] : [formatLeadDays(leadDays)]),
        ...(validUntil === null || validUntil === lastDay ? [] : [`${formatMonthDay(validUntil)}（含）前有效`]),
      ].join(' · ')
