import * as z from 'zod/mini'
import { consoleGoodsFilterFields } from '#contract/catalog/goods-editing/console-api.ts'
import { priceChangeConfirmedSchema } from '#contract/catalog/pricing/console-api.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, NullOutput, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { GoodsBulkEditChange } from './change.ts'
import { GOODS_BULK_EDIT_GOODS_MAX, GoodsBulkEdit, GoodsBulkEditResultSchema, GoodsBulkEditRow } from './shapes.ts'

const stepRefusals = ['GOODS_BULK_NOT_FOUND', 'GOODS_BULK_STATE_WRONG'] as const

export const consoleGoodsBulkEditEndpoints = defineEndpoints('/console-api/api/goods-bulk', {
  try: writeEndpoint({
    path: 'try',
    summary: `试算批量修改：所选商品或符合筛选条件的全部商品，最多 ${GOODS_BULK_EDIT_GOODS_MAX} 个；在后台逐个算出旧值和新值，不写入`,
    needs: { staff: 'goods' },
    input: z
      .strictObject({
        goodsIds: z.optional(z.array(Id).check(z.maxLength(GOODS_BULK_EDIT_GOODS_MAX, `最多 ${GOODS_BULK_EDIT_GOODS_MAX} 个商品`))),
        filter: z.optional(z.strictObject(consoleGoodsFilterFields)),
        change: GoodsBulkEditChange,
      })
      .check(
        z.refine(({ goodsIds, filter }) => (goodsIds === undefined) !== (filter === undefined), {
          message: '请选择商品或筛选条件',
          path: ['goodsIds'],
        }),
      ),
    output: GoodsBulkEdit,
    refusals: ['GOODS_BULK_EMPTY', 'GOODS_BULK_TOO_MANY', 'GOODS_NOT_FOUND'],
  }),
  state: readEndpoint({
    path: 'state',
    summary: '一次批量修改的状态、进度和各结果的商品数',
    needs: { staff: 'goods' },
    input: z.strictObject({ id: Id }),
    output: GoodsBulkEdit,
    refusals: ['GOODS_BULK_NOT_FOUND'],
  }),
  list: readEndpoint({
    path: 'list',
    summary: '批量修改记录，最近的在前，保留 30 天',
    needs: { staff: 'goods' },
    input: z.strictObject(pageInput),
    output: pageOutput(GoodsBulkEdit),
  }),
  rows: readEndpoint({
    path: 'rows',
    summary: '一次批量修改的逐个结果：旧值和新值、不能修改的原因',
    needs: { staff: 'goods' },
    input: z.strictObject({
      ...pageInput,
      id: Id,
      result: z.optional(GoodsBulkEditResultSchema),
      /** Only goods with prices that must be confirmed. */
      questions: z.optional(z.boolean()),
    }),
    output: pageOutput(GoodsBulkEditRow),
    refusals: ['GOODS_BULK_NOT_FOUND'],
  }),
  apply: writeEndpoint({
    path: 'apply',
    summary: '按试算的结果修改：逐个商品发布新版本；试算之后变动过的商品不修改；价格变动过大或低于成本的须确认',
    needs: { staff: 'goods' },
    audits: 'row',
    input: z.strictObject({
      id: Id,
      /** The code that the trial returned. */
      seen: Text(64).check(z.minLength(1, '请先试算')),
      confirmed: priceChangeConfirmedSchema,
    }),
    output: NullOutput,
    refusals: [...stepRefusals, 'GOODS_BULK_MOVED', 'PRICE_CHANGE_LARGE', 'PRICE_BELOW_COST'],
  }),
  stop: writeEndpoint({
    path: 'stop',
    summary: '停止试算或修改：已修改的商品保留，可以撤销',
    needs: { staff: 'goods' },
    audits: 'row',
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: stepRefusals,
  }),
  undo: writeEndpoint({
    path: 'undo',
    summary: '一天内撤销：恢复修改之前的内容；之后又被修改过的商品保持不变并列出',
    needs: { staff: 'goods' },
    audits: 'row',
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: [...stepRefusals, 'GOODS_BULK_UNDO_LATE'],
  }),
})
