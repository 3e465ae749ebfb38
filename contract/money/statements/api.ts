import * as z from 'zod/mini'
import { defineEndpoints, idempotentWriteEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Day,
  EmptyInput,
  Id,
  Month,
  NullOutput,
  PaymentPassword,
  pageInput,
  pageOutput,
  paymentPasswordRefusals,
  RequiredText,
} from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'
import { PositiveYuan } from '#contract/platform/core/money.ts'
import { DISPUTE_PICTURES_MAX, DisputedUnitsList } from './disputed-units.ts'
import { AcceptanceBill, CreditHeadroom, DebtOverview, Repayment, RepaymentPlanPreview, Statement, StatementDetail } from './shapes.ts'

/** Members who may see the credit account or pay for it. */
const readers = ['applyLimit', 'buyPay'] as const
const OneMonth = z.strictObject({ month: Month })
const repayment = { amount: PositiveYuan, months: z._default(z.array(Month).check(z.maxLength(24, '最多选择 24 个月')), []) }

export const statementEndpoints = defineEndpoints('/account-api/api/statement', {
  owed: readEndpoint({
    path: 'owed',
    summary: '待还总额：各月待还、已还、还款日与逾期利息',
    needs: readers,
    input: EmptyInput,
    output: DebtOverview,
  }),
  list: readEndpoint({
    path: 'list',
    summary: '月账单，最近的在前',
    needs: 'applyLimit',
    input: z.strictObject({ ...pageInput, state: z.optional(z.enum(['CLOSED', 'OVERDUE', 'PAID', 'WRITTEN_OFF'])) }),
    output: pageOutput(Statement),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个月的账单：每笔赊销、冲减、利息与校验码',
    needs: 'applyLimit',
    input: OneMonth,
    output: StatementDetail,
    refusals: ['STATEMENT_NOT_FOUND'],
  }),
  confirm: writeEndpoint({
    path: 'confirm',
    summary: '确认账单',
    needs: 'applyLimit',
    memberLimit: 200,
    input: OneMonth,
    output: NullOutput,
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_DISPUTED'],
  }),
  dispute: writeEndpoint({
    path: 'dispute',
    summary: '对一笔明细，或其中一部分金额或数量提出异议，可附图片：不计入到期金额，不计息，还款不抵扣',
    needs: 'applyLimit',
    memberLimit: 500,
    /** `amount` or `lines`: the part that is disputed, as an amount or as units of the parcel, not both. Both left out: all that is left of the line. */
    input: z
      .strictObject({
        month: Month,
        id: Id,
        amount: z.optional(PositiveYuan),
        lines: z.optional(DisputedUnitsList),
        pictures: z._default(
          z.array(Id).check(
            z.maxLength(DISPUTE_PICTURES_MAX, `最多上传 ${DISPUTE_PICTURES_MAX} 张图片`),
            z.refine((ids) => new Set(ids).size === ids.length, '同一张图片只能上传一次'),
          ),
          [],
        ),
        reason: RequiredText(200, '请填写异议原因'),
      })
      .check(
        z.refine(({ amount, lines }) => amount === undefined || lines === undefined, {
          path: ['amount'],
          message: '异议按金额或按数量，不能同时填写',
        }),
      ),
    output: NullOutput,
    refusals: [
      'STATEMENT_NOT_FOUND',
      'STATEMENT_LINE_NOT_FOUND',
      'STATEMENT_CONFIRMED',
      'ALREADY_DISPUTED',
      'DISPUTE_AMOUNT_TOO_LARGE',
      'DISPUTE_UNITS_NOT_SENT',
      'DISPUTE_UNITS_REFUNDED',
      'FILE_NOT_FOUND',
    ],
  }),
  withdrawDispute: writeEndpoint({
    path: 'withdraw-dispute',
    summary: '撤回尚未处理的异议：从当天起恢复计入到期金额，不能再次提出',
    needs: 'applyLimit',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ month: Month, id: Id }),
    output: NullOutput,
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_LINE_NOT_FOUND', 'DISPUTE_DECIDED'],
  }),
  previewRepayment: readEndpoint({
    path: 'preview-repayment',
    summary: '还款试算：先已核销待追偿的账款，再利息，再指定或最早的账单，再未出账，余款转入钱包',
    needs: 'buyPay',
    input: z.strictObject(repayment),
    output: RepaymentPlanPreview,
  }),
  repayByWallet: idempotentWriteEndpoint({
    path: 'repay-by-wallet',
    summary: '钱包还款',
    needs: 'buyPay',
    memberLimit: 'calls of money, 60 a minute, and each moves money that is there.',
    input: z.strictObject({ ...repayment, payPwd: PaymentPassword }),
    output: Repayment,
    refusals: ['CREDIT_NOT_OPEN', 'REPAY_TOO_MUCH', 'WALLET_SHORT', ...paymentPasswordRefusals],
  }),
  repayments: readEndpoint({
    path: 'repayments',
    summary: '还款记录，按月',
    needs: readers,
    input: z.strictObject({ ...pageInput, month: z.optional(Month) }),
    output: pageOutput(Repayment),
  }),
  enableAutoRepay: writeEndpoint({
    path: 'enable-auto-repay',
    summary: '开通到期自动从钱包还款（主账号）',
    needs: 'main',
    memberLimit: 50,
    input: z.strictObject({ payPwd: PaymentPassword }),
    output: NullOutput,
    refusals: ['CREDIT_NOT_OPEN', ...paymentPasswordRefusals],
  }),
  disableAutoRepay: writeEndpoint({
    path: 'disable-auto-repay',
    summary: '关闭自动还款（主账号）',
    needs: 'main',
    memberLimit: 50,
    input: EmptyInput,
    output: NullOutput,
  }),
  headroom: readEndpoint({
    path: 'headroom',
    summary: '未来 90 天：每天的额度、占用、待还与可用',
    needs: readers,
    input: EmptyInput,
    output: z.nullable(CreditHeadroom),
  }),
  submitAcceptance: writeEndpoint({
    path: 'submit-acceptance',
    summary: '提交承兑汇票还款，待财务审核',
    needs: 'buyPay',
    memberLimit: 100,
    input: z.strictObject({
      billNo: z.string('请输入票据号').check(z.regex(/^[0-9A-Za-z-]{6,40}$/, '票据号为 6-40 位数字或字母')),
      acceptorKind: z.enum(['bank', 'commercial'], '请选择票据种类'),
      acceptor: RequiredText(60, '请输入承兑人'),
      amount: PositiveYuan,
      maturityDay: Day,
      fileId: Id,
    }),
    output: AcceptanceBill,
    refusals: ['CREDIT_NOT_OPEN', 'FILE_NOT_FOUND', 'ACCEPTANCE_USED', 'MATURITY_PAST', 'MORE_THAN_OWED'],
  }),
  acceptances: readEndpoint({
    path: 'acceptances',
    summary: '承兑汇票记录',
    needs: readers,
    input: z.strictObject(pageInput),
    output: pageOutput(AcceptanceBill),
  }),
})
