import * as z from 'zod/mini'
import { priceChangeConfirmedSchema } from '#contract/catalog/pricing/console-api.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, NullOutput, pageInput, pageOutput, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { PositiveYuan, Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { SkuBrief } from './sku-brief.ts'
import { TaxClass } from './tax-class.ts'

export const ConsoleSkuRow = z.object({
  skuId: Id,
  goodsId: Id,
  goodsName: z.string(),
  image: z.nullable(Id),
  code: z.string(),
  skuProps: SkuProps,
  salePrice: Yuan,
  creditPrice: z.nullable(Yuan),
  available: z.int(),
  reserved: z.int(),
  onShelf: z.boolean(),
  /** 货位; '' if it has none. */
  bin: z.string(),
  binVersion: RowVersion,
  /** The version of its public prices and of its shelf state. It is sent back with a change of them. */
  priceVersion: RowVersion,
  shelfVersion: RowVersion,
  /** Its own tax class, or the one of its category. */
  taxClass: z.nullable(TaxClass),
})
export type ConsoleSkuRow = z.output<typeof ConsoleSkuRow>

/** A SKU for staff who answer buyers: its public prices by quantity, and its stock. */
export const ConsoleSkuBrief = z.object({
  ...z.omit(SkuBrief, { materialCode: true }).shape,
  reserved: z.int(),
  /** Where it lies, what orders are planned to take from there, and what is left; empty: all in the main warehouse. */
  warehouses: z.array(
    z.object({ warehouseId: Id, name: z.string(), units: z.int(), reserved: z.int(), available: z.int(), bin: z.string() }),
  ),
  /** Whether it has batches with best-before days, and how often that was changed. */
  batched: z.boolean(),
  batchedVersion: RowVersion,
})
export type ConsoleSkuBrief = z.output<typeof ConsoleSkuBrief>

/** 库存紧张: the available stock is at most the mark of the SKU; without a mark, at most `minimums` times the minimum quantity or `units`. */
export const defaultLowStockThresholds = { units: 20, minimums: 10 }

export const consoleSkuEndpoints = defineEndpoints('/console-api/api/sku', {
  list: readEndpoint({
    path: 'list',
    summary: '商品规格：价格与库存',
    needs: { staff: 'skuView' },
    input: z.strictObject({
      ...pageInput,
      keyword: z.optional(Text(50)),
      soldOut: z.optional(z.boolean()),
      lowStock: z.optional(z.boolean()),
      /** Those with a mark of their own that are at most there. */
      belowMark: z.optional(z.boolean()),
    }),
    output: pageOutput(ConsoleSkuRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个规格：全站价（各数量的现金价与赊销价）与库存',
    needs: { staff: 'skuView' },
    input: z.strictObject({ skuId: Id }),
    output: ConsoleSkuBrief,
    refusals: ['SKU_NOT_FOUND'],
  }),
  setPrice: writeEndpoint({
    path: 'set-price',
    summary: '改价：一秒内全站生效；幅度超过设置的须确认',
    needs: { staff: 'price' },
    audits: 'sku',
    input: z.strictObject({
      skuId: Id,
      salePrice: PositiveYuan,
      creditPrice: z.nullable(PositiveYuan),
      rowVersion: RowVersion,
      confirmed: priceChangeConfirmedSchema,
    }),
    output: NullOutput,
    refusals: ['SKU_NOT_FOUND', 'CREDIT_BELOW_SALE', 'ROW_CHANGED', 'PRICE_CHANGE_LARGE', 'PRICE_BELOW_COST'],
  }),
  setShelf: writeEndpoint({
    path: 'set-shelf',
    summary: '上架或下架一个规格',
    needs: { staff: 'goods' },
    audits: 'sku',
    input: z.strictObject({ skuId: Id, onShelf: z.boolean(), rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['SKU_NOT_FOUND', 'ROW_CHANGED'],
  }),
  adjustStock: writeEndpoint({
    path: 'adjust-stock',
    summary: '入库或盘点调整，写明原因',
    needs: { staff: 'stock' },
    audits: 'sku',
    input: z.strictObject({
      skuId: Id,
      change: z.int('数量必须为整数').check(
        z.minimum(-999_999, '数量变化过大'),
        z.maximum(999_999, '数量变化过大'),
        z.refine((change) => change !== 0, '数量没有变化'),
      ),
      reason: RequiredText(100, '请填写原因'),
      /** Where; nothing: the main warehouse. */
      warehouseId: z.optional(Id),
      /** The batch that the units are of; nothing: those that leave are the expired ones and those that end first, others have no batch. */
      batchId: z.optional(Id),
    }),
    output: NullOutput,
    refusals: [
      'SKU_NOT_FOUND',
      'OUT_OF_STOCK',
      'WAREHOUSE_NOT_FOUND',
      'WAREHOUSE_CLOSED',
      'WAREHOUSE_TOO_FEW',
      'BATCH_NOT_FOUND',
      'BATCH_TOO_FEW',
    ],
  }),
})
