import { Button } from 'antd'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, EMPTY_CELL, instantColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  consolePhoneCallEndpoints,
  type PhoneCall,
  phoneCallDirections,
  phoneCallOutcomes,
} from '#contract/people/account-managers/phone-call-api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { PHONE_CALL_QUERY_KEY, phoneCallApi } from './phone-call-api.ts'

/** Withdraws one's own call. A colleague's has no button. */
function WithdrawButton({ call: { enterpriseId, id, contactName, mine, withdrawnAt } }: { call: PhoneCall }) {
  const confirm = useConfirm()
  const withdraw = useApiMutation(phoneCallApi.withdraw, { invalidates: [PHONE_CALL_QUERY_KEY], successMessage: '已撤回' })
  const { reason: why } = usePermission(consolePhoneCallEndpoints.withdraw)
  if (!mine || withdrawnAt !== null) return EMPTY_CELL
  return (
    <Button
      size="small"
      aria-label={`撤回与${contactName ?? '已离开的成员'}的通话`}
      {...toDisabledProps(why)}
      onClick={() =>
        confirm({
          title: '撤回这条通话记录？',
          content: '记录仍留在列表里，标为“已撤回”；约定的跟进不变。',
          okText: '撤回',
          grave: true,
          run: () => withdraw.mutateAsync({ enterpriseId, id }),
        })
      }
    >
      撤回
    </Button>
  )
}

const DirectionAndContact = ({ call: { direction, contactName } }: { call: PhoneCall }) => (
  <span className="two-lines">
    <span>{contactName ?? '已离开的成员'}</span>
    <small>{phoneCallDirections[direction].label}</small>
  </span>
)

const OutcomeAndMinutes = ({ call: { outcome, minutes } }: { call: PhoneCall }) => (
  <span className="two-lines">
    <span>{phoneCallOutcomes[outcome].label}</span>
    {minutes > 0 && <small className="num">{minutes} 分钟</small>}
  </span>
)

const Note = ({ call: { note, nextDay, withdrawnAt } }: { call: PhoneCall }) => (
  <span className="two-lines">
    {withdrawnAt !== null && (
      <span>
        <Tag tone="over">已撤回</Tag>
      </span>
    )}
    <span className={withdrawnAt === null ? 'written' : 'written mute'}>{note}</span>
    {nextDay !== null && <small className="num">下次跟进 {nextDay}</small>}
  </span>
)

/** The columns of calls. In the list of all companies the company comes first. */
export const toPhoneCallColumns = ({ withCompany }: { withCompany: boolean }): Column<PhoneCall>[] => [
  ...(withCompany ? [customColumn<PhoneCall>({ title: '企业', width: 200, value: (call) => <EnterpriseLink row={call} /> })] : []),
  instantColumn({ title: '通话时间', value: ({ at }) => at }),
  customColumn({ title: '通话对象', width: 112, value: (call) => <DirectionAndContact call={call} /> }),
  customColumn({ title: '结果', width: 104, value: (call) => <OutcomeAndMinutes call={call} /> }),
  proseColumn({ title: '内容', value: (call) => <Note call={call} /> }),
  customColumn({ title: '记录', width: 150, value: ({ staffName, recordedAt }) => <AuthorAndTime name={staffName} at={recordedAt} /> }),
  customColumn({ title: '操作', width: 80, value: (call) => <WithdrawButton call={call} /> }),
]
