import * as z from 'zod/mini'
import { GoodsDetail } from '#contract/catalog/goods/shapes.ts'
import { RequiredLicence } from '#contract/catalog/licences/shapes.ts'
import { Id, Instant, IntegerId, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { GoodsDetailSupplement } from './api.ts'
import { GoodsContent } from './content.ts'
import { goodsLifecycle } from './goods-lifecycle.ts'

export const GoodsStateSchema = z.enum(keysOf(goodsLifecycle.states), '商品状态不正确')

/** `missing`: it is missing, rather than wrong. */
export const GoodsPublishingProblemSchema = z.object({ path: z.string(), reason: z.string(), missing: z.optional(z.literal(true)) })

/** A field that differs between two contents, for people: '规格 KT-1 · 现金价', '¥38.50', '¥40.00'. */
export const GoodsContentDifference = z.object({ path: z.string(), label: z.string(), from: z.string(), to: z.string() })
export type GoodsContentDifference = z.output<typeof GoodsContentDifference>

/**
 * The detail of ROW_CHANGED for goods: who has changed them since the editor read them, and how the current content differs from the one
 * that was sent (`from`: sent, `to`: current).
 */
export const GoodsChangedMeanwhileDetail = z.object({
  rowVersion: RowVersion,
  by: z.nullable(z.string()),
  at: Instant,
  what: z.nullable(z.string()),
  differences: z.array(GoodsContentDifference),
})
export type GoodsChangedMeanwhileDetail = z.output<typeof GoodsChangedMeanwhileDetail>

/**
 * The detail of DRAFT_OUTDATED: the fields that both the draft and the published content have changed (`from`: published, `to`: the draft).
 */
export const DraftOutdatedDetail = z.object({ differences: z.array(GoodsContentDifference) })
export type DraftOutdatedDetail = z.output<typeof DraftOutdatedDetail>

/** The detail of GOODS_NOT_READY. */
export const GoodsNotReadyDetail = z.object({ problems: z.array(GoodsPublishingProblemSchema) })

/** Goods in the console's list, with their published data; goods that were never published have the data of their draft. */
export const ConsoleGoodsRow = z.object({
  goodsId: Id,
  code: z.string(),
  name: z.string(),
  subtitle: z.string(),
  state: GoodsStateSchema,
  shopId: z.nullable(Id),
  shopName: z.nullable(z.string()),
  categoryId: z.nullable(IntegerId),
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
export const GoodsVersionSummary = z.object({ version: z.int(), by: z.nullable(z.string()), at: Instant, note: z.string() })
export type GoodsVersionSummary = z.output<typeof GoodsVersionSummary>

/** A row of the history: a version that was published, or a change after `version` that published none (价格, 上下架, 税收分类). */
export const GoodsHistoryRow = z.object({
  /** Tells the rows of one history apart. */
  id: z.string(),
  ...GoodsVersionSummary.shape,
  published: z.boolean(),
  /** What it changed. Of a version: what it changed itself, without the changes before it that have rows of their own. */
  differences: z.array(GoodsContentDifference),
})
export type GoodsHistoryRow = z.output<typeof GoodsHistoryRow>

const GoodsDraft = z.object({
  /** With the newer prices and shelves of SKUs that it does not change itself. */
  content: GoodsContent,
  editedBy: z.nullable(z.string()),
  editedAt: Instant,
  /** The version that it began from; 0: none. */
  baseVersion: z.int(),
  publishAt: z.nullable(Instant),
  /** Why publishing at that time failed. */
  publishFailed: z.nullable(z.string()),
  /** The differences from the published content. */
  differences: z.array(GoodsContentDifference),
})

/** The fixed fields of a published SKU. */
const SkuFacts = z.object({ skuId: Id, ordered: z.boolean(), available: z.int(), reserved: z.int() })

export const ConsoleGoodsDetail = z.object({
  goodsId: Id,
  state: GoodsStateSchema,
  version: z.int(),
  publishedAt: z.nullable(Instant),
  /** The version of all changes of the goods: of the draft, the published content, and the prices and shelves of its SKUs. */
  rowVersion: RowVersion,
  /** null: never published. */
  published: z.nullable(GoodsContent),
  draft: z.nullable(GoodsDraft),
  /** The problems that prevent publishing the draft; without a draft, the current problems of the published content. */
  problems: z.array(GoodsPublishingProblemSchema),
  skus: z.array(SkuFacts),
  /** The latest versions, newest first. */
  versions: z.array(GoodsVersionSummary),
})
export type ConsoleGoodsDetail = z.output<typeof ConsoleGoodsDetail>

/** What a buyer would see. Missing parts of the draft are null or empty, and SKUs without a price are left out. */
export const GoodsPreview = z.object({
  ...GoodsDetail.shape,
  shopId: z.nullable(Id),
  category: z.nullable(GoodsDetail.shape.category),
  attachments: GoodsDetailSupplement,
  /** The licences that the goods demand, and how it stands with them. Those of a draft without a shop are not known. */
  licences: z.array(RequiredLicence),
})
export type GoodsPreview = z.output<typeof GoodsPreview>
