import * as z from 'zod/mini'
import { quickOrderEndpoints } from '#contract/orders/quick-order/api.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { defineEndpoints, idempotentWriteEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, NullOutput, pageInput, pageOutput, Quantity, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import {
  ConsoleOrderProposal,
  ConsoleOrderProposalRow,
  ORDER_PROPOSAL_LINES_MAX,
  ORDER_PROPOSAL_TEXT_LENGTH_MAX,
  OrderProposalCompany,
  OrderProposalStateSchema,
} from './shapes.ts'

/** The people who talk to buyers. */
const one = { enterpriseId: Id, id: Id }

const Lines = z.array(z.strictObject({ skuId: Id, goodsNum: Quantity })).check(
  z.minLength(1, '请至少添加一种商品'),
  z.maxLength(ORDER_PROPOSAL_LINES_MAX, `一次最多 ${ORDER_PROPOSAL_LINES_MAX} 种商品`),
  z.refine((lines) => new Set(lines.map(({ skuId }) => skuId)).size === lines.length, '同一商品请合并为一行'),
)

/** A proposal that nobody has ordered waits for its staff on the last day and on these days before. */
export const ORDER_PROPOSAL_ENDING_DAYS = 1
/** For how many days after its day a proposal that the buyer does not need waits for its staff, to be talked about. */
export const ORDER_PROPOSAL_DECLINED_DAYS = 3
/** The two reasons why a proposal waits for staff. */
export const orderProposalQueues = {
  ending: { label: '即将到期' },
  declined: { label: `近 ${ORDER_PROPOSAL_DECLINED_DAYS} 天买家不需要` },
} as const

export const consoleOrderProposalEndpoints = defineEndpoints('/console-api/api/order-proposal', {
  list: readEndpoint({
    path: 'list',
    summary: '代客下单，最新的在前；待办的，最早的在前',
    needs: { staff: 'orderProposal' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(OrderProposalStateSchema),
      /** Proposals that wait for staff, the oldest first. */
      queue: z.optional(z.enum(keysOf(orderProposalQueues))),
      enterpriseId: z.optional(Id),
      manager: z.optional(AccountManagerFilter),
      /** A part of its number, or of the name or code of goods. */
      keyword: z.optional(Text(50)),
      /** The days of its creation. */
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    output: pageOutput(ConsoleOrderProposalRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '代客下单详情：各行、企业现在的价格、库存、订单',
    needs: { staff: 'orderProposal' },
    input: z.strictObject(one),
    output: ConsoleOrderProposal,
    refusals: ['ORDER_PROPOSAL_NOT_FOUND'],
  }),
  company: readEndpoint({
    path: 'company',
    summary: '为一家企业代客下单所需：可确认下单的成员、收货地址、赊销可用额度',
    needs: { staff: 'orderProposal' },
    input: z.strictObject({ enterpriseId: Id }),
    output: OrderProposalCompany,
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
  match: readEndpoint({
    path: 'match',
    summary: '按编码、名称或粘贴的清单查找商品：这家企业现在的价格和库存，只含本人负责店铺的商品',
    needs: { staff: 'orderProposal' },
    input: z.strictObject({ enterpriseId: Id, ...quickOrderEndpoints.match.input.shape }),
    output: quickOrderEndpoints.match.output,
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
  send: idempotentWriteEndpoint({
    path: 'send',
    summary: '发给买家确认；买家会收到站内信和短信',
    needs: { staff: 'orderProposal' },
    audits: 'user',
    input: z.strictObject({
      enterpriseId: Id,
      /** The member who shall confirm. Others who may order can do so too. */
      userId: Id,
      addressId: z.optional(Id),
      remark: z._default(Text(ORDER_PROPOSAL_TEXT_LENGTH_MAX), ''),
      lines: Lines,
    }),
    output: z.object({ id: Id, proposalNo: z.string() }),
    refusals: [
      'ENTERPRISE_NOT_FOUND',
      'ORDER_PROPOSAL_BUYER_UNFIT',
      'ADDRESS_NOT_FOUND',
      'SKU_NOT_FOUND',
      'SHOP_PAUSED',
      'QUANTITY_OFF_STEP',
      'ORDERS_STOPPED',
    ],
  }),
  withdraw: writeEndpoint({
    path: 'withdraw',
    summary: '撤回已发出的代客下单',
    needs: { staff: 'orderProposal' },
    audits: 'row',
    input: z.strictObject(one),
    output: NullOutput,
    refusals: ['ORDER_PROPOSAL_NOT_FOUND', 'ORDER_PROPOSAL_MOVED'],
  }),
})
