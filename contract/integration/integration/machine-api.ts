import * as z from 'zod/mini'
import { InvoiceDetail, InvoiceRow } from '#contract/billing/invoices/shapes.ts'
import { Statement, StatementDetail } from '#contract/money/statements/shapes.ts'
import { Parcel } from '#contract/orders/fulfilment/shapes.ts'
import { OrderDetail, OrderLine, OrderRow } from '#contract/orders/orders/shapes.ts'
import { QuotationDetail, QuotationLine, QuotationNo, QuotationRow } from '#contract/orders/quotations/shapes.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, Month, OrderNo } from '#contract/platform/core/fields.ts'
import { toSchemaWithAmountsInFen } from './fen-schema.ts'
import { apiKeyPermissionCodes } from './shapes.ts'

export const MACHINE_API_ROWS_PER_CALL_MAX = 100

const Size = z._default(
  z
    .int('条数不正确')
    .check(z.minimum(1, '条数不正确'), z.maximum(MACHINE_API_ROWS_PER_CALL_MAX, `一次最多 ${MACHINE_API_ROWS_PER_CALL_MAX} 条`)),
  50,
)
const Cursor = z.string('游标不正确').check(z.regex(/^c\d{1,15}$/, '游标不正确'))

/** Where a page begins: after the cursor of an earlier answer, or at an instant. Without both, at the beginning. */
const pullInput = z
  .strictObject({ cursor: z.optional(Cursor), updatedSince: z.optional(Instant), size: Size })
  .check(z.refine(({ cursor, updatedSince }) => cursor === undefined || updatedSince === undefined, '游标和起始时间只能填一个'))

/**
 * A page of changes, the earliest first. Each thing is in its current state. `nextCursor` is for the next pull, even if there is nothing
 * more now.
 */
const pulled = <Row extends z.ZodMiniType>(row: Row) => z.object({ dataList: z.array(row), nextCursor: z.string(), more: z.boolean() })

const changedAt = { changedAt: Instant }
const Line = z.omit(OrderLine, { image: true })
const Order = toSchemaWithAmountsInFen(
  z.extend(z.omit(OrderRow, { actions: true, tradeId: true, lines: true }), { lines: z.array(Line), ...changedAt }),
)
const OrderParcel = z.omit(Parcel, { rowVersion: true })
const OrderWhole = toSchemaWithAmountsInFen(
  z.extend(z.omit(OrderDetail, { actions: true, tradeId: true, lines: true, parcels: true }), {
    lines: z.array(Line),
    parcels: z.array(OrderParcel),
  }),
)
const Quotation = toSchemaWithAmountsInFen(z.extend(z.omit(QuotationRow, { hasUnread: true }), changedAt))
/** SKUs as they are now are left out: their codes say which they are. */
const QuotationWhole = toSchemaWithAmountsInFen(
  z.extend(z.omit(QuotationDetail, { actions: true, addressId: true, lines: true, readUpTo: true }), {
    lines: z.array(z.omit(QuotationLine, { sku: true, offeredSku: true })),
  }),
)
const StatementHead = toSchemaWithAmountsInFen(z.omit(StatementDetail, { lines: true }))

export const machineApiEndpoints = defineEndpoints('/open-api/v1', {
  me: readEndpoint({
    path: 'me',
    summary: '当前密钥：所属企业、名称和权限，可用于检查连接',
    needs: { machine: [] },
    input: EmptyInput,
    output: z.object({ enterpriseName: z.nullable(z.string()), keyName: z.string(), permCodes: z.array(z.enum(apiKeyPermissionCodes)) }),
  }),
  orders: readEndpoint({
    path: 'orders',
    summary: '拉取有变化的订单，含商品明细；按变化的先后，每张订单以现在的样子出现',
    needs: { machine: ['lookOrder'] },
    input: pullInput,
    output: pulled(Order),
  }),
  order: readEndpoint({
    path: 'orders/detail',
    summary: '一张订单：明细、收货信息、包裹与物流、经过',
    needs: { machine: ['lookOrder'] },
    input: z.strictObject({ orderNo: OrderNo }),
    output: OrderWhole,
    refusals: ['ORDER_NOT_FOUND'],
  }),
  quotations: readEndpoint({
    path: 'quotations',
    summary: '拉取有变化的询价单，不含明细',
    needs: { machine: ['lookOrder'] },
    input: pullInput,
    output: pulled(Quotation),
  }),
  quotation: readEndpoint({
    path: 'quotations/detail',
    summary: '一张询价单：各行、各版报价、留言、订单',
    needs: { machine: ['lookOrder'] },
    input: z.strictObject({ quotationNo: QuotationNo }),
    output: QuotationWhole,
    refusals: ['QUOTATION_NOT_FOUND'],
  }),
  statements: readEndpoint({
    path: 'statements',
    summary: '拉取有变化的月账单，不含明细',
    needs: { machine: ['applyLimit'] },
    input: pullInput,
    output: pulled(toSchemaWithAmountsInFen(z.extend(Statement, changedAt))),
  }),
  statement: readEndpoint({
    path: 'statements/detail',
    summary: '一个月的账单：冲减、还款与逾期利息，不含赊销明细',
    needs: { machine: ['applyLimit'] },
    input: z.strictObject({ month: Month }),
    output: StatementHead,
    refusals: ['STATEMENT_NOT_FOUND'],
  }),
  statementLines: readEndpoint({
    path: 'statements/lines',
    summary: '一个月账单的赊销明细，逐笔，分页',
    needs: { machine: ['applyLimit'] },
    input: z.strictObject({ month: Month, after: z.optional(Id), size: Size }),
    output: toSchemaWithAmountsInFen(z.object({ dataList: StatementDetail.shape.lines, nextAfter: z.nullable(Id), more: z.boolean() })),
    refusals: ['STATEMENT_NOT_FOUND'],
  }),
  invoices: readEndpoint({
    path: 'invoices',
    summary: '拉取有变化的发票',
    needs: { machine: ['lookOrder'] },
    input: pullInput,
    output: pulled(toSchemaWithAmountsInFen(z.extend(InvoiceRow, changedAt))),
  }),
  invoice: readEndpoint({
    path: 'invoices/detail',
    summary: '一张发票：抬头、明细、号码、红字发票',
    needs: { machine: ['lookOrder'] },
    input: z.strictObject({ id: Id }),
    output: toSchemaWithAmountsInFen(z.omit(InvoiceDetail, { mayReapply: true })),
    refusals: ['INVOICE_NOT_FOUND'],
  }),
})

/** The calls for programs with API keys. It is a contract of its own, and its answers use HTTP status codes. */
export const machineApiContract = { machine: machineApiEndpoints } as const
