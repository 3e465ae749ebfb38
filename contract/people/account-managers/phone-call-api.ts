import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, NullOutput, pageInput, pageOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { markTextOfOwnTable } from '#contract/platform/core/secret.ts'
import { AccountManagerFilter } from './manager-filter.ts'

export const PHONE_CALL_NOTE_MAX = 1_000
export const PHONE_CALL_CONTACT_NAME_MAX = 30
export const PHONE_CALL_MINUTES_MAX = 600
/** How long after a call it can still be recorded, in days. */
export const PHONE_CALL_DAYS_BACK_MAX = 30

export const phoneCallDirections = { out: { label: '呼出' }, in: { label: '呼入' } } as const
export type PhoneCallDirection = keyof typeof phoneCallDirections

/** What became of a call. Only a call that was `reached` has minutes. */
export const phoneCallOutcomes = {
  reached: { label: '已接通' },
  noAnswer: { label: '无人接听' },
  refused: { label: '占线或拒接' },
  wrongNumber: { label: '号码有误' },
} as const
export type PhoneCallOutcome = keyof typeof phoneCallOutcomes

/** Parts of the list. `mine`: those of the person who asks. */
export const phoneCallListFilters = { mine: { label: '我的通话' } } as const
export type PhoneCallListFilter = keyof typeof phoneCallListFilters

const Direction = z.enum(keysOf(phoneCallDirections), '请选择呼出或呼入')
const Outcome = z.enum(keysOf(phoneCallOutcomes), '请选择通话结果')

export const PhoneCall = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  id: Id,
  direction: Direction,
  /** Whom staff talked to; null: a person who had no name there and does not belong to the company any more. */
  contactName: z.nullable(z.string()),
  at: Instant,
  outcome: Outcome,
  minutes: z.int(),
  note: z.string(),
  staffName: z.string(),
  recordedAt: Instant,
  /** The day of the follow-up that was agreed in it, as planned now; null: none. */
  nextDay: z.nullable(z.string()),
  /** Null: it stands. A withdrawn call stays in the list. */
  withdrawnAt: z.nullable(Instant),
  /** The person who asks has recorded it, and so may withdraw it. */
  mine: z.boolean(),
})
export type PhoneCall = z.output<typeof PhoneCall>

export const consolePhoneCallEndpoints = defineEndpoints('/console-api/api/phone-call', {
  list: readEndpoint({
    path: 'list',
    summary: '与企业的通话，最近的在前；撤回的仍在列表里',
    needs: { staff: 'enterpriseView' },
    input: z.strictObject({
      ...pageInput,
      part: z.optional(z.enum(keysOf(phoneCallListFilters), '范围不正确')),
      manager: z.optional(AccountManagerFilter),
      direction: z.optional(Direction),
      outcome: z.optional(Outcome),
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
      enterpriseId: z.optional(Id),
      keyword: z.optional(Text(50)),
    }),
    output: pageOutput(PhoneCall),
  }),
  record: writeEndpoint({
    path: 'record',
    summary: '记录一次通话，可同时完成一条约定的跟进、约定下次跟进的日期；写后不能修改，只能撤回',
    needs: { staff: 'enterpriseCare' },
    audits: 'enterprise',
    input: z.strictObject({
      enterpriseId: Id,
      direction: Direction,
      /** Either a person of the company, or a name. */
      contactUserId: z.nullable(Id),
      contactName: markTextOfOwnTable(Text(PHONE_CALL_CONTACT_NAME_MAX)),
      at: Instant,
      outcome: Outcome,
      minutes: z
        .int('请填写整数分钟')
        .check(z.minimum(0, '时长不能小于 0'), z.maximum(PHONE_CALL_MINUTES_MAX, `时长最多 ${PHONE_CALL_MINUTES_MAX} 分钟`)),
      note: markTextOfOwnTable(RequiredText(PHONE_CALL_NOTE_MAX, '请填写通话内容')),
      nextDay: z.nullable(Day),
      /** The planned follow-up that this call was. */
      completesId: z.nullable(Id),
    }),
    output: z.object({ id: Id }),
    refusals: [
      'ENTERPRISE_NOT_FOUND',
      'ENTERPRISE_CLOSED',
      'PHONE_CALL_CONTACT',
      'PHONE_CALL_TIME',
      'PHONE_CALL_MINUTES',
      'FOLLOW_UP_DAY',
      'FOLLOW_UP_NOT_FOUND',
      'FOLLOW_UP_DONE',
    ],
  }),
  withdraw: writeEndpoint({
    path: 'withdraw',
    summary: '撤回自己记录的一次通话；约定的跟进不变',
    needs: { staff: 'enterpriseCare' },
    audits: 'row',
    input: z.strictObject({ enterpriseId: Id, id: Id }),
    output: NullOutput,
    refusals: ['PHONE_CALL_NOT_FOUND', 'PHONE_CALL_NOT_OWN', 'PHONE_CALL_WITHDRAWN'],
  }),
})
