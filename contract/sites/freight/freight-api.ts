import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, NullOutput, Text } from '#contract/platform/core/fields.ts'
import { YuanUpTo } from '#contract/platform/core/money.ts'

const GRAMS_MAX = 100_000_000
const FEE_MAX = 100_000
const FREE_MAX = 10_000_000
/** One row for everywhere, and at most one for each province. */
const ROWS_MAX = 35

const Grams = z.int('重量必须为整数克').check(z.minimum(1, '重量必须大于 0'), z.maximum(GRAMS_MAX, '重量过大'))
const Province = z.string('请选择省份').check(z.regex(/^\d{2}$/, '请选择省份'))

/** The freight of a shop in some provinces. The field names are those of `FreightRow`. */
const terms = {
  delivered: z.boolean('请选择是否配送'),
  firstGrams: Grams,
  firstFen: YuanUpTo(FEE_MAX),
  nextGrams: Grams,
  nextFen: YuanUpTo(FEE_MAX),
  freeFromFen: z.nullable(YuanUpTo(FREE_MAX).check(z.gt(0, '包邮金额必须大于 0'))),
}

/** The freight terms that apply to the goods of a cart or an order for one province. */
export const FreightTermsSchema = z.object(terms)

const Row = z.strictObject({ provinces: z.array(Province).check(z.maxLength(ROWS_MAX, '省份过多')), ...terms })

const Rows = z.array(Row).check(
  z.minLength(1, '请填写默认运费'),
  z.maxLength(ROWS_MAX, '地区过多'),
  z.refine((rows) => rows.every(({ provinces }, at) => (at === 0) === (provinces.length === 0)), '第一行是默认运费，其余各行须选择省份'),
  z.refine((rows) => {
    const named = rows.flatMap(({ provinces }) => provinces)
    return new Set(named).size === named.length
  }, '同一省份只能出现一次'),
)

export const consoleFreightEndpoints = defineEndpoints('/console-api/api/freight', {
  list: readEndpoint({
    path: 'list',
    summary: '运费模板：每个店铺按地区、重量收取的运费',
    needs: { staff: 'shopEdit' },
    input: EmptyInput,
    output: z.object({
      provinces: z.array(z.object({ code: Province, name: z.string() })),
      shops: z.array(
        z.object({
          shopId: Id,
          shopName: z.string(),
          /** true: the shop has its own rows. false: the default applies. */
          own: z.boolean(),
          /** The first row is for all provinces without a row of their own. */
          rows: z.array(z.object(Row.shape)),
          /** A code that identifies exactly these rows, so that a save is based on what the person has seen. */
          seen: z.string(),
        }),
      ),
    }),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '保存运费模板：已提交的订单不受影响；打开之后被别人改过的不保存',
    needs: { staff: 'shopEdit' },
    audits: 'shop',
    input: z.strictObject({ shopId: Id, rows: Rows, seen: Text(64) }),
    output: NullOutput,
    refusals: ['SHOP_NOT_FOUND', 'REGION_UNKNOWN', 'FREIGHT_MOVED'],
  }),
})
