import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import type { CreditCost } from './checkout-view.ts'

/** The yearly rate of the cost of credit, behind a question mark: the days and the amount decide, and the rate explains them. */
export function YearlyRate({ cost: { days, yearly }, className = '' }: { cost: CreditCost; className?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={`text-xs text-steel ${className}`}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="finger inline-flex items-center gap-1 text-mute hover:text-jade"
      >
        <CircleQuestionMark className="size-3.5" strokeWidth={1.8} aria-hidden />
        折合年化
      </button>
      {open && (
        <p role="status" className="mt-1">
          约 <span className="num">{yearly}</span>，按今天发货、账期 <span className="num">{days}</span> 天计算
        </p>
      )}
    </div>
  )
}
