import type { LargePriceChanges } from '#contract/catalog/pricing/console-shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'
import './unusual-prices.css'

/** The number of prices that the question lists. */
const LISTED = 20

/** Prices that move far or fall below the cost, with both numbers. */
export function UnusualPrices({ large: { changes, belowCost, count, percentMax } }: { large: LargePriceChanges }) {
  return (
    <>
      <ul className="goods-unusual">
        {changes.slice(0, LISTED).map(({ code, price, was, is, percent }) => (
          <li key={`${code} ${price}`}>
            <span className="num">{code}</span> {price === 'sale' ? '现金价' : '赊销价'} <span className="num">{formatMoney(was)}</span> →{' '}
            <b className="num">{formatMoney(is)}</b>{' '}
            <span className="num">
              {percent > 0 ? '+' : ''}
              {formatCount(percent)}%
            </span>
          </li>
        ))}
        {belowCost.slice(0, LISTED).map(({ code, salePrice, costPrice }) => (
          <li key={`${code} cost`}>
            <span className="num">{code}</span> 现金价 <b className="num">{formatMoney(salePrice)}</b> 低于成本{' '}
            <span className="num">{formatMoney(costPrice)}</span>
          </li>
        ))}
      </ul>
      {changes.length > 0 && (
        <p>
          {count > LISTED && `另有 ${formatCount(count - LISTED)} 处。`}超过设置的 {percentMax}%，请核对是否多写或少写了位数。
        </p>
      )}
    </>
  )
}
