import type { ReactNode } from 'react'
import { FoldableList } from '#console/platform/components/folded-list.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type ApiMutation, type ApiMutationOptions, useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { PriceConfirmationRefusalDetail } from '#contract/catalog/pricing/console-shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import type { Refusal } from '#contract/platform/core/refusal.ts'
import { formatCount } from '#ui/format.ts'
import { formatUnusualPriceQuestion } from './price-view.ts'
import './prices.css'

/** The number of prices that the question shows at first. */
const LISTED = 20

const From = ({ from }: { from: number }) => from > 1 && `满 ${formatCount(from)} 起 `

type LargeChange = PriceConfirmationRefusalDetail['changes'][number]
type BelowCost = PriceConfirmationRefusalDetail['belowCost'][number]

const LargeChangeLine = ({ code, from, price, was, is, percent }: LargeChange) => (
  <li>
    <span className="num">{code}</span> <From from={from} />
    {price === 'sale' ? '现金价' : '赊销价'} <span className="num">{formatMoney(was)}</span> → <b className="num">{formatMoney(is)}</b>{' '}
    <span className="num">
      {percent > 0 ? '+' : ''}
      {formatCount(percent)}%
    </span>
  </li>
)

const BelowCostLine = ({ code, from, salePrice, costPrice }: BelowCost) => (
  <li>
    <span className="num">{code}</span> <From from={from} />
    现金价 <b className="num">{formatMoney(salePrice)}</b> 低于成本 <span className="num">{formatMoney(costPrice)}</span>
  </li>
)

/** Prices that move far or fall below the cost, with both numbers. */
const UnusualPrices = ({ asked: { changes, belowCost } }: { asked: PriceConfirmationRefusalDetail }) => (
  <FoldableList
    className="unusual-prices"
    items={[...changes, ...belowCost]}
    shown={LISTED}
    render={(line) =>
      'was' in line ? (
        <LargeChangeLine key={`${line.code} ${line.from} ${line.price}`} {...line} />
      ) : (
        <BelowCostLine key={`${line.code} ${line.from} cost`} {...line} />
      )
    }
  />
)

const Note = ({ asked: { changes, count, percentMax } }: { asked: PriceConfirmationRefusalDetail }) =>
  changes.length > 0 && (
    <p>
      {count > changes.length && `另有 ${formatCount(count - changes.length)} 处。`}超过设置的 {percentMax}%，请核对是否多写或少写了位数。
    </p>
  )

interface Question {
  title: string | ((asked: PriceConfirmationRefusalDetail) => string)
  okText: string
  stay: string
  run: () => Promise<unknown>
  /** What is said below the prices. Otherwise it is how many more there are. */
  note?: (asked: PriceConfirmationRefusalDetail) => ReactNode
}

/** Whether a call was refused because somebody must confirm its prices first. */
export const isPriceConfirmationRefusal = ({ reason }: Pick<Refusal, 'reason'>): boolean =>
  reason === 'PRICE_CHANGE_LARGE' || reason === 'PRICE_BELOW_COST'

/** Returns what asks about unusual prices if a call was refused because of them, with both numbers. It returns whether it has asked. */
export function useConfirmUnusualPrices() {
  const confirm = useConfirm()
  return (refusal: Pick<Refusal, 'reason' | 'detail'>, { note, title, ...question }: Question): boolean => {
    const asked = isPriceConfirmationRefusal(refusal) ? PriceConfirmationRefusalDetail.safeParse(refusal.detail).data : undefined
    if (!asked) return false
    const content = (
      <>
        <UnusualPrices asked={asked} />
        {note ? note(asked) : <Note asked={asked} />}
      </>
    )
    confirm({ ...question, title: typeof title === 'string' ? title : title(asked), content, grave: true })
    return true
  }
}

/**
 * A mutation that sets prices. If a change is above the threshold in the settings, or a price falls below its cost, it asks for a
 * confirmation with both numbers, and then sends the same request again with `again`.
 */
export function usePriceMutationWithConfirmation<Input, Answer>(
  call: (input: Input) => Promise<Answer>,
  { again, ...options }: ApiMutationOptions<Input, Answer> & { again: (input: Input) => Input },
): ApiMutation<Input, Answer> {
  const confirmUnusualPrices = useConfirmUnusualPrices()
  const made = useApiMutation(call, {
    ...options,
    confirmRefusal: (refusal, input): boolean =>
      confirmUnusualPrices(refusal, {
        title: formatUnusualPriceQuestion,
        okText: '确认改价',
        stay: '返回修改',
        run: () => made.mutateAsync(again(input)),
      }),
  })
  return made
}
