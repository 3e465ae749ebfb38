import * as z from 'zod/mini'
import { CollectionLetterKindSchema } from '#contract/billing/collections/shapes.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import { OrderStateSchema } from '#contract/orders/orders/shapes.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, OrderNo, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'

export const contractKinds = {
  purchase: { label: '购销合同', needs: 'lookOrder' },
  credit: { label: '赊销协议', needs: 'applyLimit' },
  letter: { label: '催收函件', needs: 'applyLimit' },
} as const
export type ContractKind = keyof typeof contractKinds
const Kind = z.enum(keysOf(contractKinds), '合同类型不正确')

/**
 * The states in which an order counts as a contract: it is agreed and not cancelled. A contract that was downloaded once stays on the list.
 */
export const orderStatesWithContract = [
  'WAIT_PAY',
  'WAIT_SEND',
  'PART_SENT',
  'SENT',
  'WAIT_COMMENT',
  'DONE',
] as const satisfies readonly OrderState[]

/** Whether an order has a purchase contract: it counts as one, and something is to be paid. */
export const hasPurchaseContract = ({ state, payable }: { state: OrderState; payable: number }): boolean =>
  orderStatesWithContract.some((one) => one === state) && payable > 0

const KEYWORD_MAX = 18

const rowFields = {
  id: Id,
  /** When the order was submitted, or when the agreement was accepted. */
  at: Instant,
  /** The version of the terms, or of the agreement that was accepted. */
  version: z.string(),
  /** SHA-256 of the text, in hex. It is null until the contract of an order is downloaded for the first time. */
  hash: z.nullable(z.string()),
}
export const ContractRow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('purchase'),
    ...rowFields,
    orderNo: OrderNo,
    firstGoods: z.string(),
    /** How many different goods it has; null: it is from before they were counted. */
    goodsKinds: z.nullable(z.int()),
    amount: Yuan,
    state: OrderStateSchema,
  }),
  z.object({
    kind: z.literal('credit'),
    ...rowFields,
    by: z.string(),
    ip: z.nullable(z.string()),
    /** The text is stored, so the contract can be downloaded. */
    kept: z.boolean(),
  }),
  z.object({
    kind: z.literal('letter'),
    ...rowFields,
    letterKind: CollectionLetterKindSchema,
    letterNo: z.string(),
    amount: Yuan,
    replyDay: Day,
  }),
])
export type ContractRow = z.output<typeof ContractRow>

export const contractsEndpoints = defineEndpoints('/order-api/api/contract', {
  list: readEndpoint({
    path: 'list',
    summary: '合同与函件：赊销协议、各订单的购销合同、催收函件，最新的在前；只列出有权查看的',
    needs: ['lookOrder', 'applyLimit'],
    input: z.strictObject({
      ...pageInput,
      kind: z.optional(Kind),
      /** A part of an order number. */
      keyword: z.optional(Text(KEYWORD_MAX)),
    }),
    output: pageOutput(ContractRow),
  }),
  purchase: downloadEndpoint({
    path: 'purchase',
    summary: '下载一张订单的购销合同（PDF）：首次下载时固定双方信息，此后每次相同',
    needs: 'lookOrder',
    input: z.strictObject({ orderNo: OrderNo }),
    refusals: ['ORDER_NOT_FOUND', 'CONTRACT_NOT_READY', 'CONTRACT_PARTY_MISSING'],
  }),
  creditAgreement: downloadEndpoint({
    path: 'credit-agreement',
    summary: '下载已同意的赊销协议（PDF）：全文、版本、校验码、时间、IP、同意人',
    needs: 'applyLimit',
    input: z.strictObject({ id: Id }),
    refusals: ['CONTRACT_NOT_FOUND', 'ARTICLE_NOT_FOUND'],
  }),
  letter: downloadEndpoint({
    path: 'letter',
    summary: '下载一份催收函件（PDF，带印章、校验码）',
    needs: 'applyLimit',
    input: z.strictObject({ id: Id }),
    refusals: ['LETTER_NOT_FOUND'],
  }),
})
