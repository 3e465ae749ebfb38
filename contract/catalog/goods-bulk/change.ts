import * as z from 'zod/mini'
import { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import { GOODS_TAGS_MAX } from '#contract/catalog/goods-editing/content.ts'
import { IntegerId, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { YuanUpTo } from '#contract/platform/core/money.ts'

/** The possible changes of many goods at once. */
export const goodsBulkEditKinds = {
  price: { label: '价格' },
  shelf: { label: '上下架' },
  category: { label: '分类' },
  freight: { label: '运费' },
  afterSale: { label: '售后规则' },
  tags: { label: '标签' },
  taxClass: { label: '税收编码' },
} as const
export type GoodsBulkEditKind = keyof typeof goodsBulkEditKinds

/** Which prices change. SKUs that are not sold on credit stay so. */
export const goodsBulkEditPriceTargets = {
  both: { label: '现金价和赊销价' },
  sale: { label: '现金价' },
  credit: { label: '赊销价' },
  surcharge: { label: '赊销加价（赊销价按现金价重算）' },
} as const
export const goodsBulkEditPriceDirections = { up: { label: '上调' }, down: { label: '下调' } } as const
/** The unit that a computed price is rounded to, half up, in fen. */
export const goodsBulkEditPriceRoundings = {
  fen: { label: '到分', unit: 1 },
  jiao: { label: '到角', unit: 10 },
  yuan: { label: '到元', unit: 100 },
} as const
export const goodsBulkEditTagModes = { add: { label: '添加' }, remove: { label: '去掉' }, set: { label: '替换为' } } as const

const PERCENT_MAX = 1_000
const Percent = z
  .number('请填写百分比')
  .check(
    z.multipleOf(0.01, '百分比最多两位小数'),
    z.minimum(0, '百分比不能小于 0'),
    z.maximum(PERCENT_MAX, `百分比不能超过 ${PERCENT_MAX}`),
  )

const PriceStep = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('percent'), percent: Percent }),
  z.strictObject({ by: z.literal('amount'), amount: YuanUpTo() }),
])

export const GoodsBulkEditChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    prices: z.enum(keysOf(goodsBulkEditPriceTargets), '请选择价格'),
    direction: z.enum(keysOf(goodsBulkEditPriceDirections), '请选择上调或下调'),
    step: PriceStep,
    rounding: z.enum(keysOf(goodsBulkEditPriceRoundings), '请选择取整方式'),
  }),
  z.strictObject({ kind: z.literal('shelf'), onSale: z.boolean('请选择上架或下架') }),
  z.strictObject({ kind: z.literal('category'), categoryId: IntegerId }),
  z.strictObject({
    kind: z.literal('tags'),
    mode: z.enum(keysOf(goodsBulkEditTagModes), '请选择方式'),
    tags: z.array(RequiredText(20, '请填写标签')).check(z.maxLength(GOODS_TAGS_MAX, `最多 ${GOODS_TAGS_MAX} 个标签`)),
  }),
  z.strictObject({ kind: z.literal('freight'), freight: z.enum(keysOf(goodsFreightRules), '请选择运费') }),
  z.strictObject({ kind: z.literal('afterSale'), afterSale: z.enum(keysOf(goodsAfterSaleRules), '请选择售后规则') }),
  /** null: removes their own tax class, so that the one of the category applies. */
  z.strictObject({ kind: z.literal('taxClass'), taxClass: z.nullable(TaxClass) }),
])
export type GoodsBulkEditChange = z.output<typeof GoodsBulkEditChange>
