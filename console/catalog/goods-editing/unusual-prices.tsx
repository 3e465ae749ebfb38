import type { ReactNode } from 'react'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { PriceConfirmationDetail } from '#contract/catalog/pricing/console-shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import type { Refusal } from '#contract/platform/core/refusal.ts'
import { formatCount } from '#ui/format.ts'
import './unusual-prices.css'

/** The number of prices that the question lists. */
const LISTED = 20

/** Large price changes and prices below the cost, with both numbers. */
const UnusualPrices = ({ large: { changes, belowCost } }: { large: PriceConfirmationDetail }) => (
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
)

const Note = ({ large: { changes, count, percentMax } }: { large: PriceConfirmationDetail }) =>
  changes.length > 0 && (
    <p>
      {count > LISTED && `另有 ${formatCount(count - LISTED)} 处。`}超过设置的 {percentMax}%，请核对是否多写或少写了位数。
    </p>
  )

interface Question {
  title: string
  okText: string
  stay: string
  run: () => Promise<unknown>
  /** The text below the prices. By default it is how many more there are. */
  note?: (large: PriceConfirmationDetail) => ReactNode
}

/**
 * Returns a function that asks for a confirmation if a call was refused because of unusual prices. It lists both numbers, and returns
 * whether it has asked.
 */
export function useAskAboutUnusualPrices() {
  const confirm = useConfirm()
  return ({ reason, detail }: Pick<Refusal, 'reason' | 'detail'>, { note, ...question }: Question): boolean => {
    const large = PriceConfirmationDetail.safeParse(detail).data
    if ((reason !== 'PRICE_CHANGE_LARGE' && reason !== 'PRICE_BELOW_COST') || !large) return false
    const content = (
      <>
        <UnusualPrices large={large} />
        {note ? note(large) : <Note large={large} />}
      </>
    )
    confirm({ ...question, content, grave: true })
    return true
  }
}
