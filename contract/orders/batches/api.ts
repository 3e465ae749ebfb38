import * as z from 'zod/mini'
import { stockMovementKinds } from '#contract/catalog/inventory/api.ts'
import { BatchName } from '#contract/catalog/inventory/batches.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Day,
  Id,
  Instant,
  NullOutput,
  OrderNo,
  pageInput,
  pageOutput,
  RequiredText,
  RowVersion,
  Text,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

/** How near the end of a batch is. Within how many days one is near its end is a setting. */
export const batchStates = { expired: { label: '已过期' }, ending: { label: '临期' }, good: { label: '未临期' } } as const
export type BatchState = keyof typeof batchStates

const batchFields = {
  ...BatchName.shape,
  batchId: Id,
  madeOn: z.nullable(z.string()),
  skuId: Id,
  skuCode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  unit: z.string(),
  state: z.enum(keysOf(batchStates)),
  /** How many days are left, today not counted; below zero: how long it is past its day. null: nobody knows the day. */
  daysLeft: z.nullable(z.int()),
  units: z.int(),
}

/** What lies of a batch in a warehouse. */
export const BatchStockRow = z.object({ ...batchFields, warehouseName: z.string() })
export type BatchStockRow = z.output<typeof BatchStockRow>

/** A batch, with what lies of it in all warehouses. */
export const Batch = z.object({ ...batchFields, rowVersion: RowVersion })
export type Batch = z.output<typeof Batch>

/** What moved of a batch, and the parcel that took it or from which it came back. */
export const BatchMovement = z.object({
  movementId: Id,
  kind: z.enum(keysOf(stockMovementKinds)),
  change: z.int(),
  warehouseName: z.string(),
  reason: z.string(),
  by: z.string(),
  at: Instant,
  parcel: z.nullable(z.object({ enterpriseId: Id, enterpriseName: z.nullable(z.string()), orderNo: OrderNo, parcelNo: z.int() })),
})
export type BatchMovement = z.output<typeof BatchMovement>

export const consoleBatchEndpoints = defineEndpoints('/console-api/api/batch', {
  list: readEndpoint({
    path: 'list',
    summary: '在库批次：按保质期至排列，最早的在前',
    needs: { staff: 'warehouseView' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(z.enum(keysOf(batchStates), '批次状态不正确')),
      warehouseId: z.optional(Id),
      skuId: z.optional(Id),
      /** Part of a code, of the name of goods, or of the number of a batch. */
      keyword: z.optional(Text(60)),
      /** Only batches whose last day is this one or earlier. */
      endsUntil: z.optional(Day),
    }),
    output: pageOutput(BatchStockRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个批次，及各仓库合计',
    needs: { staff: 'warehouseView' },
    input: z.strictObject({ batchId: Id }),
    output: Batch,
    refusals: ['BATCH_NOT_FOUND'],
  }),
  movements: readEndpoint({
    path: 'movements',
    summary: '一个批次的流水：入库、发出的订单和企业、退回；最新的在前',
    needs: { staff: 'warehouseView' },
    input: z.strictObject({ ...pageInput, batchId: Id }),
    output: pageOutput(BatchMovement),
    refusals: ['BATCH_NOT_FOUND'],
  }),
  setBatched: writeEndpoint({
    path: 'set-batched',
    summary: '启用或停用一个规格的批次管理：启用时的库存记为无批号的批次，此后入库须填写批号和保质期至',
    needs: { staff: 'stock' },
    audits: 'sku',
    input: z.strictObject({ skuId: Id, batched: z.boolean(), rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['SKU_NOT_FOUND', 'BATCHES_LEFT', 'ROW_CHANGED'],
  }),
  setDays: writeEndpoint({
    path: 'set-days',
    summary: '更正一个批次的保质期至和生产日期，写明原因；在库和已发出的都按新日期',
    needs: { staff: 'stock' },
    audits: 'sku',
    input: z.strictObject({
      skuId: Id,
      batchId: Id,
      bestBefore: Day,
      /** null: nobody has said it. */
      madeOn: z.nullable(Day),
      reason: RequiredText(100, '请填写原因'),
      rowVersion: RowVersion,
    }),
    output: NullOutput,
    refusals: ['SKU_NOT_FOUND', 'BATCH_NOT_FOUND', 'BATCH_WRONG', 'ROW_CHANGED'],
  }),
})
