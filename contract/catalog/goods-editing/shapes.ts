import * as z from 'zod/mini'
import { GoodsDetail } from '#contract/catalog/goods/shapes.ts'
import { LicenceNeed } from '#contract/catalog/licences/shapes.ts'
import { Id, Instant, RowVersion, SmallId } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { GoodsAttachments } from './api.ts'
import { GoodsContent } from './content.ts'
import { goodsLifecycle } from './goods-lifecycle.ts'

export const GoodsStateSchema = z.enum(keysOf(goodsLifecycle.states), '商品状态不正确')

/** `missing`: it is not there yet, in contrast to wrong. */
export const GoodsProblemSchema = z.object({ path: z.string(), reason: z.string(), missing: z.optional(z.literal(true)) })

/** A field of two contents that is not the same in both, for people: '规格 KT-1 · 现金价', '¥38.50', '¥40.00'. */
export const GoodsContentDifference = z.object({ path: z.string(), label: z.string(), from: z.string(), to: z.string() })
export type GoodsContentDifference = z.output<typeof GoodsContentDifference>

/**
 * The detail of ROW_CHANGED for goods: who has changed them since the editor read them, and in what the current content differs from the one
 * that he sent (`from`: his, `to`: the current one).
 */
export const GoodsEditCollision = z.object({
  rowVersion: RowVersion,
  by: z.nullable(z.string()),
  at: Instant,
  what: z.nullable(z.string()),
  differences: z.array(GoodsContentDifference),
})
export type GoodsEditCollision = z.output<typeof GoodsEditCollision>

/** The detail of DRAFT_OUTDATED: what both the draft and what is published have changed (`from`: published, `to`: the draft). */
export const GoodsDraftCollision = z.object({ differences: z.array(GoodsContentDifference) })
export type GoodsDraftCollision = z.output<typeof GoodsDraftCollision>

/** The detail of GOODS_NOT_READY. */
export const GoodsNotReadyDetail = z.object({ problems: z.array(GoodsProblemSchema) })

/** Goods in the console's list, as they are published; of what was never published, as its draft is. */
export const ConsoleGoodsRow = z.object({
  goodsId: Id,
  code: z.string(),
  name: z.string(),
  subtitle: z.string(),
  state: GoodsStateSchema,
  shopId: z.nullable(Id),
  shopName: z.nullable(z.string()),
  categoryId: z.nullable(SmallId),
  categoryName: z.nullable(z.string()),
  brandId: z.nullable(Id),
  brandName: z.nullable(z.string()),
  skuCount: z.int(),
  /** The lowest cash price of its SKUs in use. */
  lowestPrice: z.nullable(Yuan),
  hasDraft: z.boolean(),
  publishAt: z.nullable(Instant),
  publishFailed: z.boolean(),
  version: z.int(),
  changedBy: z.nullable(z.string()),
  changedAt: Instant,
  rowVersion: RowVersion,
})
export type ConsoleGoodsRow = z.output<typeof ConsoleGoodsRow>

/** A published version: who, when and why. `by` null: the system. */
export const GoodsVersionHead = z.object({ version: z.int(), by: z.nullable(z.string()), at: Instant, note: z.string() })
export type GoodsVersionHead = z.output<typeof GoodsVersionHead>

const GoodsDraft = z.object({
  /** With the newer prices and shelves of SKUs that it does not change itself. */
  content: GoodsContent,
  editedBy: z.nullable(z.string()),
  editedAt: Instant,
  /** The version that it began from; 0: it is the first. */
  baseVersion: z.int(),
  publishAt: z.nullable(Instant),
  /** Why publishing at that time did not succeed. */
  publishFailed: z.nullable(z.string()),
  /** In what it differs from what is published. */
  differences: z.array(GoodsContentDifference),
})

/** What is fixed of a SKU that is published. */
const SkuFacts = z.object({ skuId: Id, ordered: z.boolean(), available: z.int(), reserved: z.int() })

export const ConsoleGoodsDetail = z.object({
  goodsId: Id,
  state: GoodsStateSchema,
  version: z.int(),
  publishedAt: z.nullable(Instant),
  /** The version for all changes of the goods: of the draft, of what is published, of the prices and the shelves of its SKUs. */
  rowVersion: RowVersion,
  /** null: never published. */
  published: z.nullable(GoodsContent),
  draft: z.nullable(GoodsDraft),
  /** What keeps the draft from being published; without a draft, what is wrong with the published content by now. */
  problems: z.array(GoodsProblemSchema),
  skus: z.array(SkuFacts),
  /** The latest versions, newest first. */
  versions: z.array(GoodsVersionHead),
})
export type ConsoleGoodsDetail = z.output<typeof ConsoleGoodsDetail>

/** What a buyer would see on the page of the goods. What the draft lacks is null or empty, and SKUs without a price are left out. */
export const GoodsPreview = z.object({
  ...GoodsDetail.shape,
  shopId: z.nullable(Id),
  category: z.nullable(GoodsDetail.shape.category),
  attachments: GoodsAttachments,
  /** The licences that the goods demand, and how it stands with them. Those of a draft without a shop are not known. */
  licences: z.array(LicenceNeed),
})
export type GoodsPreview = z.output<typeof GoodsPreview>
