import * as z from 'zod/mini'
import { OrderLine, PaymentMethodSchema } from '#contract/orders/orders/shapes.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, NullOutput, OrderNo, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { textWithMaskedAmountsField, withheldField } from '#contract/platform/core/figures.ts'
import { UNLIMITED_BECAUSE_ORDER_STEP } from '#contract/platform/core/member-limits.ts'
import { Yuan } from '#contract/platform/core/money.ts'

export const purchaseApprovalStates = { PENDING: '待审批', APPROVED: '已同意', REJECTED: '已驳回', EXPIRED: '已过期' } as const
export type PurchaseApprovalState = keyof typeof purchaseApprovalStates

/** A line of an order, for the buyer who asked for approval. He may have lost permissions since. */
const Line = z.object({
  ...OrderLine.shape,
  price: withheldField('order', Yuan),
  amount: withheldField('order', Yuan),
  couponShare: withheldField('order', Yuan),
})

/** 采购审批: a trade above its buyer's limit, and the decision. */
export const PurchaseApproval = z.object({
  id: Id,
  tradeId: Id,
  state: z.enum(['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED']),
  askedBy: z.string(),
  askedAt: Instant,
  /** Which limit it exceeds, with the numbers. */
  why: textWithMaskedAmountsField('order'),
  method: PaymentMethodSchema,
  payable: withheldField('order', Yuan),
  orders: z.array(z.object({ orderNo: OrderNo, payable: withheldField('order', Yuan), lines: z.array(Line) })),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  opinion: z.nullable(z.string()),
  /** When it expires automatically. */
  deadline: z.nullable(Instant),
  /** Whether the reader may decide it. */
  mayDecide: z.boolean(),
})
export type PurchaseApproval = z.output<typeof PurchaseApproval>

const One = z.strictObject({ id: Id })

export const purchaseApprovalEndpoints = defineEndpoints('/order-api/api/approval', {
  list: readEndpoint({
    path: 'list',
    summary: '采购审批：主账号看到全部，子账号看到自己的',
    needs: 'login',
    input: z.strictObject({ ...pageInput, state: z.optional(z.enum(['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'])) }),
    output: pageOutput(PurchaseApproval),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个采购审批',
    needs: 'login',
    input: One,
    output: PurchaseApproval,
    refusals: ['APPROVAL_NOT_FOUND'],
  }),
  approve: writeEndpoint({
    path: 'approve',
    summary: '同意：按当前额度和库存重新检查',
    needs: 'main',
    memberLimit: UNLIMITED_BECAUSE_ORDER_STEP,
    input: One,
    output: NullOutput,
    refusals: [
      'APPROVAL_NOT_FOUND',
      'APPROVAL_DECIDED',
      'OWN_APPROVAL',
      'CREDIT_SHORT',
      'CREDIT_OVERDUE',
      'CREDIT_STOPPED',
      'CREDIT_BAD_DEBT',
      'CREDIT_NOT_OPEN',
      'CREDIT_AGREEMENT_NEEDED',
    ],
  }),
  reject: writeEndpoint({
    path: 'reject',
    summary: '驳回，订单取消',
    needs: 'main',
    memberLimit: UNLIMITED_BECAUSE_ORDER_STEP,
    input: z.strictObject({ id: Id, reason: RequiredText(100, '请填写原因') }),
    output: NullOutput,
    refusals: ['APPROVAL_NOT_FOUND', 'APPROVAL_DECIDED', 'OWN_APPROVAL'],
  }),
})
