import type { ReactNode } from 'react'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { useNow } from './use-now.ts'

interface Props {
  /** When more of a SKU is expected from a supplier; undefined: nobody knows. */
  day: string | undefined
  /** Rendered where no day is known, or where it has passed without the goods. */
  otherwise?: ReactNode
  className?: string
}

/** 预计 12-05 到货, for a SKU of which there is too little. The day is what the supplier has promised to the mall. */
export function RestockDay({ day, otherwise = null, className }: Props) {
  const today = toShanghaiDay(useNow())
  if (day === undefined || day < today) return otherwise
  return (
    <span className={className}>
      预计 <span className="num">{day.slice(5)}</span> 到货
    </span>
  )
}
