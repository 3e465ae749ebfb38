import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Day,
  Id,
  Instant,
  NullOutput,
  pageInput,
  pageOutput,
  RequiredText,
  RowVersion,
  RowVersionIfAny,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

export const announcementStates = {
  now: { label: '发布中' },
  later: { label: '未开始' },
  over: { label: '已结束' },
  withdrawn: { label: '已撤回' },
} as const
export type AnnouncementState = keyof typeof announcementStates

const ANNOUNCEMENT_MAX = 5_000
export const announcementFields = {
  title: RequiredText(50, '请填写标题'),
  /** Markdown, as in articles. */
  text: RequiredText(ANNOUNCEMENT_MAX, '请填写内容'),
  dateFrom: Day,
  dateTo: z.nullable(Day),
  pinned: z.boolean('请选择是否置顶'),
}

export const ConsoleAnnouncement = z.object({
  id: Id,
  title: z.string(),
  text: z.string(),
  dateFrom: Day,
  dateTo: z.nullable(Day),
  pinned: z.boolean(),
  state: z.enum(keysOf(announcementStates)),
  rowVersion: RowVersion,
  at: Instant,
  by: z.string(),
})
export type ConsoleAnnouncement = z.output<typeof ConsoleAnnouncement>

const gone = ['ANNOUNCEMENT_NOT_FOUND', 'ANNOUNCEMENT_WITHDRAWN'] as const

export const consoleAnnouncementEndpoints = defineEndpoints('/console-api/api/announcement', {
  list: readEndpoint({
    path: 'list',
    summary: '公告，最新的在前',
    needs: { staff: 'announcement' },
    input: z.strictObject({ ...pageInput, state: z.optional(z.enum(keysOf(announcementStates))) }),
    output: pageOutput(ConsoleAnnouncement),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '发布公告，或修改没有撤回的公告（新公告的版本为 0）',
    needs: { staff: 'announcement' },
    audits: 'row',
    input: z.strictObject({ id: z.optional(Id), ...announcementFields, rowVersion: RowVersionIfAny }).check(
      z.refine(({ dateFrom, dateTo }) => dateTo === null || dateTo >= dateFrom, {
        message: '结束日期不能早于开始日期',
        path: ['dateTo'],
      }),
    ),
    output: z.object({ id: Id }),
    refusals: [...gone, 'ROW_CHANGED'],
  }),
  withdraw: writeEndpoint({
    path: 'withdraw',
    summary: '撤回公告：所有人都不再看到',
    needs: { staff: 'announcement' },
    audits: 'row',
    input: z.strictObject({ id: Id, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: [...gone, 'ROW_CHANGED'],
  }),
})
