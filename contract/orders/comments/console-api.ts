import * as z from 'zod/mini'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, NullOutput, OrderNo, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { COMMENT_TEXT_MAX, ConsoleComment, Stars } from './shapes.ts'

/** The filters of comments for staff. `low`: few stars and no reply. */
export const staffCommentFilters = {
  low: { label: '低星待回复' },
  unanswered: { label: '待回复' },
  answered: { label: '已回复' },
  hidden: { label: '已隐藏' },
} as const
export type StaffCommentFilter = keyof typeof staffCommentFilters
/** The largest number of stars that counts as few. */
export const LOW_STARS_MAX = 2

const one = { enterpriseId: Id, id: Id }
const REASON_MAX = 100

export const consoleCommentEndpoints = defineEndpoints('/console-api/api/comment', {
  list: readEndpoint({
    path: 'list',
    summary: '评论：等待回复的先到的在前，其余最新的在前',
    needs: { staff: 'comment' },
    input: z.strictObject({
      ...pageInput,
      queue: z.optional(z.enum(keysOf(staffCommentFilters))),
      stars: z.optional(Stars),
      orderNo: z.optional(OrderNo),
      goodsId: z.optional(Id),
      enterpriseId: z.optional(Id),
    }),
    output: pageOutput(ConsoleComment),
  }),
  picture: downloadEndpoint({
    path: 'picture',
    summary: '评论的图片，隐藏的也能看',
    needs: { staff: 'comment' },
    unrecorded: 'The picture was published with its comment.',
    input: z.strictObject({ ...one, fileId: Id }),
    refusals: ['FILE_NOT_FOUND'],
  }),
  answer: writeEndpoint({
    path: 'answer',
    summary: '商家回复；再次回复即修改',
    needs: { staff: 'comment' },
    audits: 'row',
    input: z.strictObject({ ...one, text: RequiredText(COMMENT_TEXT_MAX, '请填写内容') }),
    output: NullOutput,
    refusals: ['COMMENT_NOT_FOUND'],
  }),
  hide: writeEndpoint({
    path: 'hide',
    summary: '隐藏评论，说明原因；作者能看到原因',
    needs: { staff: 'comment' },
    audits: 'row',
    input: z.strictObject({ ...one, reason: RequiredText(REASON_MAX, '请填写原因') }),
    output: NullOutput,
    refusals: ['COMMENT_NOT_FOUND', 'COMMENT_MOVED'],
  }),
  unhide: writeEndpoint({
    path: 'unhide',
    summary: '恢复显示',
    needs: { staff: 'comment' },
    audits: 'row',
    input: z.strictObject(one),
    output: NullOutput,
    refusals: ['COMMENT_NOT_FOUND', 'COMMENT_MOVED'],
  }),
})
