import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, NullOutput, pageInput, pageOutput } from '#contract/platform/core/fields.ts'

/** A message to one staff member. */
export const StaffNotice = z.object({
  id: Id,
  title: z.string(),
  content: z.string(),
  /** The path and the search of the console's screen for it: '/sensitive_changes'. */
  screen: z.string(),
  at: Instant,
  readAt: z.nullable(Instant),
})
export type StaffNotice = z.output<typeof StaffNotice>

export const consoleStaffNoticeEndpoints = defineEndpoints('/console-api/api/notice', {
  list: readEndpoint({
    path: 'list',
    summary: '本人的运营通知，最新的在前',
    needs: 'staff',
    input: z.strictObject(pageInput),
    output: pageOutput(StaffNotice),
  }),
  unread: readEndpoint({
    path: 'unread',
    summary: '本人未读的运营通知数',
    needs: 'staff',
    input: EmptyInput,
    output: z.object({ count: z.int() }),
  }),
  readAll: writeEndpoint({
    path: 'read-all',
    summary: '把本人的运营通知标为已读；upTo 为看到的最新一条',
    needs: 'staff',
    input: z.strictObject({ upTo: Id }),
    output: NullOutput,
  }),
})
