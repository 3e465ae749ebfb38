import type { Statement } from '#contract/money/statements/shapes.ts'

const looks: Record<Statement['state'], string> = {
  CLOSED: 'bg-steel-tint text-steel',
  OVERDUE: 'bg-danger-tint text-danger',
  PAID: 'bg-success-tint text-success',
  WRITTEN_OFF: 'bg-danger-tint text-danger',
}

/** The state of a statement as a tag. */
export const StatementStateTag = ({ statement: { state, label } }: { statement: Pick<Statement, 'state' | 'label'> }) => (
  <span className={`rounded-[3px] px-1.5 text-xs font-normal ${looks[state]}`}>{label}</span>
)
