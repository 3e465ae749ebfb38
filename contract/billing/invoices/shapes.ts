import * as z from 'zod/mini'
import { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { UnifiedCreditCode } from '#contract/people/verification/fields.ts'
import { Email, Id, Instant, Month, OrderNo, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import {
  invoiceFileFormats,
  invoiceIssuanceLifecycle,
  invoiceLifecycle,
  invoiceTitleKinds,
  redConfirmationLifecycle,
  redLetterReasons,
} from './invoice-lifecycle.ts'

const REMARK_MAX = 200
export const INVOICE_REASON_LENGTH_MAX = 200
/** The largest number of orders in one application. */
export const INVOICE_ORDERS_MAX = 50
export const INVOICE_TITLES_PER_ENTERPRISE_MAX = 20

export const InvoiceTitleKindSchema = z.enum(keysOf(invoiceTitleKinds), '请选择发票类型')
export const InvoiceFileFormatSchema = z.enum(keysOf(invoiceFileFormats), '文件格式不正确')
export const InvoiceStateSchema = z.enum(keysOf(invoiceLifecycle.states), '发票状态不正确')

const Phone = z
  .string('请输入注册电话')
  .check(
    z.maxLength(30, '电话格式不正确'),
    z.regex(/^(|1[3-9]\d{9}|(0\d{2,3}-?)?\d{7,8}(-\d{1,6})?)$/, '请输入正确的电话，如 0755-12345678'),
  )
const AccountNo = z.string('请输入银行账号').check(
  z.maxLength(40, '银行账号为 8-30 位数字'),
  z.overwrite((text) => text.replace(/[\s-]/g, '')),
  z.regex(/^(|\d{8,30})$/, '银行账号为 8-30 位数字'),
)

/** What a special invoice needs besides the name and the tax number. */
const specialFields = {
  address: { empty: '请输入注册地址' },
  phone: { empty: '请输入注册电话' },
  bank: { empty: '请输入开户银行' },
  accountNo: { empty: '请输入银行账号' },
} as const

/** 发票抬头 as a form sends it. A special invoice needs all six fields, a normal one only the name and the tax number. */
export const invoiceTitleFields = {
  kind: InvoiceTitleKindSchema,
  name: RequiredText(100, '请输入发票抬头'),
  taxNo: UnifiedCreditCode,
  address: z._default(Text(100), ''),
  phone: z._default(Phone, ''),
  bank: z._default(Text(60), ''),
  accountNo: z._default(AccountNo, ''),
}
/** The fields of a title in a form. All six are set if the type needs them. */
const whole = <Shape extends typeof invoiceTitleFields>(shape: Shape) =>
  z.strictObject({ ...shape, isDefault: z._default(z.boolean(), false) }).check(
    ...keysOf(specialFields).map((name) =>
      z.refine((given) => (given as Record<string, unknown>).kind === 'NORMAL' || (given as Record<string, unknown>)[name] !== '', {
        message: specialFields[name].empty,
        path: [name],
      }),
    ),
  )
export const CreateInvoiceTitleInput = whole(invoiceTitleFields)
export const UpdateInvoiceTitleInput = whole({ ...invoiceTitleFields, id: Id })

const InvoiceTitleContent = z.object({
  kind: InvoiceTitleKindSchema,
  name: z.string(),
  taxNo: z.string(),
  address: z.string(),
  phone: z.string(),
  bank: z.string(),
  accountNo: z.string(),
})
export type InvoiceTitleContent = z.output<typeof InvoiceTitleContent>
export const InvoiceTitle = z.extend(InvoiceTitleContent, { id: Id, isDefault: z.boolean() })
export type InvoiceTitle = z.output<typeof InvoiceTitle>

/** The amount of an order that can be invoiced. */
export const InvoiceableOrder = z.object({
  orderNo: OrderNo,
  createdAt: Instant,
  shopId: Id,
  shopName: z.string(),
  firstGoods: z.string(),
  /** How many different goods it has; null: it is from before they were counted. */
  goodsKinds: z.nullable(z.int()),
  image: z.nullable(Id),
  goodsCount: z.int(),
  /** What was paid or posted, minus refunds and what is already invoiced. */
  amount: Yuan,
})
export type InvoiceableOrder = z.output<typeof InvoiceableOrder>

/** The amount of a statement that can be invoiced, with one entry per shop. */
export const InvoiceableStatement = z.object({ month: Month, shopId: Id, shopName: z.string(), orders: z.int(), amount: Yuan })
export type InvoiceableStatement = z.output<typeof InvoiceableStatement>

/** The interest on late payment of a company that can be invoiced (可开票利息). */
export const InvoiceableInterest = z.object({
  /** What was paid and has not gone back, and the live invoices over it. */
  paid: Yuan,
  invoiced: Yuan,
  amount: Yuan,
  rates: z.array(z.object({ rateBp: z.int(), taxName: z.string(), amount: Yuan })),
})
export type InvoiceableInterest = z.output<typeof InvoiceableInterest>

/** What an application covers: some orders of one shop, one shop's part of a statement, or interest. */
export const invoiceSourceFields = {
  orderNos: z._default(
    z.array(OrderNo).check(
      z.maxLength(INVOICE_ORDERS_MAX, `一次最多选择 ${INVOICE_ORDERS_MAX} 张订单`),
      z.refine((numbers) => new Set(numbers).size === numbers.length, '同一订单只能选择一次'),
    ),
    [],
  ),
  month: z.optional(Month),
  shopId: z.optional(Id),
  /** Instead of orders or a statement: the interest on late payment that was paid. */
  interest: z._default(z.boolean('请选择开票内容'), false),
}
export const invoiceApplicationFields = { titleId: Id, email: Email, remark: z._default(Text(REMARK_MAX), '') }

const LineShape = z.object({
  seq: z.int(),
  /** null: interest. */
  orderNo: z.nullable(OrderNo),
  goodsName: z.string(),
  spec: z.string(),
  unit: z.string(),
  /** 税收分类 of the line; null if its goods have none yet, or if the line is older than the codes. */
  taxClass: z.nullable(TaxClass),
  quantity: z.nullable(z.int()),
  /** The amount with tax, the amount without tax, and the tax. Then the part of the first that red letters reverse. */
  amount: Yuan,
  net: Yuan,
  tax: Yuan,
  red: Yuan,
  /** Its rate, by its tax class. */
  rateBp: z.int(),
})
export type InvoiceLine = z.output<typeof LineShape>

/** The rate of all lines; null: they have several. */
const CommonRate = z.nullable(z.int())

export const InvoicePreview = z.object({
  lines: z.array(LineShape),
  amount: Yuan,
  net: Yuan,
  tax: Yuan,
  rateBp: CommonRate,
  /** The orders with an after-sale that is not decided or not refunded yet: their amounts may still change. */
  openAfterSales: z.array(OrderNo),
})
export type InvoicePreview = z.output<typeof InvoicePreview>

const rowFields = {
  id: Id,
  invoiceNo: z.string(),
  state: InvoiceStateSchema,
  kind: InvoiceTitleKindSchema,
  titleName: z.string(),
  /** Empty for interest, which is of no shop. */
  shopName: z.string(),
  month: z.nullable(Month),
  /** Whether it is over interest on late payment, and over no order. */
  ofInterest: z.boolean(),
  /** How many orders it covers, and the first of them. */
  orders: z.int(),
  orderNo: z.nullable(OrderNo),
  amount: Yuan,
  red: Yuan,
  /** The number of the tax invoice; null: not issued yet. */
  number: z.nullable(z.string()),
  createdAt: Instant,
  issuedAt: z.nullable(Instant),
  reason: z.nullable(z.string()),
  /** Whether a red letter of it waits until the buyer confirms it at the tax bureau. */
  awaitsBuyer: z.boolean(),
}
export const InvoiceRow = z.object(rowFields)
export type InvoiceRow = z.output<typeof InvoiceRow>

/** The latest 红字信息确认单 of a red letter. */
const RedConfirmation = z.object({
  state: z.enum(keysOf(redConfirmationLifecycle.states)),
  way: z.enum(['provider', 'hand']),
  /** Its number at the tax bureau; null: the tax bureau does not have it yet. */
  number: z.nullable(z.string()),
  /** Until when the buyer can confirm it; null: the buyer need not. */
  until: z.nullable(Instant),
  requestedAt: Instant,
})

export const ConsoleInvoiceIssuance = z.object({
  id: Id,
  kind: z.enum(['blue', 'red']),
  state: z.enum(keysOf(invoiceIssuanceLifecycle.states)),
  way: z.enum(['provider', 'hand']),
  amount: Yuan,
  tax: Yuan,
  redReason: z.nullable(z.enum(keysOf(redLetterReasons))),
  note: z.string(),
  number: z.nullable(z.string()),
  issuedAt: z.nullable(Instant),
  createdAt: Instant,
  /** Whether it is a red letter of a 专票, which is issued only with a 红字信息确认单; and the latest of these. */
  needsConfirmation: z.boolean(),
  confirmation: z.nullable(RedConfirmation),
  /** The files that can be downloaded. */
  formats: z.array(InvoiceFileFormatSchema),
  /** For staff: why the provider has not issued it, and when it is requested again. */
  failure: z.nullable(z.string()),
  nextTryAt: z.nullable(Instant),
})
export type ConsoleInvoiceIssuance = z.output<typeof ConsoleInvoiceIssuance>

const detailFields = {
  ...rowFields,
  title: InvoiceTitleContent,
  email: z.string(),
  remark: z.string(),
  net: Yuan,
  tax: Yuan,
  rateBp: CommonRate,
  lines: z.array(LineShape),
  issues: z.array(ConsoleInvoiceIssuance),
  entries: z.array(z.object({ verb: z.string(), by: z.string(), text: z.string(), at: Instant })),
  /** The numbers of its orders, for a new application. */
  orderNos: z.array(OrderNo),
  shopId: z.nullable(Id),
}
export const InvoiceDetail = z.object({ ...detailFields, mayReapply: z.boolean() })
export type InvoiceDetail = z.output<typeof InvoiceDetail>

export const staffInvoiceActions = ['approve', 'reject', 'enter', 'retry', 'recode', 'takeBack'] as const
export type StaffInvoiceAction = (typeof staffInvoiceActions)[number]

const whose = { enterpriseId: Id, enterpriseName: z.nullable(z.string()) }
export const ConsoleInvoiceRow = z.object({ ...rowFields, ...whose, stateAt: Instant, failure: z.nullable(z.string()) })
export type ConsoleInvoiceRow = z.output<typeof ConsoleInvoiceRow>
export const ConsoleInvoice = z.object({
  ...detailFields,
  ...whose,
  appliedBy: z.string(),
  actions: z.array(z.enum(staffInvoiceActions)),
  /** Why it is not sent to the provider: its goods that have no tax code, neither of their own nor of their category. */
  uncoded: z.array(z.object({ goodsId: Id, goodsName: z.string() })),
})
export type ConsoleInvoice = z.output<typeof ConsoleInvoice>
