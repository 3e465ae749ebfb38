import * as z from 'zod/mini'
import { TOP_UP_YUAN_MAX } from '#contract/money/payments/api.ts'
import { defineEndpoints, idempotentWriteEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Month, NullOutput, OrderNo, pageInput, pageOutput, Remark } from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'
import { fromYuan, PositiveYuan } from '#contract/platform/core/money.ts'
import { BankTransfer, BankTransferPurpose } from './shapes.ts'
import { VOUCHER_PICTURES_MAX } from './voucher-lifecycle.ts'

const Made = z.object({ paymentId: Id })
const One = z.strictObject({ paymentId: Id })
/**
 * Members who may start one of the kinds of transfer, or look at orders. The visible data of each depends on the purpose of the transfer.
 */
const lookers = ['buyPay', 'cashAccount', 'lookOrder'] as const
const payers = ['buyPay', 'cashAccount'] as const

/** 转账支付: the account to pay to, the amount, and the vouchers that prove the transfer. */
export const bankTransferEndpoints = defineEndpoints('/pay-api/api/transfer', {
  begin: idempotentWriteEndpoint({
    path: 'begin',
    summary: '转账支付一笔交易：得到收款账户与转账附言；同一笔交易同时只有一笔，再次调用返回同一笔；超出限额的回到待审批',
    needs: 'buyPay',
    memberLimit: 'one at once for each trade; another follows a change of its method or sum.',
    input: z.strictObject({ tradeId: Id }),
    output: Made,
    refusals: [
      ...(['TRADE_NOT_FOUND', 'ALREADY_PAID', 'NEEDS_APPROVAL', 'METHOD_NOT_OFFERED', 'PAYMENT_UNCLEAR', 'VOUCHER_IN_REVIEW'] as const),
      'BANK_ACCOUNT_MISSING',
    ],
  }),
  topUp: idempotentWriteEndpoint({
    path: 'top-up',
    summary: '转账充值到现金钱包，7 天内有效',
    needs: 'cashAccount',
    memberLimit: 200,
    input: z.strictObject({
      amount: PositiveYuan.check(z.refine((amount) => amount <= fromYuan(TOP_UP_YUAN_MAX), `单笔最多充值 ${TOP_UP_YUAN_MAX} 元`)),
    }),
    output: Made,
    refusals: ['TRANSFERS_FULL', 'BANK_ACCOUNT_MISSING'],
  }),
  repay: idempotentWriteEndpoint({
    path: 'repay',
    summary: '转账还款：先利息，再指定或最早的账单，余款转入钱包；7 天内有效',
    needs: 'buyPay',
    memberLimit: 200,
    input: z.strictObject({
      amount: PositiveYuan,
      months: z._default(z.array(Month).check(z.maxLength(24, '最多选择 24 个月')), []),
    }),
    output: Made,
    refusals: ['REPAY_TOO_MUCH', 'TRANSFERS_FULL', 'BANK_ACCOUNT_MISSING'],
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一笔转账：收款账户、转账附言、汇款状态与历次凭证',
    needs: lookers,
    input: One,
    output: BankTransfer,
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  ofOrder: readEndpoint({
    path: 'of-order',
    summary: '订单所属交易的转账；还没有发起时为空',
    needs: ['buyPay', 'lookOrder'],
    input: z.strictObject({ orderNo: OrderNo }),
    output: z.object({ tradeId: Id, transfer: z.nullable(BankTransfer) }),
    refusals: ['ORDER_NOT_FOUND'],
  }),
  list: readEndpoint({
    path: 'list',
    summary: '转账记录，最近的在前',
    needs: lookers,
    input: z.strictObject({ ...pageInput, purpose: z.optional(BankTransferPurpose) }),
    output: pageOutput(BankTransfer),
  }),
  submitVoucher: writeEndpoint({
    path: 'submit-voucher',
    summary: '提交或重新提交付款凭证',
    needs: payers,
    memberLimit: 'five vouchers of a transfer.',
    input: z.strictObject({
      paymentId: Id,
      fileIds: z
        .array(Id, '请上传汇款凭证图片')
        .check(z.minLength(1, '请上传汇款凭证图片'), z.maxLength(VOUCHER_PICTURES_MAX, `最多上传 ${VOUCHER_PICTURES_MAX} 张图片`)),
      remark: z._default(Remark, ''),
    }),
    output: BankTransfer,
    refusals: [
      ...(['PAYMENT_NOT_FOUND', 'FILE_NOT_FOUND', 'VOUCHER_IN_REVIEW', 'TRANSFER_OVER', 'VOUCHERS_FULL'] as const),
      ...(['TRADE_NOT_FOUND', 'ALREADY_PAID', 'NEEDS_APPROVAL', 'METHOD_NOT_OFFERED'] as const),
    ],
  }),
  withdrawVoucher: writeEndpoint({
    path: 'withdraw-voucher',
    summary: '撤回待审核的凭证',
    needs: payers,
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: One,
    output: BankTransfer,
    refusals: ['PAYMENT_NOT_FOUND', 'VOUCHER_STATE'],
  }),
  cancel: writeEndpoint({
    path: 'cancel',
    summary: '关闭未到账的转账充值或转账还款；订单的转账请更换支付方式或取消订单',
    needs: payers,
    memberLimit: 1000,
    input: One,
    output: NullOutput,
    refusals: ['PAYMENT_NOT_FOUND', 'VOUCHER_IN_REVIEW', 'TRANSFER_OVER', 'ORDER_ACTION_NOT_ALLOWED'],
  }),
})
