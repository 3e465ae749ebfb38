import { Form, Input, InputNumber, Radio, Select } from 'antd'
import { ClockField, toInstantOfDayAndClock } from '#console/platform/components/day/clock-field.tsx'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
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
import { invalidatedByRecordedPhoneCall, type PhoneCallContact, phoneCallApi } from './phone-call-api.ts'

/** The choice of somebody who is no member of the company. */
const OTHER_CONTACT = 'other'

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
}

const { note } = consolePhoneCallEndpoints.record.input.shape
const toOptions = <T extends string>(choices: Record<T, { label: string }>) =>
  keysOf(choices).map((value) => ({ value, label: choices[value].label }))

/** Whom staff talked to: a person of the company, or somebody whose name is typed. */
function ContactFields({ members }: { members: readonly PhoneCallContact[] }) {
  const isOther = Form.useWatch('contact') === OTHER_CONTACT
  const people = members.map(({ userId, name, accountType, mobile }) => ({
    value: userId,
    label: `${name ?? accountTypes[accountType]} ${mobile}`,
  }))
  return (
    <>
      <Form.Item name="contact" label="通话对象" required rules={[{ required: true, message: '请选择通话对象' }]}>
        <Select
          options={[...people, { value: OTHER_CONTACT, label: '其他人' }]}
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
        <Form.Item name="minutes" label="时长（分钟）" required rules={[{ required: true, message: '请填写时长' }]}>
          <InputNumber className="num" min={1} max={PHONE_CALL_MINUTES_MAX} precision={0} />
        </Form.Item>
      )}
    </>
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
    onSuccess: close,
  })
  return (
    <FormDrawer<Typed>
      title="记录通话"
      open={open}
      close={close}
      busy={record.isPending}
      initial={{ direction: 'out', outcome: 'reached', day: today, clock: formatShanghaiTime(now).slice(11, 16) }}
      submit={({ contact, contactName = '', day, clock, outcome, minutes = 0, nextDay, ...rest }) =>
        record.mutate({
          ...rest,
          enterpriseId,
          outcome,
          contactUserId: contact === OTHER_CONTACT ? null : contact,
          contactName: contact === OTHER_CONTACT ? contactName : '',
          at: toInstantOfDayAndClock(day, clock),
          minutes: outcome === 'reached' ? minutes : 0,
          nextDay: nextDay || null,
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
