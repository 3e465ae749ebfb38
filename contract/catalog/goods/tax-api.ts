import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, IntegerId, NullOutput, pageInput, pageOutput, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { GOODS_KEYWORD_LENGTH_MAX } from './keyword.ts'
import { TaxClass } from './tax-class.ts'

/** The source of the tax class of goods. */
export const taxClassSources = {
  goods: { label: '商品' },
  category: { label: '子分类' },
  parent: { label: '分类' },
} as const

export const CategoryWithTaxClass = z.object({
  categoryId: IntegerId,
  name: z.string(),
  /** The upper category; null if this is one. */
  parentName: z.nullable(z.string()),
  own: z.nullable(TaxClass),
  /** The tax class for its goods that have none of their own. */
  taxClass: z.nullable(TaxClass),
  goodsCount: z.int(),
  /** The number of its goods that have no tax class at all, neither their own nor from a category. */
  uncoded: z.int(),
  /** The version of the category, which its other fields share. */
  rowVersion: RowVersion,
})
export type CategoryWithTaxClass = z.output<typeof CategoryWithTaxClass>

export const GoodsWithTaxClass = z.object({
  goodsId: Id,
  goodsName: z.string(),
  image: z.nullable(Id),
  spec: z.string(),
  categoryName: z.string(),
  parentName: z.nullable(z.string()),
  onShelf: z.boolean(),
  own: z.nullable(TaxClass),
  taxClass: z.nullable(TaxClass),
  source: z.nullable(z.enum(['goods', 'category', 'parent'])),
  /** The version of its own tax class. */
  rowVersion: RowVersion,
})
export type GoodsWithTaxClass = z.output<typeof GoodsWithTaxClass>

/** null: removes its own tax class, so that the one of the category applies. */
const given = { taxClass: z.nullable(TaxClass), rowVersion: RowVersion }

export const consoleTaxCodeEndpoints = defineEndpoints('/console-api/api/tax-code', {
  categories: readEndpoint({
    path: 'categories',
    summary: '商品分类的税收分类编码：自己的、沿用上级的、还缺的商品数',
    needs: { staff: 'taxCode' },
    input: EmptyInput,
    output: z.array(CategoryWithTaxClass),
  }),
  goods: readEndpoint({
    path: 'goods',
    summary: '商品的税收分类编码：自己的，或沿用分类的；可只看缺少的',
    needs: { staff: 'taxCode' },
    input: z.strictObject({
      ...pageInput,
      keyword: z.optional(Text(GOODS_KEYWORD_LENGTH_MAX)),
      /** A category of either level. */
      categoryId: z.optional(IntegerId),
      uncoded: z.optional(z.boolean()),
    }),
    output: pageOutput(GoodsWithTaxClass),
  }),
  setCategory: writeEndpoint({
    path: 'set-category',
    summary: '设置分类的税收分类编码：其中没有自己编码的商品随之改变，已申请的发票不变',
    needs: { staff: 'taxCode' },
    audits: 'category',
    input: z.strictObject({ categoryId: IntegerId, ...given }),
    output: NullOutput,
    refusals: ['CATEGORY_NOT_FOUND', 'ROW_CHANGED'],
  }),
  setGoods: writeEndpoint({
    path: 'set-goods',
    summary: '设置商品的税收分类编码：为空则沿用分类的，已申请的发票不变',
    needs: { staff: 'taxCode' },
    audits: 'goods',
    input: z.strictObject({ goodsId: Id, ...given }),
    output: NullOutput,
    refusals: ['GOODS_NOT_FOUND', 'ROW_CHANGED'],
  }),
})
