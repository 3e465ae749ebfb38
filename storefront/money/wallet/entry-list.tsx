import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { WalletEntry } from '#contract/money/wallet/api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'

export const walletEntryStatusClasses: Record<WalletEntry['status'], string> = {
  充值中: 'text-copper',
  已完成: 'text-mute',
  已关闭: 'text-mute',
}

/** The wallet entries: title, signed amount, status, date and time (specification §2). */
export function WalletEntryList({ entries }: { entries: readonly WalletEntry[] }) {
  return (
    <ul className="divide-y divide-line-soft">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Entry entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ entry: { title, sign, amount, status, at } }: { entry: WalletEntry }) {
  const came = sign === '+'
  const Icon = came ? ArrowDownLeft : ArrowUpRight
  return (
    <div className="flex items-center gap-3 px-4 py-3 md:px-5">
      <span
        className={`grid size-9 shrink-0 place-items-center rounded-full ${came ? 'bg-success-tint text-success' : 'bg-paper text-mute'}`}
      >
        <Icon className="size-4.5" strokeWidth={1.8} aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{title}</p>
        <time dateTime={at.toISOString()} className="num text-xs text-mute">
          {formatShanghaiTimeToSecond(at)}
        </time>
      </div>
      <div className="shrink-0 text-right">
        <p
          className={`num text-md font-semibold ${came && status === '已完成' ? 'text-success' : ''}`}
        >{`${sign}${formatMoney(amount)}`}</p>
        <p className={`text-xs ${walletEntryStatusClasses[status]}`}>{status}</p>
      </div>
    </div>
  )
}
