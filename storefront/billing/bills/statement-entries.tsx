import type { ReactNode } from 'react'
import { formatInterestByDayNote } from '#contract/money/statements/interest.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { formatShortDocumentNumber, formatStatementEntryDestination } from '#contract/money/statements/statement-parts.ts'
import { type Fen, formatMoney, sum } from '#contract/platform/core/money.ts'
import { Card } from '#storefront/platform/components/card.tsx'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'

/** What has lowered the statement: repayments, offsets, adjustments. */
export function StatementReductionList({ entries }: Pick<StatementDetail, 'entries'>) {
  return (
    <Card title="还款与冲减">
      {entries.length === 0 ? (
        <p className="text-mute">还没有还款或冲减</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} about={formatStatementEntryDestination(entry)}>
              {entry.toWallet > 0 && <span className="num block text-xs text-mute">另退回钱包 {formatMoney(entry.toWallet)}</span>}
            </Entry>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface EntryProps {
  label: string
  amount: Fen
  document: string
  orderNo?: string | null
  valueDay: string
  at: Date
}

/** One entry: what it is, when, its document and amount. `about` says where the money went, `children` stand below the amount. */
function Entry({ entry, about = '', children }: { entry: EntryProps; about?: string; children?: ReactNode }) {
  const { label, amount, document, orderNo, valueDay, at } = entry
  return (
    <li className="flex items-baseline justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
      <span className="min-w-0">
        {label}
        {about !== '' && <span className="ml-2 text-sm text-mute">{about}</span>}
        <span className="block text-xs text-mute">
          <time dateTime={at.toISOString()} className="num">
            {formatShanghaiTimeToSecond(at)}
          </time>
          ，入账日期 <span className="num">{valueDay}</span>
        </span>
        <span className="block text-xs text-mute">
          单据 <span className="num">{formatShortDocumentNumber(document)}</span>
          {orderNo && (
            <>
              ，订单 <span className="num">{orderNo}</span>
            </>
          )}
        </span>
      </span>
      <span className="text-right">
        <b className="num text-md">{formatMoney(amount)}</b>
        {children}
      </span>
    </li>
  )
}

/** What has settled the interest of the month, or what became of its written-off claims, with the sum. Nothing without entries. */
export const InterestOrWriteOffSettlementCard = ({
  title,
  entries,
}: {
  title: string
  entries: readonly (EntryProps & { id: string })[]
}) =>
  entries.length === 0 ? null : (
    <Card title={title}>
      <ul className="divide-y divide-line-soft">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <p className="num mt-2 border-t border-line pt-2 text-right">合计 {formatMoney(sum(entries.map(({ amount }) => amount)))}</p>
    </Card>
  )

/** The overdue interest of each day. */
export function OverdueInterestByDayList({ statement }: { statement: Pick<StatementDetail, 'interestDays' | 'exactFromDay'> }) {
  const days = statement.interestDays
  if (days.length === 0) return null
  const note = formatInterestByDayNote(statement)
  const isRecharged = days.some(({ recharged }) => recharged > 0)
  return (
    <Card title="逾期利息">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard */}
      <section aria-label="逾期利息按日明细" tabIndex={0} className="max-h-80 overflow-auto">
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-white">
            <tr className="border-b border-line text-mute">
              {['日期', '计息本金', '日利率', '利息', '冲回', ...(isRecharged ? ['补收'] : [])].map((name) => (
                <th key={name} scope="col" className="py-2 pl-3 text-right font-normal whitespace-nowrap first:pl-0 first:text-left">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line-soft">
            {days.map(({ day, principal, rate, amount, reversed, recharged }) => (
              <tr key={day} className="num">
                <th scope="row" className="py-2 text-left font-normal whitespace-nowrap">
                  {day}
                </th>
                {[
                  formatMoney(principal),
                  `万分之${rate}`,
                  ...[amount, reversed, ...(isRecharged ? [recharged] : [])].map((fen) => formatMoney(fen)),
                ].map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the column index identifies the cell
                  <td key={at} className="py-2 pl-3 text-right whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {note !== '' && <p className="mt-2 text-xs text-mute">{note}</p>}
    </Card>
  )
}

interface FoldedHashProps {
  /** 如何核验本账单 */
  summary: string
  hash: string
  children: ReactNode
}

/** 校验码 and how anybody can compute it again, folded, because only who doubts a paper needs it. */
export const FoldedHash = ({ summary, hash, children }: FoldedHashProps) => (
  <section aria-label="核验" className="panel px-4 py-3 md:px-5">
    <details className="text-sm text-mute">
      <summary className="inline-block min-h-6 cursor-pointer text-jade">{summary}</summary>
      <p className="mt-2">校验码（SHA-256）</p>
      <p className="num mt-1 rounded-control bg-paper px-3.5 py-2.5 break-all text-ink">{hash}</p>
      <p className="mt-2">{children}</p>
    </details>
  </section>
)

export const StatementHashCard = ({ hash }: Pick<StatementDetail, 'hash'>) => (
  <FoldedHash summary="如何核验本账单" hash={hash}>
    赊销明细出账后不再变动，校验码也不变；PDF 对账单上印有同一校验码。自行核对：用 Excel
    账单“校验”表，把每行的“流水号:金额（分）”按流水号升序以半角逗号相连，计算 SHA-256。
  </FoldedHash>
)
