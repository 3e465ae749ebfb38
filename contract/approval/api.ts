import * as z from 'zod/mini'
import { call, endpoints, read } from '../endpoint.ts'
import { Done, Id, Instant, page, pageInput, RequiredText } from '../fields.ts'
import { Yuan } from '../money.ts'
import { Method, OrderLine, OrderNo } from '../ordering/shapes.ts'

export const approvalStates = { PENDING: '待审批', APPROVED: '已同意', REJECTED: '已驳回', EXPIRED: '已过期' } as const
export type ApprovalState = keyof typeof approvalStates

/** 采购审批: a trade above its buyer's limit, and what became of it. */
export const Approval = z.object({
  id: Id,
  tradeId: Id,
  state: z.enum(['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED']),
  askedBy: z.string(),
  askedAt: Instant,
  /** Which limit, and the numbers. */
  why: z.string(),
  method: Method,
  payable: Yuan,
  orders: z.array(z.object({ orderNo: OrderNo, payable: Yuan, lines: z.array(OrderLine) })),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  opinion: z.nullable(z.string()),
  /** When it lapses by itself. */
  deadline: z.nullable(Instant),
  /** Whether the reader may decide it. */
  mayDecide: z.boolean(),
})
export type Approval = z.output<typeof Approval>

const One = z.strictObject({ id: Id })

export const approval = endpoints('/order-api/api/approval', {
  list: read({
    path: 'list',
    summary: '采购审批：主账号看到全部，子账号看到自己的',
    needs: 'login',
    input: z.strictObject({ ...pageInput, state: z.optional(z.enum(['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'])) }),
    output: page(Approval),
  }),
  detail: read({ path: 'detail', summary: '一个采购审批', needs: 'login', input: One, output: Approval, refusals: ['APPROVAL_NOT_FOUND'] }),
  approve: call({
    path: 'approve',
    summary: '同意：按当前额度和库存重新检查',
    needs: 'main',
    input: One,
    output: Done,
    refusals: [
      'APPROVAL_NOT_FOUND',
      'APPROVAL_DECIDED',
      'OWN_APPROVAL',
      'CREDIT_SHORT',
      'CREDIT_OVERDUE',
      'CREDIT_NOT_OPEN',
      'CREDIT_AGREEMENT_NEEDED',
    ],
  }),
  reject: call({
    path: 'reject',
    summary: '驳回，订单取消',
    needs: 'main',
    input: z.strictObject({ id: Id, reason: RequiredText(100, '请填写原因') }),
    output: Done,
    refusals: ['APPROVAL_NOT_FOUND', 'APPROVAL_DECIDED', 'OWN_APPROVAL'],
  }),
})
