import { Form, Input, Radio } from 'antd'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { RowDecisionButton } from '#console/platform/components/next-case/row-decision-button.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  consoleFollowUpEndpoints,
  FOLLOW_UP_DAYS_AHEAD_MAX,
  FOLLOW_UP_TEXT_MAX,
  type FollowUp,
  type FollowUpKind,
  followUpKinds,
} from '#contract/people/account-managers/follow-up-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { followUpApi, invalidatedByFollowUp } from './account-manager-api.ts'

interface Props {
  /** Called after it was sent. */
  decided?: () => void
  open: boolean
  close: () => void
}

/** The days on which a follow-up can be planned. */
function useNextDays() {
  const today = toShanghaiDay(useNow())
  return { min: today, max: addDays(today, FOLLOW_UP_DAYS_AHEAD_MAX) }
}

/** Records that somebody talked to a company, and when it is next. `completes`: the planned follow-up that this was. */
export function RecordFollowUpDrawer({
  enterpriseId,
  completes,
  decided,
  open,
  close,
}: Props & { enterpriseId: string; completes?: FollowUp }) {
  const add = useApiMutation(followUpApi.add, {
    invalidates: invalidatedByFollowUp,
    successMessage: '已记录',
    close,
    afterSuccess: () => decided?.(),
  })
  return (
    <FormDrawer<{ kind: FollowUpKind; text: string; nextDay?: string }>
      title="记录跟进"
      open={open}
      close={close}
      busy={add.isPending}
      initial={{ kind: completes?.kind ?? 'phone' }}
      submit={({ kind, text, nextDay }) =>
        add.mutate({ enterpriseId, kind, text, nextDay: nextDay || null, completesId: completes?.id ?? null })
      }
      submitText="记录"
    >
      {completes && <p className="drawer-lead">约定：{completes.text}</p>}
      <Form.Item name="kind" label="方式">
        <Radio.Group options={keysOf(followUpKinds).map((value) => ({ value, label: followUpKinds[value].label }))} />
      </Form.Item>
      <Form.Item name="text" label="跟进情况" required rules={[toFormRule(consoleFollowUpEndpoints.add.input.shape.text)]}>
        <Input.TextArea rows={5} showCount maxLength={FOLLOW_UP_TEXT_MAX} autoFocus />
      </Form.Item>
      <DayField name="nextDay" label="下次跟进" optional {...useNextDays()} help="到这一天列入客户经理的待办；不填则没有约定" />
    </FormDrawer>
  )
}

function PostponeDrawer({ followUp: { enterpriseId, id, nextDay }, decided, open, close }: Props & { followUp: FollowUp }) {
  const postpone = useApiMutation(followUpApi.postpone, {
    invalidates: invalidatedByFollowUp,
    successMessage: '已改期',
    close,
    afterSuccess: () => decided?.(),
  })
  const seenDay = nextDay ?? ''
  return (
    <FormDrawer<{ nextDay: string }>
      title="改期"
      open={open}
      close={close}
      busy={postpone.isPending}
      initial={{ nextDay: seenDay }}
      submit={(given) => postpone.mutate({ enterpriseId, id, nextDay: given.nextDay, seenDay })}
      submitText="改期"
    >
      <DayField name="nextDay" label="下次跟进" {...useNextDays()} />
    </FormDrawer>
  )
}

interface ActionsProps {
  followUp: FollowUp
  /** What follows in a list that is worked through. */
  decided?: ((id: string) => void) | undefined
}

/** What can be done with a planned follow-up: record what was said, do nothing more, or put it off. */
export function FollowUpActions({ followUp, decided }: ActionsProps) {
  const { enterpriseId, enterpriseName, id, nextDay, doneAt, doneBy } = followUp
  const drawer = useDrawer<'record' | 'postpone'>()
  const complete = useApiMutation(followUpApi.complete, {
    invalidates: invalidatedByFollowUp,
    successMessage: '已完成',
    afterSuccess: () => decided?.(id),
  })
  const { reason: why } = usePermission(consoleFollowUpEndpoints.complete)
  if (doneAt !== null) return `${doneBy ?? ''} 完成`
  if (nextDay === null) return EMPTY_CELL
  const of = enterpriseName ?? '企业'
  return (
    <div className="row-actions">
      <RowDecisionButton letter="A" label={`记录对${of}的跟进`} denied={why} decide={() => drawer.show('record')}>
        跟进
      </RowDecisionButton>
      <RowDecisionButton letter="R" label={`改期对${of}的跟进`} denied={why} decide={() => drawer.show('postpone')}>
        改期
      </RowDecisionButton>
      <RowDecisionButton
        letter="D"
        label={`完成对${of}的跟进`}
        busy={complete.isPending}
        denied={why}
        decide={() => complete.mutate({ enterpriseId, id })}
      >
        完成
      </RowDecisionButton>
      {drawer.subject === 'record' && (
        <RecordFollowUpDrawer
          enterpriseId={enterpriseId}
          completes={followUp}
          decided={() => decided?.(id)}
          open={drawer.open}
          close={drawer.close}
        />
      )}
      {drawer.subject === 'postpone' && (
        <PostponeDrawer followUp={followUp} decided={() => decided?.(id)} open={drawer.open} close={drawer.close} />
      )}
    </div>
  )
}
