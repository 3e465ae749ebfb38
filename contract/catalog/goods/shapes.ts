import * as z from 'zod/mini'
import { attributeKinds } from '#contract/catalog/attributes/shapes.ts'
import { UnitsByWarehouse } from '#contract/catalog/inventory/sending-warehouses.ts'
import { GoodsPicture } from '#contract/catalog/pictures/picture-urls.ts'
import { VisiblePriceSteps } from '#contract/catalog/pricing/visible-price-steps.ts'
import { Day, Id, IntegerId } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { ReplacementSku } from './replacement.ts'
import { goodsAfterSaleRules } from './terms.ts'

export const Category = z.object({
  id: IntegerId,
  name: z.string(),
  goodsCount: z.int(),
  /** The picture that staff gave the category, or else that of its first goods. */
  image: z.nullable(Id),
  children: z.array(z.object({ id: IntegerId, name: z.string(), goodsCount: z.int() })),
})
export type Category = z.output<typeof Category>

/** The goods of a list. The prices are those of its first available SKU, or else of its first SKU. */
export const GoodsCard = z.object({
  goodsId: Id,
  /** Its first picture; null: none. The addresses of a picture are made from its id. */
  image: z.nullable(Id),
  name: z.string(),
  spec: z.string(),
  /** The attributes that its category shows on cards: '合金牌号 YG11C'. */
  traits: z.array(z.string()),
  unit: z.string(),
  categoryId: IntegerId,
  skuId: Id,
  skuCode: z.string(),
  /** The price of the smallest quantity, as the viewer pays it. */
  salePrice: Yuan,
  /** null: not sold on credit. */
  creditPrice: z.nullable(Yuan),
  /** The name of the price if it is not the public price, such as 协议价. */
  priceLabel: z.nullable(z.string()),
  stock: z.int(),
  minimum: z.int(),
  step: z.int(),
  skuCount: z.int(),
  soldOut: z.boolean(),
  /** 罐车: no courier's days are promised. */
  byTanker: z.optional(z.literal(true)),
  /** If it is sold out: when more of it is expected from a supplier; left out: nobody knows. */
  restockDay: z.optional(Day),
  /** Where it lies; left out: in the main warehouse alone. */
  unitsByWarehouse: z.optional(UnitsByWarehouse),
})
export type GoodsCard = z.output<typeof GoodsCard>

/** Goods counted by sub-category, which a list of them can be filtered by. */
export const CategoryGoodsCount = z.object({
  categoryId: IntegerId,
  name: z.string(),
  /** Two sub-categories may have the same name, below different categories. */
  parentName: z.string(),
  goodsCount: z.int(),
})
export type CategoryGoodsCount = z.output<typeof CategoryGoodsCount>

export const Sku = z.object({
  skuId: Id,
  code: z.string(),
  skuProps: SkuProps,
  /** The price of the smallest quantity. The steps have those of larger quantities. */
  salePrice: Yuan,
  creditPrice: z.nullable(Yuan),
  steps: VisiblePriceSteps,
  stock: z.int(),
  minimum: z.int(),
  step: z.int(),
  weightGrams: z.int(),
  soldOut: z.boolean(),
  /** When more of it is expected from a supplier; left out: nobody knows. */
  restockDay: z.optional(Day),
  /** Where it lies; left out: in the main warehouse alone. */
  unitsByWarehouse: z.optional(UnitsByWarehouse),
})
export type Sku = z.output<typeof Sku>

export const GoodsDetail = z.object({
  goodsId: Id,
  image: z.nullable(Id),
  /** In the order of the gallery. */
  pictures: z.array(GoodsPicture),
  name: z.string(),
  /** Their use in one line; may be empty. */
  subtitle: z.string(),
  spec: z.string(),
  unit: z.string(),
  brand: z.nullable(z.object({ brandId: Id, name: z.string() })),
  tags: z.array(z.string()),
  shopId: Id,
  shopName: z.string(),
  /** The picture of its logo; null: it has none. */
  shopLogo: z.nullable(Id),
  /** The current announcement of the shop; may be empty. */
  shopNotice: z.string(),
  /** The shop is paused: its goods are shown and cannot be bought. */
  shopPaused: z.boolean(),
  category: z.object({ id: IntegerId, name: z.string(), parentId: IntegerId, parentName: z.string() }),
  parameters: z.array(z.tuple([z.string(), z.string()])),
  /** Markdown. */
  description: z.string(),
  hardness: z.nullable(z.tuple([z.number(), z.number()])),
  /** 包邮: their weight costs no freight. */
  freeFreight: z.boolean(),
  /** 罐车: no courier's days are promised. */
  byTanker: z.optional(z.literal(true)),
  afterSale: z.enum(keysOf(goodsAfterSaleRules)),
  sales: z.int(),
  /** They demand licences of their shop or of their buyer; `licence/of-goods` returns which. */
  restricted: z.boolean(),
  soldOut: z.boolean(),
  skus: z.array(Sku),
  /** The SKUs of the goods, sold or no longer sold, that other SKUs replace. */
  replaced: z.array(z.object({ skuId: Id, code: z.string(), skuProps: SkuProps, by: ReplacementSku })),
})
export type GoodsDetail = z.output<typeof GoodsDetail>

/** A column of the parametric table: an attribute for comparing the found goods. */
export const ParametricTableColumn = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  kind: z.enum(keysOf(attributeKinds)),
})
export type ParametricTableColumn = z.output<typeof ParametricTableColumn>

/** A row of the parametric table: a SKU with its values in the order of the columns; '' for no value. */
export const ParametricTableRow = z.object({
  ...Sku.shape,
  goodsId: Id,
  goodsName: z.string(),
  image: z.nullable(Id),
  unit: z.string(),
  /** Its shop is paused: it cannot be bought now. */
  shopPaused: z.boolean(),
  values: z.array(z.string()),
})
export type ParametricTableRow = z.output<typeof ParametricTableRow>

/** Rock hardness in bands of 普氏系数 f, used by the scale on the home page and by a filter. */
export const rockHardnessBands = [
  { band: 1, label: 'f < 2', rock: '煤层 · 黏土', from: 0, to: 2 },
  { band: 2, label: 'f 2–4', rock: '泥岩 · 沥青路面', from: 2, to: 4 },
  { band: 3, label: 'f 4–6', rock: '砂岩 · 页岩', from: 4, to: 6 },
  { band: 4, label: 'f 6–8', rock: '石灰岩 · 混凝土', from: 6, to: 8 },
  { band: 5, label: 'f > 8', rock: '花岗岩 · 玄武岩', from: 8, to: 20 },
] as const
