import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, NullOutput, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { ORDER_PROPOSAL_TEXT_LENGTH_MAX, OrderProposal, OrderProposalRow, OrderProposalStateSchema } from './shapes.ts'

/** 代客下单, for the buyer: whoever may order sees what staff have put together. Ordering it is an ordinary submit that names it. */
export const orderProposalEndpoints = defineEndpoints('/order-api/api/order-proposal', {
  list: readEndpoint({
    path: 'list',
    summary: '客服代为准备的订单，最新的在前',
    needs: 'buyPay',
    input: z.strictObject({ ...pageInput, state: z.optional(OrderProposalStateSchema) }),
    output: pageOutput(OrderProposalRow),
  }),
  count: readEndpoint({
    path: 'count',
    summary: '各状态的代客下单数',
    needs: 'buyPay',
    input: EmptyInput,
    output: z.array(z.object({ state: OrderProposalStateSchema, count: z.int() })),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '客服代为准备的订单：各行现在的价格和库存、准备人、有效期',
    needs: 'buyPay',
    input: z.strictObject({ id: Id }),
    output: OrderProposal,
    refusals: ['ORDER_PROPOSAL_NOT_FOUND'],
  }),
  decline: writeEndpoint({
    path: 'decline',
    summary: '不需要客服代为准备的订单，可说明原因',
    needs: 'buyPay',
    memberLimit: 'of what staff have sent.',
    input: z.strictObject({ id: Id, reason: z._default(Text(ORDER_PROPOSAL_TEXT_LENGTH_MAX), '') }),
    output: NullOutput,
    refusals: ['ORDER_PROPOSAL_NOT_FOUND', 'ORDER_PROPOSAL_MOVED'],
  }),
})
