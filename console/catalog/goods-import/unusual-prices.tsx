import type { LargePriceChanges } from '#contract/catalog/pricing/console-shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'

/** The number of prices that the question lists. All of them are among the rows. */
const LISTED = 20

/** Prices that move far or fall below the cost, with both numbers. */
export function UnusualPrices({ large: { changes, belowCost, percentMax }, rows }: { large: LargePriceChanges; rows: number }) {
  return (
    <>
      <ul className="goods-import-unusual">
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
      <p>
        共 {formatCount(rows)} 行，在“价格待确认”里逐行查看。
        {changes.length > 0 && `变动超过设置的 ${percentMax}%，请核对是否多写或少写了位数。`}
      </p>
    </>
  )
}
