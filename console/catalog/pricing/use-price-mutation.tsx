import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type ApiMutation, type ApiMutationOptions, useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { PriceConfirmationDetail } from '#contract/catalog/pricing/console-shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'
import { formatLargePriceChangeQuestion } from './price-view.ts'
import './prices.css'

/** The number of changes that the question lists. */
const LISTED = 20

/**
 * A mutation that sets prices. If a change is above the threshold in the settings, it asks for a confirmation with the old and the new
 * prices, and then sends the same request again with `again`.
 */
export function usePriceMutation<Input, Answer>(
  call: (input: Input) => Promise<Answer>,
  { again, ...options }: ApiMutationOptions<Input, Answer> & { again: (input: Input) => Input },
): ApiMutation<Input, Answer> {
  const confirm = useConfirm()
  const made = useApiMutation(call, {
    ...options,
    asked: ({ reason, detail }, input) => {
      const large = reason === 'PRICE_CHANGE_LARGE' ? PriceConfirmationDetail.safeParse(detail).data : undefined
      if (!large) return false
      confirm({
        title: formatLargePriceChangeQuestion(large),
        content: <Changes large={large} />,
        okText: '确认改价',
        stay: '返回修改',
        grave: true,
        run: () => made.mutateAsync(again(input)),
      })
      return true
    },
  })
  return made
}

function Changes({ large }: { large: PriceConfirmationDetail }) {
  const { changes, count: all, percentMax } = large
  return (
    <>
      <ul className="large-changes">
        {changes.slice(0, LISTED).map(({ code, from, price, was, is, percent }) => (
          <li key={`${code} ${from} ${price}`}>
            <span className="num">{code}</span> {from > 1 && `满 ${formatCount(from)} 起 `}
            {price === 'sale' ? '现金价' : '赊销价'} <span className="num">{formatMoney(was)}</span> →{' '}
            <b className="num">{formatMoney(is)}</b>{' '}
            <span className="num">
              {percent > 0 ? '+' : ''}
              {formatCount(percent)}%
            </span>
          </li>
        ))}
      </ul>
      <p>
        {all > LISTED && `另有 ${formatCount(all - LISTED)} 处。`}超过设置的 {percentMax}%，请核对是否多写或少写了位数。确认后立即生效。
      </p>
    </>
  )
}
