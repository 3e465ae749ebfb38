import * as z from 'zod/mini'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, NullOutput, OrderNo, pageInput, pageOutput, QUANTITY_MAX, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan, YuanUpTo, ZERO_FEN } from '#contract/platform/core/money.ts'
import {
  AFTER_SALE_MESSAGE_LENGTH_MAX,
  AfterSaleMessage,
  AfterSaleStateSchema,
  AfterSaleTypeSchema,
  ConsoleAfterSale,
  ConsoleAfterSaleRow,
  createAfterSaleLinesSchema,
  OptionalAfterSaleNote,
} from './shapes.ts'

/** Why an after-sale waits, and for whom. */
export const afterSaleQueues = {
  decide: { label: '待审核' },
  inspect: { label: '待验收' },
  refund: { label: '待退款' },
  exchange: { label: '待换货' },
  buyer: { label: '待买家寄回' },
} as const
export type AfterSaleQueue = keyof typeof afterSaleQueues

const one = { enterpriseId: Id, id: Id }
const moveRefusals = ['AFTER_SALE_NOT_FOUND', 'AFTER_SALE_MOVED'] as const
/** From zero up to the requested quantity. */
const Accepted = z.int('数量必须为整数').check(z.minimum(0, '数量不能小于 0'), z.maximum(QUANTITY_MAX, `数量不能超过 ${QUANTITY_MAX}`))
const FREIGHT_MAX = 99_999

export const consoleAfterSaleEndpoints = defineEndpoints('/console-api/api/after-sale', {
  list: readEndpoint({
    path: 'list',
    summary: '售后单：等着谁的，等得最久的在前；否则最新的在前',
    needs: { staff: 'afterSaleView' },
    input: z.strictObject({
      ...pageInput,
      queue: z.optional(z.enum(keysOf(afterSaleQueues))),
      state: z.optional(AfterSaleStateSchema),
      type: z.optional(AfterSaleTypeSchema),
      orderNo: z.optional(OrderNo),
      afterSaleNo: z.optional(Text(30)),
      enterpriseId: z.optional(Id),
      manager: z.optional(AccountManagerFilter),
    }),
    output: pageOutput(ConsoleAfterSaleRow),
  }),
  queues: readEndpoint({
    path: 'queues',
    summary: '各环节等待的售后单数',
    needs: { staff: 'afterSaleView' },
    input: z.strictObject({ manager: z.optional(AccountManagerFilter) }),
    output: z.array(z.object({ queue: z.enum(keysOf(afterSaleQueues)), count: z.int() })),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '售后详情：数据、图片、退款试算、可做的操作',
    needs: { staff: 'afterSaleView' },
    input: z.strictObject(one),
    output: ConsoleAfterSale,
    refusals: ['AFTER_SALE_NOT_FOUND'],
  }),
  picture: downloadEndpoint({
    path: 'picture',
    summary: '买家为售后上传的图片',
    needs: { staff: 'afterSaleView' },
    input: z.strictObject({ ...one, fileId: Id }),
    refusals: ['AFTER_SALE_NOT_FOUND', 'FILE_NOT_FOUND'],
  }),
  approve: writeEndpoint({
    path: 'approve',
    summary: '同意：逐行核定数量和运费，可以少于申请',
    needs: { staff: 'afterSaleHandle' },
    audits: 'row',
    input: z.strictObject({
      ...one,
      lines: createAfterSaleLinesSchema(Accepted),
      freight: z._default(YuanUpTo(FREIGHT_MAX), ZERO_FEN),
      note: OptionalAfterSaleNote,
    }),
    output: NullOutput,
    refusals: [...moveRefusals, 'AFTER_SALE_TOO_MANY', 'AFTER_SALE_NO_MONEY'],
  }),
  reject: writeEndpoint({
    path: 'reject',
    summary: '驳回，说明原因',
    needs: { staff: 'afterSaleHandle' },
    audits: 'row',
    input: z.strictObject({ ...one, reason: RequiredText(AFTER_SALE_MESSAGE_LENGTH_MAX, '请填写原因') }),
    output: NullOutput,
    refusals: moveRefusals,
  }),
  say: writeEndpoint({
    path: 'say',
    summary: '给买家留言',
    needs: { staff: 'afterSaleHandle' },
    audits: 'row',
    input: z.strictObject({ ...one, text: AfterSaleMessage }),
    output: NullOutput,
    refusals: [...moveRefusals, 'AFTER_SALE_MESSAGES_FULL'],
  }),
  inspect: writeEndpoint({
    path: 'inspect',
    summary: '验收退回的商品：合格数量、其中可再售的数量；其余报废。全不合格即驳回。退回的商品默认入各行发出的仓库，可另选仓库',
    needs: { staff: 'afterSaleInspect' },
    audits: 'row',
    input: z.strictObject({
      ...one,
      lines: z
        .array(z.strictObject({ lineNo: z.int().check(z.minimum(1), z.maximum(1_000)), accepted: Accepted, restocked: Accepted }))
        .check(
          z.minLength(1, '请填写验收结果'),
          z.maxLength(200, '一次最多 200 行'),
          z.refine((lines) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length, '同一行商品只能出现一次'),
          z.refine((lines) => lines.every(({ accepted, restocked }) => restocked <= accepted), '可再售的数量不能超过合格数量'),
        ),
      note: OptionalAfterSaleNote,
      /** Where they come; nothing: each line to the warehouse that its latest parcel has left, the main one if that is closed. */
      warehouseId: z.optional(Id),
    }),
    output: NullOutput,
    refusals: [...moveRefusals, 'AFTER_SALE_TOO_MANY', 'WAREHOUSE_NOT_FOUND', 'WAREHOUSE_CLOSED'],
  }),
  refundInstead: writeEndpoint({
    path: 'refund-instead',
    summary: '换货改为退款，例如无货可换',
    needs: { staff: 'afterSaleHandle' },
    audits: 'row',
    input: z.strictObject({ ...one, reason: RequiredText(AFTER_SALE_MESSAGE_LENGTH_MAX, '请填写原因') }),
    output: NullOutput,
    refusals: [...moveRefusals, 'AFTER_SALE_NO_MONEY'],
  }),
  exchange: writeEndpoint({
    path: 'exchange',
    summary: '发出换货：生成金额为零的订单，照常发货',
    needs: { staff: 'afterSaleHandle' },
    audits: 'row',
    input: z.strictObject(one),
    output: z.object({ orderNo: OrderNo }),
    refusals: [...moveRefusals, 'OUT_OF_STOCK'],
  }),
  refund: writeEndpoint({
    path: 'refund',
    summary: '退款：按原路退回；金额与试算不一致时拒绝',
    needs: { staff: 'afterSaleRefund' },
    audits: 'row',
    input: z.strictObject({ ...one, amount: YuanUpTo() }),
    output: z.object({ refunded: Yuan }),
    refusals: [...moveRefusals, 'AFTER_SALE_AMOUNT', 'AFTER_SALE_NO_MONEY', 'REFUND_TOO_MUCH', 'DRAWDOWN_REFUNDED', 'DRAWDOWN_NOT_FOUND'],
  }),
})
