import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, NullOutput, pageInput, pageOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { markTextOfOwnTable } from '#contract/platform/core/secret.ts'
import { AccountManagerFilter } from './manager-filter.ts'

export const FOLLOW_UP_TEXT_MAX = 1_000
/** How far ahead the next day may lie, in days. */
export const FOLLOW_UP_DAYS_AHEAD_MAX = 365

/** How staff talked to a company. */
export const followUpKinds = {
  phone: { label: '电话' },
  visit: { label: '拜访' },
  wechat: { label: '微信' },
  other: { label: '其他' },
} as const
export type FollowUpKind = keyof typeof followUpKinds
const Kind = z.enum(keysOf(followUpKinds), '请选择跟进方式')

/** Parts of the list. `due`: to be done today, or late; `later`: on a day to come; `done`: what was planned and done. */
export const followUpListFilters = { due: { label: '今日跟进' }, later: { label: '以后' }, done: { label: '已完成' } } as const
export type FollowUpListFilter = keyof typeof followUpListFilters

export const FollowUp = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  id: Id,
  kind: Kind,
  text: z.string(),
  staffName: z.string(),
  at: Instant,
  /** Null: nothing is left to do. */
  nextDay: z.nullable(z.string()),
  /** The account manager of the company now; null: nobody, and the person who wrote it is to follow up. */
  managerName: z.nullable(z.string()),
  doneBy: z.nullable(z.string()),
  doneAt: z.nullable(Instant),
})
export type FollowUp = z.output<typeof FollowUp>

const one = { enterpriseId: Id, id: Id }

export const consoleFollowUpEndpoints = defineEndpoints('/console-api/api/follow-up', {
  list: readEndpoint({
    path: 'list',
    summary: '对企业的跟进：待办的最早在前，其余最近的在前',
    needs: { staff: 'enterpriseView' },
    input: z.strictObject({
      ...pageInput,
      part: z.optional(z.enum(keysOf(followUpListFilters), '范围不正确')),
      manager: z.optional(AccountManagerFilter),
      kind: z.optional(Kind),
      enterpriseId: z.optional(Id),
      keyword: z.optional(Text(50)),
    }),
    output: pageOutput(FollowUp),
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '记录跟进，可约定下次跟进的日期；可同时完成一条到期的跟进',
    needs: { staff: 'enterpriseCare' },
    audits: 'enterprise',
    input: z.strictObject({
      enterpriseId: Id,
      kind: Kind,
      text: markTextOfOwnTable(RequiredText(FOLLOW_UP_TEXT_MAX, '请填写跟进情况')),
      nextDay: z.nullable(Day),
      /** The planned one that this was. */
      completesId: z.nullable(Id),
    }),
    output: z.object({ id: Id }),
    refusals: ['ENTERPRISE_NOT_FOUND', 'ENTERPRISE_CLOSED', 'FOLLOW_UP_DAY', 'FOLLOW_UP_NOT_FOUND', 'FOLLOW_UP_DONE'],
  }),
  complete: writeEndpoint({
    path: 'complete',
    summary: '完成一条约定的跟进',
    needs: { staff: 'enterpriseCare' },
    audits: 'row',
    input: z.strictObject(one),
    output: NullOutput,
    refusals: ['FOLLOW_UP_NOT_FOUND', 'FOLLOW_UP_DONE'],
  }),
  postpone: writeEndpoint({
    path: 'postpone',
    summary: '把一条约定的跟进改到另一天',
    needs: { staff: 'enterpriseCare' },
    audits: 'row',
    /** `seenDay`: the day on the screen; if somebody has moved it meanwhile, this is refused. */
    input: z.strictObject({ ...one, nextDay: Day, seenDay: Day }),
    output: NullOutput,
    refusals: ['FOLLOW_UP_NOT_FOUND', 'FOLLOW_UP_DONE', 'FOLLOW_UP_MOVED', 'FOLLOW_UP_DAY'],
  }),
})
