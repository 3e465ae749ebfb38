import * as z from 'zod/mini'
import {
  CROSS_REFERENCE_TEXT_FAULT,
  CROSS_REFERENCE_TEXT_PATTERN,
  CROSS_REFERENCES_PER_SKU_MAX,
  CrossReference,
} from '#contract/catalog/goods/cross-reference.ts'
import { goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import { defineEndpoints, idempotentWriteEndpoint, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Month, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { INPUT_AMOUNT_MAX } from '#contract/platform/core/money.ts'
import { platformKeyScopeNames } from '#contract/platform/core/permissions.ts'
import { CountedPlatformApiRowResults } from '#contract/platform/core/row-result.ts'

export const PLATFORM_API_ROWS_PER_CALL_MAX = 500
const CODE_MAX = 100
const UNITS_MAX = 99_999_999

const Code = RequiredText(CODE_MAX, '请填写编码')
/** An amount in fen. The same rule for all amounts of these calls. */
const Amount = z.int('金额须为以分为单位的整数').check(z.minimum(1, '金额必须大于 0'), z.maximum(INPUT_AMOUNT_MAX, '金额过大'))
const NotNegative = z.int('请填写整数').check(z.minimum(0, '不能小于 0'), z.maximum(2_000_000_000, '数字过大'))
const Units = z.int('数量必须为整数')
/** One of several texts in a cell. It must not contain the separator, which would split it. */
const Part = RequiredText(100, '不能为空').check(z.regex(/^[^；;\n]*$/, '不能包含分号或换行'))
const Pairs = z.record(Part.check(z.regex(/^[^：:]*$/, '名称不能包含冒号')), Text(200).check(z.regex(/^[^；;\n]*$/, '不能包含分号或换行')))
const Confirmed = z._default(z.boolean('请填写 true 或 false'), false)

/** 竞品型号. Its texts share a cell, so none may contain what separates them. */
const PlatformCrossReference = CrossReference.check(
  z.refine(({ brand, partNumber }) => brand !== '' && partNumber !== '', '请填写品牌和型号'),
  z.refine((reference) => Object.values(reference).every((text) => CROSS_REFERENCE_TEXT_PATTERN.test(text)), CROSS_REFERENCE_TEXT_FAULT),
)

/** 商品: one row per SKU. Fields that a row leaves out stay unchanged. */
export const PlatformGoodsRowInput = z.strictObject({
  goodsCode: Code,
  code: Code,
  confirmed: Confirmed,
  name: z.optional(Text(120)),
  subtitle: z.optional(Text(200)),
  shop: z.optional(Text(60)),
  category: z.optional(Text(100)),
  brand: z.optional(Text(60)),
  spec: z.optional(Text(200)),
  unit: z.optional(Text(10)),
  pictures: z.optional(z.array(Id)),
  documents: z.optional(z.array(Id)),
  description: z.optional(Text(20_000)),
  parameters: z.optional(Pairs),
  tags: z.optional(z.array(Part)),
  freight: z.optional(z.enum(keysOf(goodsFreightRules), '运费方式不正确')),
  afterSale: z.optional(z.enum(keysOf(goodsAfterSaleRules), '售后规则不正确')),
  machineModels: z.optional(z.array(Part)),
  /** By the codes of the attributes. */
  attributes: z.optional(
    z.record(
      z.string().check(z.regex(/^[A-Za-z][\w-]{0,39}$/, '参数编码不正确')),
      z.union([z.number(), z.boolean(), Text(500), z.array(Part)]),
    ),
  ),
  barcode: z.optional(Text(40)),
  manufacturerNo: z.optional(Text(60)),
  props: z.optional(Pairs),
  salePrice: z.optional(Amount),
  creditPrice: z.optional(Amount),
  costPrice: z.optional(Amount),
  minimum: z.optional(NotNegative),
  step: z.optional(NotNegative),
  packing: z.optional(Text(40)),
  weightGrams: z.optional(NotNegative),
  volumeCm3: z.optional(NotNegative),
  lowStock: z.optional(NotNegative),
  replacedBy: z.optional(Code),
  /** All of them, because they replace those that are there. */
  crossReferences: z.optional(
    z.array(PlatformCrossReference).check(z.maxLength(CROSS_REFERENCES_PER_SKU_MAX, `最多 ${CROSS_REFERENCES_PER_SKU_MAX} 个竞品型号`)),
  ),
  onShelf: z.optional(z.boolean('请填写 true 或 false')),
  archived: z.optional(z.boolean('请填写 true 或 false')),
})
export type PlatformGoodsRowInput = z.output<typeof PlatformGoodsRowInput>

export const PlatformPriceRowInput = z.strictObject({
  code: Code,
  salePrice: Amount,
  /** Left out: unchanged; null: not sold on credit. */
  creditPrice: z.optional(z.nullable(Amount)),
  confirmed: Confirmed,
})

const onlyOne = z.refine<{ quantity?: number | undefined; change?: number | undefined }>(
  ({ quantity, change }) => (quantity === undefined) !== (change === undefined),
  { message: '在库数量 quantity 和增减 change 必须且只能填一个', path: ['quantity'] },
)
export const PlatformStockRowInput = z
  .strictObject({
    code: Code,
    /** Units in the warehouse, including reserved ones. */
    quantity: z.optional(Units.check(z.minimum(0, '数量不能小于 0'), z.maximum(UNITS_MAX, '数量过大'))),
    change: z.optional(Units.check(z.minimum(-UNITS_MAX, '数量过小'), z.maximum(UNITS_MAX, '数量过大'))),
  })
  .check(onlyOne)

/** The schemas of the rows of each call. The calls themselves accept any row, because a wrong row is refused alone. */
export const platformRowInputs = { goods: PlatformGoodsRowInput, prices: PlatformPriceRowInput, stock: PlatformStockRowInput } as const

const input = z.strictObject({
  rows: z
    .array(z.record(z.string(), z.unknown()), '请填写 rows')
    .check(
      z.minLength(1, '请至少填写一行'),
      z.maxLength(PLATFORM_API_ROWS_PER_CALL_MAX, `一次最多 ${PLATFORM_API_ROWS_PER_CALL_MAX} 行，请分次提交`),
    ),
})

/** Up to this many lines of the journal are read at once. */
export const PLATFORM_JOURNAL_LINES_PER_CALL_MAX = 1_000

/** A line of an entry of the journal (记账凭证). Amounts in fen; one of the two is 0. */
const PlatformJournalLine = z.object({
  no: z.int(),
  lineNo: z.int(),
  day: Day,
  title: z.string(),
  account: z.string(),
  accountName: z.string(),
  debit: z.int(),
  credit: z.int(),
  enterpriseCode: z.string(),
  enterpriseName: z.string(),
  rateBp: z.nullable(z.int()),
  shopCode: z.nullable(z.string()),
  shopName: z.nullable(z.string()),
  projectCode: z.nullable(z.string()),
  projectName: z.nullable(z.string()),
})

export const platformApiEndpoints = defineEndpoints('/open-api/v1/platform', {
  me: readEndpoint({
    path: 'me',
    summary: '当前平台密钥：名称、权限和负责的店铺，可用于检查连接',
    needs: { platformKey: [] },
    input: EmptyInput,
    output: z.object({ keyName: z.string(), scopes: z.array(z.enum(platformKeyScopeNames)), shops: z.nullable(z.array(z.string())) }),
  }),
  goods: idempotentWriteEndpoint({
    path: 'goods',
    summary: '按商品编码和规格编码新增或修改商品并发布，一行一个规格；同一商品的各行要么全部写入，要么都不写入',
    needs: { platformKey: ['goods'] },
    input,
    output: CountedPlatformApiRowResults,
  }),
  prices: idempotentWriteEndpoint({
    path: 'prices',
    summary: '按规格编码修改全站价；改价幅度较大或低于成本的行须 confirmed 为 true',
    needs: { platformKey: ['prices'] },
    input,
    output: CountedPlatformApiRowResults,
  }),
  stock: idempotentWriteEndpoint({
    path: 'stock',
    summary: '按规格编码设定在库数量（quantity，含订单已占用的）或增减库存（change），每行记一条库存流水',
    needs: { platformKey: ['stock'] },
    input,
    output: CountedPlatformApiRowResults,
  }),
  journal: readEndpoint({
    path: 'journal',
    summary:
      '读取一个月的记账凭证，一行一个分录，按凭证号排列，不含表外科目；closed 为 true 的月份不再变化。next 不为 null 时，用作 after 继续读取',
    needs: { platformKey: ['journal'] },
    input: z.strictObject({
      month: Month,
      after: z.optional(z.string('after 不正确').check(z.regex(/^[0-9]{1,9}-[0-9]{1,9}$/, 'after 不正确'))),
    }),
    output: z.object({ month: z.string(), closed: z.boolean(), lines: z.array(PlatformJournalLine), next: z.nullable(z.string()) }),
  }),
})

/** The calls for the platform's own programs. Their answers use HTTP status codes, too. */
export const platformApiContract = { platform: platformApiEndpoints } as const
