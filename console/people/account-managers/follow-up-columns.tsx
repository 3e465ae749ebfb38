import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { type Column, customColumn, EMPTY_CELL, proseColumn } from '#console/platform/components/list/columns.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { type FollowUp, followUpKinds } from '#contract/people/account-managers/follow-up-api.ts'
import { FollowUpActions } from './follow-up-drawers.tsx'

/** The day of a planned follow-up, and what has become of it. */
const NextDay = ({ followUp: { nextDay, doneAt }, today }: { followUp: FollowUp; today: string }) => {
  if (nextDay === null) return EMPTY_CELL
  return (
    <span className="two-lines">
      <span className="num">{nextDay}</span>
      {doneAt !== null && <Tag tone="good">已完成</Tag>}
      {doneAt === null && nextDay < today && <Tag tone="bad">已过期</Tag>}
      {doneAt === null && nextDay === today && <Tag tone="wait">今天</Tag>}
    </span>
  )
}

/** The columns of follow-ups. In the list of all companies the company comes first, with its account manager. */
export const toFollowUpColumns = ({
  today,
  withCompany,
  decided,
}: {
  today: string
  withCompany: boolean
  /** What follows in a list that is worked through. */
  decided?: (id: string) => void
}): Column<FollowUp>[] => [
  ...(withCompany
    ? [
        customColumn<FollowUp>({
          title: '企业',
          width: 200,
          value: (followUp) => (
            <span className="two-lines">
              <EnterpriseLink row={followUp} />
              <small>{followUp.managerName === null ? '没有客户经理' : `客户经理 ${followUp.managerName}`}</small>
            </span>
          ),
        }),
      ]
    : []),
  customColumn({ title: '记录', width: 150, value: ({ staffName, at }) => <AuthorAndTime name={staffName} at={at} /> }),
  customColumn({ title: '方式', width: 72, value: ({ kind }) => followUpKinds[kind].label }),
  proseColumn({ title: '跟进情况', value: ({ text }) => <span className="written">{text}</span> }),
  customColumn({ title: '下次跟进', width: 128, value: (followUp) => <NextDay followUp={followUp} today={today} /> }),
  customColumn({ title: '操作', width: 200, value: (followUp) => <FollowUpActions followUp={followUp} decided={decided} /> }),
]
