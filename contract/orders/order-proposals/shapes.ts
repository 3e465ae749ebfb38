import * as z from 'zod/mini'
import { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { OrderStateSchema } from '#contract/orders/orders/shapes.ts'
import { Day, Id, Instant, OrderNo } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { orderProposalLifecycle } from './order-proposal-lifecycle.ts'

export const ORDER_PROPOSAL_LINES_MAX = 200
/** A remark to the buyer, or his reason. */
export const ORDER_PROPOSAL_TEXT_LENGTH_MAX = 200

export const OrderProposalStateSchema = z.enum(keysOf(orderProposalLifecycle.states), '代客下单状态不正确')

const rowFields = {
  id: Id,
  /** 单号: P, the day, and ten random hexadecimal digits. */
  proposalNo: z.string(),
  /** One whose last day is over counts as EXPIRED, also before the job has marked it. */
  state: OrderProposalStateSchema,
  /** The first line in words, as it was named when the proposal was sent. */
  firstGoods: z.string(),
  lineCount: z.int(),
  /** The member who was asked to confirm. */
  buyerName: z.string(),
  /** The person of the mall who put it together. */
  preparedBy: z.string(),
  createdAt: Instant,
  /** The last day on which it can be ordered, Asia/Shanghai. */
  validUntil: Day,
}

export const OrderProposalLine = z.object({
  lineNo: z.int(),
  skuId: Id,
  /** How it was named when the proposal was sent. */
  name: z.string(),
  spec: z.string(),
  unit: z.string(),
  skuCode: z.string(),
  goodsNum: z.int(),
  /** The SKU as it is now, with the prices that the company pays now; null: it is no longer known. */
  sku: z.nullable(SkuBrief),
  /** The unit prices for this quantity when the proposal was sent. Nothing is sold at them; they show what has changed. */
  sentSalePrice: Yuan,
  sentCreditPrice: z.nullable(Yuan),
})
export type OrderProposalLine = z.output<typeof OrderProposalLine>

const detailFields = {
  ...rowFields,
  /** 备注: what staff write to the buyer; '': nothing. */
  remark: z.string(),
  /** Where the goods shall go; null: the buyer chooses, or the address was deleted. */
  addressId: z.nullable(Id),
  shipTo: z.string(),
  /** Why the buyer does not need it; '': no reason. */
  reason: z.string(),
  /** The orders that were made of it, one for each shop. */
  orders: z.array(z.object({ orderNo: OrderNo, state: OrderStateSchema })),
  lines: z.array(OrderProposalLine),
}

export const OrderProposal = z.object(detailFields)
export type OrderProposal = z.output<typeof OrderProposal>

export const OrderProposalRow = z.object(rowFields)
export type OrderProposalRow = z.output<typeof OrderProposalRow>

const companyFields = { enterpriseId: Id, enterpriseName: z.nullable(z.string()) }
export const ConsoleOrderProposalRow = z.object({ ...rowFields, ...companyFields })
export type ConsoleOrderProposalRow = z.output<typeof ConsoleOrderProposalRow>

export const ConsoleOrderProposal = z.object({ ...detailFields, ...companyFields })
export type ConsoleOrderProposal = z.output<typeof ConsoleOrderProposal>

/** What the editor needs to know of a company: who can confirm, where it receives goods, and what it may still hold on credit. */
export const OrderProposalCompany = z.object({
  enterpriseName: z.string(),
  buyers: z.array(z.object({ userId: Id, name: z.string(), isMain: z.boolean() })),
  addresses: z.array(z.object({ addressId: Id, text: z.string() })),
  /** null: it has no credit account. */
  usableCredit: z.nullable(Yuan),
  /** Why it cannot order at all; null: it can. */
  stopped: z.nullable(z.string()),
  /** For how many days after today a new proposal can be ordered. */
  validDays: z.int(),
})
export type OrderProposalCompany = z.output<typeof OrderProposalCompany>
