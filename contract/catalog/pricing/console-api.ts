import * as z from 'zod/mini'
import {
  defineEndpoints,
  downloadEndpoint,
  idempotentUploadEndpoint,
  readEndpoint,
  writeEndpoint,
} from '#contract/platform/core/endpoint.ts'
import { Day, Id, NullOutput, pageInput, pageOutput, Quantity, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { PositiveYuan } from '#contract/platform/core/money.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { PriceChangeRow, PriceFileRowResult, PriceListItem, PriceListRow, SaleAndCreditPrice } from './console-shapes.ts'
import { VisiblePriceSteps } from './visible-price-steps.ts'

/** A file with 20,000 prices is far smaller. In bytes. */
export const PRICE_FILE_BYTES_MAX = 5 * 1024 * 1024
export const PRICE_FILE_ROWS_MAX = 20_000
/** The largest number of tiers of one SKU. */
export const TIERS_PER_SKU_MAX = 10

/** Whose prices: those of a list, or the public ones if no list is given. */
const target = { listId: z.optional(Id) }
const dated = {
  name: RequiredText(40, '请填写价目表名称'),
  fromDay: Day,
  untilDay: z._default(z.nullable(Day), null),
}
const daysInOrder = z.refine<{ fromDay: string; untilDay: string | null }>(
  ({ fromDay, untilDay }) => untilDay === null || fromDay <= untilDay,
  { message: '结束日期不能早于开始日期', path: ['untilDay'] },
)
const oneHolder = z.refine<{ level?: unknown; enterpriseId?: unknown }>(
  ({ level, enterpriseId }) => (level === undefined) !== (enterpriseId === undefined),
  { message: '请选择会员等级或企业', path: ['level'] },
)
/** true: the person has confirmed the large change that the server asked about. */
export const priceChangeConfirmedSchema = z._default(z.boolean('请确认改价'), false)
const listRefusals = ['PRICE_LIST_NOT_FOUND'] as const

export const consolePriceEndpoints = defineEndpoints('/console-api/api/price', {
  lists: readEndpoint({
    path: 'lists',
    summary: '价目表：会员等级价与企业协议价，最近建立的在前',
    needs: { staff: 'price' },
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(50)), enterpriseId: z.optional(Id) }),
    output: pageOutput(PriceListRow),
  }),
  list: readEndpoint({
    path: 'list',
    summary: '一份价目表',
    needs: { staff: 'price' },
    input: z.strictObject({ listId: Id }),
    output: PriceListRow,
    refusals: listRefusals,
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '新建价目表：某会员等级及以上，或一家企业',
    needs: { staff: 'price' },
    audits: 'enterprise',
    input: z
      .strictObject({ ...dated, level: z.optional(z.literal([1, 2, 3, 4], '会员等级不正确')), enterpriseId: z.optional(Id) })
      .check(daysInOrder, oneHolder),
    output: z.object({ listId: Id }),
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
  modify: writeEndpoint({
    path: 'modify',
    summary: '修改价目表的名称和起止日期，启用或停用；立即生效',
    needs: { staff: 'price' },
    audits: 'priceList',
    input: z.strictObject({ listId: Id, ...dated, enabled: z.boolean(), rowVersion: RowVersion }).check(daysInOrder),
    output: NullOutput,
    refusals: [...listRefusals, 'ROW_CHANGED', 'PRICE_LIST_SHARED'],
  }),
  items: readEndpoint({
    path: 'items',
    summary: '价目表里的价格',
    needs: { staff: 'price' },
    input: z.strictObject({ ...pageInput, listId: Id, keyword: z.optional(Text(50)) }),
    output: pageOutput(PriceListItem),
    refusals: listRefusals,
  }),
  companies: readEndpoint({
    path: 'companies',
    summary: '按名称查找企业，为其建立协议价，或查看它买一个规格的价格',
    needs: { staff: 'enterpriseChoice' },
    input: z.strictObject({ keyword: z.optional(Text(50)) }),
    output: z.array(z.object({ enterpriseId: Id, name: z.string() })),
  }),
  forEnterprise: readEndpoint({
    path: 'for-enterprise',
    summary: '一家企业现在买一个规格的现金价与赊销价，按数量，含会员价与协议价',
    needs: { staff: 'companyPriceView' },
    input: z.strictObject({ skuId: Id, enterpriseId: Id }),
    output: z.object({ enterpriseName: z.nullable(z.string()), memberLevel: z.literal([1, 2, 3, 4]), steps: VisiblePriceSteps }),
    refusals: ['SKU_NOT_FOUND', 'ENTERPRISE_NOT_FOUND'],
  }),
  prices: readEndpoint({
    path: 'prices',
    summary: '一个规格的阶梯价，全站的或价目表里的',
    needs: { staff: 'price' },
    input: z.strictObject({ ...target, skuId: Id }),
    /** `rowVersion` covers all these prices together. It is sent back with a change of them. */
    output: z.object({ rowVersion: RowVersion, prices: z.array(z.object({ from: z.int(), ...SaleAndCreditPrice.shape })) }),
    refusals: ['SKU_NOT_FOUND', ...listRefusals],
  }),
  setPrices: writeEndpoint({
    path: 'set-prices',
    summary: '设定一个规格的阶梯价，全站的或价目表里的；没有列出的删除；幅度超过设置的、低于成本的须确认',
    needs: { staff: 'price' },
    audits: 'sku',
    input: z.strictObject({
      ...target,
      skuId: Id,
      prices: z
        .array(z.strictObject({ from: Quantity, salePrice: PositiveYuan, creditPrice: z.nullable(PositiveYuan) }))
        .check(z.maxLength(TIERS_PER_SKU_MAX, `最多 ${TIERS_PER_SKU_MAX} 级`)),
      rowVersion: RowVersion,
      confirmed: priceChangeConfirmedSchema,
    }),
    output: NullOutput,
    refusals: [
      'SKU_NOT_FOUND',
      'CREDIT_BELOW_SALE',
      'TIERS_NOT_FALLING',
      'ROW_CHANGED',
      'PRICE_CHANGE_LARGE',
      'PRICE_BELOW_COST',
      ...listRefusals,
    ],
  }),
  history: readEndpoint({
    path: 'history',
    summary: '价格变动记录：一个规格的或一份价目表的，最近的在前',
    needs: { staff: 'price' },
    input: z.strictObject({ ...pageInput, ...target, skuId: z.optional(Id) }).check(
      z.refine(({ listId, skuId }) => (listId === undefined) !== (skuId === undefined), {
        message: '请选择规格或价目表',
        path: ['skuId'],
      }),
    ),
    output: pageOutput(PriceChangeRow),
  }),
  import: idempotentUploadEndpoint({
    path: 'import',
    summary: '导入价格：CSV（UTF-8、GBK）或 XLSX；先试算，逐行给出结果，带上试算的核对码再次上传即生效；只改有变动的行',
    needs: { staff: 'price' },
    audits: 'priceList',
    input: z.strictObject({
      fileName: Text(200).check(z.minLength(1, '请选择文件')),
      ...target,
      /** The code that the trial returned. A request without it is a trial. */
      seen: z.optional(Text(64)),
      /** The person has confirmed the large changes. It is text because a form has only text fields. */
      confirmed: z.optional(z.literal('yes', '请确认改价')),
    }),
    output: z.object({
      rows: z.array(PriceFileRowResult),
      counts: z.object({ changed: z.int(), added: z.int(), removed: z.int(), same: z.int(), refused: z.int() }),
      applied: z.boolean(),
      /** A code that identifies exactly these changes. */
      seen: z.string(),
    }),
    refusals: ['PRICE_FILE_UNREADABLE', 'PRICE_FILE_TOO_LARGE', 'PRICES_MOVED', 'PRICE_CHANGE_LARGE', 'PRICE_BELOW_COST', ...listRefusals],
    fileLimit: { bytesMax: PRICE_FILE_BYTES_MAX, tooLarge: 'PRICE_FILE_TOO_LARGE' },
  }),
  export: downloadEndpoint({
    path: 'export',
    summary: '导出价格：与导入同一格式',
    needs: { staff: 'price' },
    input: z.strictObject({ ...target, format: SheetFormat }),
    refusals: ['EXPORT_TOO_LARGE', ...listRefusals],
  }),
})
