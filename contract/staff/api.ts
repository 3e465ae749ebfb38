import * as z from 'zod/mini'
import { SkuProps } from '../catalog/shapes.ts'
import { TaxClass } from '../catalog/tax-class.ts'
import { CreditAccount } from '../credit/api.ts'
import { endpoints, readEndpoint, writeEndpoint } from '../endpoint.ts'
import { EmptyInput, Id, Instant, NullOutput, pageInput, pageOf, RequiredText, RowVersion, Text } from '../fields.ts'
import { PositiveYuan, Yuan } from '../money.ts'
import { confirmedField } from '../pricing/console-api.ts'

/** What waits for whom. */
export const QueueItem = z.object({
  kind: z.enum([
    ...(['verification', 'waitSend', 'cancelAsked', 'stockOut', 'voucher', 'voucherSecond', 'bankLine', 'typedLine'] as const),
    ...(['afterSaleDecide', 'afterSaleInspect', 'afterSaleRefund', 'afterSaleExchange', 'commentLow', 'inquiry'] as const),
    ...([
      'acceptance',
      'dispute',
      'financeRequest',
      'limitRequest',
      'sensitiveChange',
      'refundFailed',
      'paymentUnclear',
      'difference',
      'proofBroken',
      'invoice',
      'invoiceUncoded',
      'invoiceFailed',
      'invoiceRed',
    ] as const),
  ]),
  label: z.string(),
  count: z.int(),
  oldestAt: z.nullable(Instant),
})
export type QueueItem = z.output<typeof QueueItem>

export const consoleQueue = endpoints('/console-api/api/queue', {
  list: readEndpoint({
    path: 'list',
    summary: '待办：等着谁、多少、最早的是何时',
    needs: 'staff',
    input: EmptyInput,
    output: z.array(QueueItem),
  }),
})

const enterpriseFields = {
  enterpriseId: Id,
  name: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  authLevel: z.literal([0, 1, 2, 3]),
  authStatus: z.nullable(z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8])),
  memberLevel: z.literal([1, 2, 3, 4]),
  status: z.literal([0, 1]),
  createdAt: Instant,
}
export const ConsoleEnterpriseRow = z.object({
  ...enterpriseFields,
  /** Of the main account, masked: what tells companies apart that have no name yet. */
  ownerMobile: z.nullable(z.string()),
  baseLimit: z.nullable(Yuan),
  used: z.nullable(Yuan),
})
export type ConsoleEnterpriseRow = z.output<typeof ConsoleEnterpriseRow>
export const ConsoleEnterprise = z.object({
  ...enterpriseFields,
  credit: z.nullable(CreditAccount),
  /** Of the limits, in force and proposed: to be sent with a change of them. */
  limitsVersion: RowVersion,
  walletBalance: Yuan,
  members: z.array(
    z.object({
      userId: Id,
      name: z.nullable(z.string()),
      mobile: z.string(),
      accountType: z.literal([1, 2]),
      status: z.literal([0, 1]),
      permCode: z.nullable(z.string()),
    }),
  ),
  orders: z.array(z.object({ state: z.string(), count: z.int() })),
  limitChanges: z.array(
    z.object({
      kind: z.enum(['base', 'temp']),
      limit: Yuan,
      endDay: z.nullable(z.string()),
      reason: z.string(),
      at: Instant,
      /** The name of whoever of the platform did it; null: the system. */
      by: z.nullable(z.string()),
    }),
  ),
})
export type ConsoleEnterprise = z.output<typeof ConsoleEnterprise>

export const consoleEnterprise = endpoints('/console-api/api/enterprise', {
  list: readEndpoint({
    path: 'list',
    summary: '企业及其额度',
    needs: { staff: ['support', 'reviewer', 'finance', 'admin'] },
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(50)) }),
    output: pageOf(ConsoleEnterpriseRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一家企业：成员、额度、钱包、订单',
    needs: { staff: ['support', 'reviewer', 'finance', 'admin'] },
    input: z.strictObject({ enterpriseId: Id }),
    output: ConsoleEnterprise,
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
})

export const ConsoleSkuRow = z.object({
  skuId: Id,
  goodsId: Id,
  goodsName: z.string(),
  image: z.string(),
  code: z.string(),
  skuProps: SkuProps,
  salePrice: Yuan,
  creditPrice: z.nullable(Yuan),
  available: z.int(),
  reserved: z.int(),
  onShelf: z.boolean(),
  /** Of what everybody pays for it, and of whether it is sold: to be sent with a change of them. */
  priceVersion: RowVersion,
  shelfVersion: RowVersion,
  /** Its good's own, or what holds for its category. */
  taxClass: z.nullable(TaxClass),
})
export type ConsoleSkuRow = z.output<typeof ConsoleSkuRow>

/** 库存紧张: no more than so many times what is ordered at least, and never fewer than this. */
export const LOW_STOCK = { units: 20, minimums: 10 }

export const consoleSku = endpoints('/console-api/api/sku', {
  list: readEndpoint({
    path: 'list',
    summary: '商品规格：价格与库存',
    needs: { staff: ['catalogue', 'warehouse', 'admin'] },
    input: z.strictObject({
      ...pageInput,
      keyword: z.optional(Text(50)),
      soldOut: z.optional(z.boolean()),
      lowStock: z.optional(z.boolean()),
    }),
    output: pageOf(ConsoleSkuRow),
  }),
  setPrice: writeEndpoint({
    path: 'set-price',
    summary: '改价：一秒内全站生效；幅度超过设置的须确认',
    needs: { staff: ['catalogue', 'admin'] },
    input: z.strictObject({
      skuId: Id,
      salePrice: PositiveYuan,
      creditPrice: z.nullable(PositiveYuan),
      rowVersion: RowVersion,
      confirmed: confirmedField,
    }),
    output: NullOutput,
    refusals: ['SKU_NOT_FOUND', 'CREDIT_BELOW_SALE', 'ROW_CHANGED', 'PRICE_CHANGE_LARGE'],
  }),
  setShelf: writeEndpoint({
    path: 'set-shelf',
    summary: '上架或下架一个规格',
    needs: { staff: ['catalogue', 'admin'] },
    input: z.strictObject({ skuId: Id, onShelf: z.boolean(), rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['SKU_NOT_FOUND', 'ROW_CHANGED'],
  }),
  adjustStock: writeEndpoint({
    path: 'adjust-stock',
    summary: '入库或盘点调整，写明原因',
    needs: { staff: ['warehouse', 'admin'] },
    input: z.strictObject({
      skuId: Id,
      change: z.int('数量必须为整数').check(
        z.minimum(-999_999, '数量变化过大'),
        z.maximum(999_999, '数量变化过大'),
        z.refine((change) => change !== 0, '数量没有变化'),
      ),
      reason: RequiredText(100, '请填写原因'),
    }),
    output: NullOutput,
    refusals: ['SKU_NOT_FOUND', 'OUT_OF_STOCK'],
  }),
})
