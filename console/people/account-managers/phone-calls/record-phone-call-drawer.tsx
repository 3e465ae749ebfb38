import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio, Select } from 'antd'
import { followUpApi } from '#console/people/account-managers/account-manager-api.ts'
import { ClockField, toInstantOfDayAndClock } from '#console/platform/components/day/clock-field.tsx'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { createWholeNumberRule, toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { FOLLOW_UP_DAYS_AHEAD_MAX } from '#contract/people/account-managers/follow-up-api.ts'
import {
  consolePhoneCallEndpoints,
  PHONE_CALL_CONTACT_NAME_MAX,
  PHONE_CALL_DAYS_BACK_MAX,
  PHONE_CALL_MINUTES_MAX,
  PHONE_CALL_NOTE_MAX,
  type PhoneCallDirection,
  type PhoneCallOutcome,
  phoneCallDirections,
  phoneCallOutcomes,
} from '#contract/people/account-managers/phone-call-api.ts'
import { accountTypes } from '#contract/people/verification/verification-status.ts'
import { RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { addDays, formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatError } from '#ui/format-error.ts'
import { invalidatedByRecordedPhoneCall, type PhoneCallContact, phoneCallApi } from './phone-call-api.ts'

/** The choice of somebody who is no member of the company. */
const OTHER_CONTACT = 'other'
/** How many due and how many later follow-ups are offered. */
const OPEN_FOLLOW_UPS_MAX = 50

interface Typed {
  direction: PhoneCallDirection
  contact: string
  contactName?: string
  day: string
  clock: string
  outcome: PhoneCallOutcome
  minutes?: number
  note: string
  nextDay?: string
  completesId?: string
}

const { note } = consolePhoneCallEndpoints.record.input.shape
const toOptions = <T extends string>(choices: Record<T, { label: string }>) =>
  keysOf(choices).map((value) => ({ value, label: choices[value].label }))

/** Whom staff talked to: a person of the company, or somebody whose name is typed. */
function ContactFields({ members }: { members: readonly PhoneCallContact[] }) {
  const isOther = Form.useWatch('contact') === OTHER_CONTACT
  const active = members.filter(({ status }) => status === 1)
  const people = active.map(({ userId, name, accountType, mobile }) => ({
    value: userId,
    label: `${name ?? accountTypes[accountType]} ${mobile}`,
  }))
  return (
    <>
      <Form.Item name="contact" label="通话对象" required rules={[{ required: true, message: '请选择通话对象' }]}>
        <Select
          options={[...people, { value: OTHER_CONTACT, label: '其他人' }]}
          showSearch={{ optionFilterProp: 'label' }}
          getPopupContainer={getParentOverlayContainer}
          placeholder="请选择"
        />
      </Form.Item>
      {isOther && (
        <Form.Item
          name="contactName"
          label="对方姓名"
          required
          rules={[toFormRule(RequiredText(PHONE_CALL_CONTACT_NAME_MAX, '请填写对方姓名'))]}
        >
          <Input maxLength={PHONE_CALL_CONTACT_NAME_MAX} placeholder="如：材料科周工" autoComplete="off" />
        </Form.Item>
      )}
    </>
  )
}

/** What became of the call, and how long it was if somebody answered. */
function OutcomeFields() {
  const reached = Form.useWatch('outcome') === 'reached'
  return (
    <>
      <Form.Item name="outcome" label="结果">
        <Radio.Group options={toOptions(phoneCallOutcomes)} />
      </Form.Item>
      {reached && (
        <Form.Item
          name="minutes"
          label="时长（分钟）"
          required
          rules={[{ required: true, message: '请填写时长' }, createWholeNumberRule(1, PHONE_CALL_MINUTES_MAX)]}
        >
          <NumberInput className="num" />
        </Form.Item>
      )}
    </>
  )
}

/** The planned follow-up that the call was. Shown only if the company has open ones, those of the earliest days first. */
function CompletedFollowUpField({ enterpriseId }: { enterpriseId: string }) {
  const open = useQuery({
    queryKey: ['follow-up', 'open', enterpriseId],
    queryFn: async ({ signal }) => {
      const listPart = (part: 'due' | 'later') => followUpApi.list({ enterpriseId, part, pageSize: OPEN_FOLLOW_UPS_MAX }, { signal })
      const [due, later] = await Promise.all([listPart('due'), listPart('later')])
      return [...due.dataList, ...later.dataList]
    },
  })
  if (open.data?.length === 0) return null
  const options = open.data?.map(({ id, nextDay, text }) => ({ value: id, label: `${nextDay ?? ''} ${text}` })) ?? []
  return (
    <Form.Item name="completesId" label="完成的跟进" help={open.error ? formatError(open.error) : undefined}>
      <Select
        allowClear
        options={options}
        loading={open.isPending}
        getPopupContainer={getParentOverlayContainer}
        placeholder="这次通话不是约定的跟进"
      />
    </Form.Item>
  )
}

interface Props {
  enterpriseId: string
  members: readonly PhoneCallContact[]
  open: boolean
  close: () => void
}

/** Records a call with a company, and when to talk to it again. */
export function RecordPhoneCallDrawer({ enterpriseId, members, open, close }: Props) {
  const now = useNow()
  const today = toShanghaiDay(now)
  const record = useApiMutation(phoneCallApi.record, {
    invalidates: invalidatedByRecordedPhoneCall,
    successMessage: '通话已记录',
    close,
  })
  return (
    <FormDrawer<Typed>
      title="记录通话"
      open={open}
      close={close}
      busy={record.isPending}
      initial={{ direction: 'out', outcome: 'reached', day: today, clock: formatShanghaiTime(now).slice(11, 16) }}
      submit={({ contact, contactName = '', day, clock, outcome, minutes = 0, nextDay, completesId, ...rest }) =>
        record.mutate({
          ...rest,
          enterpriseId,
          outcome,
          contactUserId: contact === OTHER_CONTACT ? null : contact,
          contactName: contact === OTHER_CONTACT ? contactName : '',
          at: toInstantOfDayAndClock(day, clock),
          minutes: outcome === 'reached' ? minutes : 0,
          nextDay: nextDay || null,
          completesId: completesId ?? null,
        })
      }
      submitText="记录"
    >
      <Form.Item name="direction" label="方向">
        <Radio.Group options={toOptions(phoneCallDirections)} />
      </Form.Item>
      <ContactFields members={members} />
      <div className="field-pair">
        <DayField name="day" label="日期" min={addDays(today, -PHONE_CALL_DAYS_BACK_MAX)} max={today} />
        <ClockField name="clock" label="时间" />
      </div>
      <OutcomeFields />
      <Form.Item name="note" label="通话内容" required rules={[toFormRule(note)]}>
        <Input.TextArea rows={4} showCount maxLength={PHONE_CALL_NOTE_MAX} />
      </Form.Item>
      <CompletedFollowUpField enterpriseId={enterpriseId} />
      <DayField
        name="nextDay"
        label="下次跟进"
        optional
        min={today}
        max={addDays(today, FOLLOW_UP_DAYS_AHEAD_MAX)}
        help="到这一天列入客户经理的待办；不填则没有约定"
      />
    </FormDrawer>
  )
}
