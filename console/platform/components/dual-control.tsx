// Requests that one person proposes and another one decides: their columns and buttons.
import { AuthorAndTime } from './author.tsx'
import { useConfirm } from './forms/use-confirm.tsx'
import { type Column, customColumn, EMPTY_CELL } from './list/columns.tsx'
import { RowDecisionButton } from './next-case/row-decision-button.tsx'

/** 提出: who proposed a request, and when. */
export const createProposedByColumn = <Row extends { proposedBy: string; proposedAt: Date }>(): Column<Row> =>
  customColumn({ title: '提出', width: 150, value: ({ proposedBy, proposedAt }) => <AuthorAndTime name={proposedBy} at={proposedAt} /> })

/** 处理, or as the page calls it: who decided it, and when; a dash while it waits. */
export const createDecidedByColumn = <Row extends { decidedBy: string | null; decidedAt: Date | null }>(title = '处理'): Column<Row> =>
  customColumn({
    title,
    width: 150,
    value: ({ decidedBy, decidedAt }) => (decidedAt === null ? EMPTY_CELL : <AuthorAndTime name={decidedBy ?? ''} at={decidedAt} />),
  })

interface DecisionButtonsProps {
  /** The viewer has proposed it. He may only withdraw it. */
  own: boolean
  /** Why the viewer may not decide; undefined: he may. */
  denied: string | undefined
  /** What the question names before it is rejected: 固定额度 ¥1,200,000.00. */
  subject: string
  approve: () => void
  reject: () => Promise<unknown>
}

/** 同意 and 驳回 of a waiting request, with their letters; its author has 撤回 instead of 驳回. */
export function ApproveAndRejectButtons({ own, denied, subject, approve, reject }: DecisionButtonsProps) {
  const confirm = useConfirm()
  const against = own ? '撤回' : '驳回'
  return (
    <span className="row-actions">
      <RowDecisionButton letter="A" denied={denied ?? (own ? '自己提出的须由另一人同意' : undefined)} decide={approve}>
        同意
      </RowDecisionButton>
      <RowDecisionButton
        letter="R"
        danger
        denied={denied}
        decide={() =>
          confirm({ title: `${against}${subject}？`, content: `${against}后须重新提出。`, okText: against, grave: true, run: reject })
        }
      >
        {against}
      </RowDecisionButton>
    </span>
  )
}
