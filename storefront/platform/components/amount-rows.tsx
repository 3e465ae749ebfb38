import type { ReactNode } from 'react'

/** Rows with a name on the left and an amount on the right. The last row may be the sum. */
export function AmountRows({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <dl className={`flex flex-col gap-2 ${className}`}>{children}</dl>
}

export function AmountRow({ name, sum = false, children }: { name: ReactNode; sum?: boolean; children: ReactNode }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${sum ? 'mt-1 border-t border-line pt-3' : ''}`}>
      <dt className={sum ? 'font-medium' : 'text-mute'}>{name}</dt>
      <dd className={`num min-w-0 text-right ${sum ? '' : 'text-md'}`}>{children}</dd>
    </div>
  )
}
