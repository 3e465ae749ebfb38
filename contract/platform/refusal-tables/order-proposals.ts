import type { RefusalTable } from './table.ts'

/** Refusals for orders that staff prepare for a company (代客下单). */
export const orderProposalRefusals = {
  ORDER_PROPOSAL_NOT_FOUND: { code: 404, msg: '没有找到这张代客下单' },
  ORDER_PROPOSAL_MOVED: { code: 409, msg: '代客下单状态已变动，请刷新后查看' },
  ORDER_PROPOSAL_EXPIRED: { code: 409, msg: '代客下单已过期，请联系客服重新准备' },
  ORDER_PROPOSAL_BUYER_UNFIT: { code: 422, msg: '该成员不能下单，请选择有下单支付权限的成员' },
} as const satisfies RefusalTable
