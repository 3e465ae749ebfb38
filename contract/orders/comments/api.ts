import * as z from 'zod/mini'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, NullOutput, OrderNo, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'
import {
  buyerCommentStarFilters,
  COMMENT_PICTURES_MAX,
  COMMENT_TEXT_MAX,
  CommentableOrderLine,
  GoodsRating,
  OwnComment,
  PublicComment,
  Stars,
} from './shapes.ts'

const One = z.strictObject({ id: Id })
const ofOrder = z.strictObject({ ...pageInput, orderNo: z.optional(OrderNo) })
const Words = RequiredText(COMMENT_TEXT_MAX, '请填写内容')

export const commentEndpoints = defineEndpoints('/order-api/api/comment', {
  list: readEndpoint({
    path: 'list',
    summary: '商品的评论：评分、分星统计、逐条内容，最新的在前；指明的一条排在最前',
    needs: 'guest or lookGoods',
    input: z.strictObject({
      ...pageInput,
      goodsId: Id,
      band: z.optional(z.enum(keysOf(buyerCommentStarFilters), '评论类型不正确')),
      stars: z.optional(Stars),
      pictured: z.optional(z.boolean()),
      /** A comment that is shown first, for a reader who opened a link to it. */
      id: z.optional(Id),
    }),
    output: z.object({ rating: GoodsRating, ...pageOutput(PublicComment).shape }),
    cached: true,
  }),
  picture: downloadEndpoint({
    path: 'picture',
    summary: '公开评论的图片',
    needs: 'guest or lookGoods',
    input: z.strictObject({ id: Id, fileId: Id }),
    refusals: ['FILE_NOT_FOUND'],
    cached: true,
  }),
  todo: readEndpoint({
    path: 'todo',
    summary: '待评论的商品：收货后 30 天内，先收货的在前',
    needs: 'lookOrder',
    input: ofOrder,
    output: pageOutput(CommentableOrderLine),
  }),
  mine: readEndpoint({
    path: 'mine',
    summary: '本企业的评论，最新的在前',
    needs: 'lookOrder',
    input: ofOrder,
    output: pageOutput(OwnComment),
  }),
  count: readEndpoint({
    path: 'count',
    summary: '待评论和已评论的数量',
    needs: 'lookOrder',
    input: EmptyInput,
    output: z.object({ todo: z.int(), mine: z.int() }),
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '评论订单的一行商品；每行一次，全部评论后订单完成',
    needs: 'buyPay',
    memberLimit: 'one for each line of an order.',
    input: z.strictObject({
      orderNo: OrderNo,
      lineNo: z.int('行号不正确').check(z.minimum(1, '行号不正确'), z.maximum(1_000, '行号不正确')),
      stars: Stars,
      text: Words,
      pictures: z._default(
        z.array(Id).check(
          z.maxLength(COMMENT_PICTURES_MAX, `最多上传 ${COMMENT_PICTURES_MAX} 张图片`),
          z.refine((ids) => new Set(ids).size === ids.length, '同一张图片只能使用一次'),
        ),
        [],
      ),
      anonymous: z._default(z.boolean(), false),
    }),
    output: z.object({ id: Id, orderDone: z.boolean() }),
    refusals: ['ORDER_NOT_FOUND', 'COMMENT_NOT_ALLOWED', 'COMMENT_EXISTS', 'FILE_NOT_FOUND'],
  }),
  remove: writeEndpoint({
    path: 'remove',
    summary: '作者删除自己的评论；不能再次评论',
    needs: 'buyPay',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: One,
    output: NullOutput,
    refusals: ['COMMENT_NOT_FOUND', 'COMMENT_NOT_YOURS'],
  }),
  reply: writeEndpoint({
    path: 'reply',
    summary: '在本企业的评论下补充',
    needs: 'buyPay',
    memberLimit: 500,
    input: z.strictObject({ id: Id, text: Words }),
    output: z.object({ replyId: Id }),
    refusals: ['COMMENT_NOT_FOUND', 'REPLIES_FULL'],
  }),
  removeReply: writeEndpoint({
    path: 'remove-reply',
    summary: '作者删除自己的补充',
    needs: 'buyPay',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, replyId: Id }),
    output: NullOutput,
    refusals: ['COMMENT_NOT_FOUND', 'COMMENT_NOT_YOURS'],
  }),
})
