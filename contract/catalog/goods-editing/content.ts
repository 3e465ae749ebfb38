import * as z from 'zod/mini'
import { AttributeValue } from '#contract/catalog/attributes/values.ts'
import { CROSS_REFERENCES_PER_SKU_MAX, CrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import { REQUIRED_LICENCE_KINDS_MAX } from '#contract/catalog/licences/shapes.ts'
import { MACHINE_MODELS_PER_GOODS_MAX } from '#contract/catalog/machine-models/console-api.ts'
import { GOODS_PICTURES_MAX, PICTURE_ALT_LENGTH_MAX } from '#contract/catalog/pictures/picture-urls.ts'
import { Id, IntegerId, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { YuanUpTo } from '#contract/platform/core/money.ts'

/**
 * The whole content that staff edit for goods (商品) and their SKUs (规格), as one value. A draft, a version and the answer of the editor's
 * call all have this shape. Every field has a default, because a draft may be incomplete: `problems.ts` defines what publishing requires.
 */

export const GOODS_DOCUMENTS_MAX = 20
/** The largest number of SKUs of one product. */
export const GOODS_SKUS_MAX = 300
export const GOODS_TAGS_MAX = 20
export const GOODS_PARAMETER_ROWS_MAX = 100
export const GOODS_RELATIONS_MAX = 50
export const MACHINE_MODELS_PER_GOODS_CONTENT_MAX = MACHINE_MODELS_PER_GOODS_MAX
const CHOICES_MAX = 12

/** The kinds of relations to other goods. */
export const goodsRelationKinds = { fits: { label: '适配' }, substitute: { label: '替代' }, together: { label: '搭配' } } as const
export type GoodsRelationKind = keyof typeof goodsRelationKinds

const list = <Entry extends z.ZodMiniType>(entry: Entry, max: number, tooMany: string) =>
  z._default(z.array(entry).check(z.maxLength(max, tooMany)), [])
const text = (max: number) => z._default(Text(max), '')
/** A whole number that a person typed. A wrong value is a problem of the draft, not of the call. */
const count = z.int('请填写整数').check(z.minimum(-999_999, '数字过小'), z.maximum(999_999, '数字过大'))
const price = z._default(z.nullable(YuanUpTo()), null)

/** A picture: its description, and whether it is the dimension drawing, which is shown separately. */
const ContentPicture = z.strictObject({
  id: Id,
  alt: text(PICTURE_ALT_LENGTH_MAX),
  drawing: z._default(z.boolean('请选择是否为尺寸图'), false),
})

export const SkuContent = z.strictObject({
  /** null: a new SKU. The server sets the id when the draft is saved. */
  skuId: z._default(z.nullable(Id), null),
  code: text(40),
  barcode: text(40),
  manufacturerNo: text(60),
  /** The attribute values by which it differs from the others. */
  choices: list(AttributeValue, CHOICES_MAX, `最多 ${CHOICES_MAX} 个规格参数`),
  /**
   * The properties that distinguish it for people, in display order: 规格 U84, 刀头直径 22mm. The server adds the choices and keeps them up to
   * date.
   */
  props: list(z.tuple([Text(30), Text(100)]), CHOICES_MAX, `最多 ${CHOICES_MAX} 个规格项`),
  salePrice: price,
  /** null: not sold on credit. */
  creditPrice: price,
  costPrice: price,
  minimum: z._default(count, 1),
  step: z._default(count, 1),
  /** 包装: the package and its quantity, '10 支/盒'. */
  packing: text(40),
  weightGrams: z._default(z.int('请填写整数').check(z.minimum(-1, '数字过小'), z.maximum(2_000_000_000, '重量过大')), 0),
  volumeCm3: z._default(z.int('请填写整数').check(z.minimum(-1, '数字过小'), z.maximum(2_000_000_000, '体积过大')), 0),
  /** 库存预警: stock at or below it counts as low. null: the general rule. */
  lowStock: z._default(z.nullable(count), null),
  /** The SKU that replaces it. */
  replacedBy: z._default(z.nullable(Id), null),
  /** 竞品型号: the parts of other makers that it corresponds to. */
  crossReferences: list(CrossReference, CROSS_REFERENCES_PER_SKU_MAX, `最多 ${CROSS_REFERENCES_PER_SKU_MAX} 个竞品型号`),
  onShelf: z._default(z.boolean(), true),
  archived: z._default(z.boolean(), false),
})
export type SkuContent = z.output<typeof SkuContent>

export const GoodsContent = z.strictObject({
  /** 商品编码: our own unique code. Empty in a new draft: the server creates one. */
  code: text(60),
  shopId: z._default(z.nullable(Id), null),
  categoryId: z._default(z.nullable(IntegerId), null),
  brandId: z._default(z.nullable(Id), null),
  name: text(120),
  subtitle: text(200),
  /** The main sizes in one line: '柄径 38 · 刀头 22 · 全长 155 mm'. */
  spec: text(200),
  unit: text(10),
  pictures: list(ContentPicture, GOODS_PICTURES_MAX, `最多 ${GOODS_PICTURES_MAX} 张图片`),
  /** Markdown. */
  description: text(20_000),
  /** Their names are in the library. */
  documents: list(Id, GOODS_DOCUMENTS_MAX, `最多 ${GOODS_DOCUMENTS_MAX} 份文件`),
  attributes: list(AttributeValue, GOODS_PARAMETER_ROWS_MAX, `最多 ${GOODS_PARAMETER_ROWS_MAX} 个参数`),
  /** Rows of the parameter table without an attribute, in display order. */
  parameters: list(z.tuple([Text(40), Text(200)]), GOODS_PARAMETER_ROWS_MAX, `最多 ${GOODS_PARAMETER_ROWS_MAX} 行参数`),
  /** Rock hardness (普氏系数 f) from and to; null: any hardness. */
  hardness: z._default(z.nullable(z.tuple([z.number(), z.number()])), null),
  tags: list(Text(20), GOODS_TAGS_MAX, `最多 ${GOODS_TAGS_MAX} 个标签`),
  freight: z._default(z.enum(keysOf(goodsFreightRules), '请选择运费方式'), 'shop'),
  afterSale: z._default(z.enum(keysOf(goodsAfterSaleRules), '请选择售后规则'), 'standard'),
  /** The kinds of licences that they demand, besides those of their category. */
  licenceKindIds: list(Id, REQUIRED_LICENCE_KINDS_MAX, `最多要求 ${REQUIRED_LICENCE_KINDS_MAX} 种许可证`),
  machineModelIds: list(Id, MACHINE_MODELS_PER_GOODS_CONTENT_MAX, `最多 ${MACHINE_MODELS_PER_GOODS_CONTENT_MAX} 个机型`),
  relations: list(
    z.strictObject({ kind: z.enum(keysOf(goodsRelationKinds), '请选择关联方式'), goodsId: Id }),
    GOODS_RELATIONS_MAX,
    `最多 ${GOODS_RELATIONS_MAX} 个关联商品`,
  ),
  skus: list(SkuContent, GOODS_SKUS_MAX, `最多 ${GOODS_SKUS_MAX} 个规格`),
})
export type GoodsContent = z.output<typeof GoodsContent>
