import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, NullOutput, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** The kinds of messages to staff. What is about rights and accounts is never delayed. */
export const staffNoticeKinds = {
  digest: { label: '每日摘要', note: '每天早上汇总昨天的销售、应收和待办，只含您有权查看的数字' },
  stock: { label: '库存不足', note: '您负责的店铺中低于预警的规格' },
  work: { label: '工作提醒', note: '商品发布失败、许可证到期、客户答复、流水待核对等' },
  quotation: { label: '询价', note: '买家询价、留言、按报价下单、谢绝或撤回；您负责的企业也通知您' },
  security: { label: '敏感变更与账号', note: '敏感变更的提出与生效、您账号的变更；免打扰时段也照常发送' },
} as const
export type StaffNoticeKind = keyof typeof staffNoticeKinds

/** A message to one staff member. */
export const StaffNotice = z.object({
  id: Id,
  noticeKind: z.enum(keysOf(staffNoticeKinds)),
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
    input: z.strictObject({
      ...pageInput,
      noticeKind: z.optional(z.enum(keysOf(staffNoticeKinds), '通知类型不正确')),
      unread: z.optional(z.boolean()),
    }),
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
