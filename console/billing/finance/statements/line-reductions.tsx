import { useQuery } from '@tanstack/react-query'
import { statementApi } from '#console/billing/finance/finance-api.ts'
import { FoldableList } from '#console/platform/components/folded-list.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { formatShortDocumentNumber } from '#contract/money/statements/statement-parts.ts'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import '#console/billing/finance/components/finance.css'

const SHOWN_AT_FIRST = 5

/** What a disputed drawdown was lowered by already, so that nobody grants again what a return has refunded since. */
export function ReductionsOfDisputedLine({ enterpriseId, month, id }: { enterpriseId: string; month: string; id: string }) {
  const found = useQuery({
    queryKey: ['finance', 'statement', 'line', enterpriseId, month, id],
    queryFn: () => statementApi.lineReductions({ enterpriseId, month, id }),
    staleTime: 0,
  })
  return (
    <section aria-label="已冲减">
      <QueryContent from={found} waiting={<SkeletonBars count={2} />}>
        {({ amount, refunded, disputedAt, entries }) => (
          <>
            <p className="drawer-lead">
              该笔赊销 {formatMoney(amount)}，{refunded === 0 ? '没有退款或调整' : `已冲减 ${formatMoney(refunded)}`}
            </p>
            <FoldableList
              className="line-reductions"
              items={entries}
              shown={SHOWN_AT_FIRST}
              render={({ id: entryId, label, document, amount: toDebt, toWallet, at }) => (
                <li key={entryId}>
                  <span className="num">{formatShanghaiTimeToMinute(at)}</span> {label}{' '}
                  <span className="num">
                    {formatShortDocumentNumber(document)} {formatMoney(sum([toDebt, toWallet]))}
                  </span>{' '}
                  {disputedAt !== null && at > disputedAt && <Tag tone="wait">提出异议后</Tag>}
                </li>
              )}
            />
          </>
        )}
      </QueryContent>
    </section>
  )
}
