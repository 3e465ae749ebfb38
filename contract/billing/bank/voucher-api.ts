import * as z from 'zod/mini'
import { typedLineAccountRefusals } from '#contract/money/payments/typed-line-account.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, NullOutput, OrderNo, pageInput, pageOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { PositiveYuan, Yuan } from '#contract/platform/core/money.ts'
import { BankLine, BankTransferPurpose, ManualBankLineInput, Voucher, VoucherStateSchema } from './shapes.ts'

const One = z.strictObject({ enterpriseId: Id, id: Id })

/** A voucher in the review queue. */
export const VoucherReviewRow = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  id: Id,
  paymentId: Id,
  no: z.int(),
  purpose: BankTransferPurpose,
  title: z.string(),
  /** What the payer writes into the transfer. */
  remarkCode: z.string(),
  /** The orders that it pays; empty for a top-up or a repayment. */
  orderNos: z.array(OrderNo),
  /** The amount that is to be paid. */
  amount: Yuan,
  state: VoucherStateSchema,
  label: z.string(),
  submittedAt: Instant,
  /** The person who has approved a large amount first, and who cannot be the second person. */
  firstBy: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
})
export type VoucherReviewRow = z.output<typeof VoucherReviewRow>

/** Warnings that a reviewer should see before the decision. */
export const voucherWarnings = {
  duplicatePicture: { label: '重复凭证' },
  amountDiffers: { label: '金额不符' },
  payerDiffers: { label: '付款人不符' },
  noLine: { label: '未找到银行流水' },
} as const

export const VoucherReviewCase = z.object({
  ...VoucherReviewRow.shape,
  voucher: Voucher,
  orders: z.array(z.object({ orderNo: OrderNo, payable: Yuan })),
  /** The reviewer was the first person to approve it, and cannot be the second. */
  mine: z.boolean(),
  /** Above this amount a second person enters the amount again. */
  secondAbove: Yuan,
  /** `see`: the latest voucher that has the same picture. */
  warnings: z.array(z.object({ kind: z.enum(keysOf(voucherWarnings)), text: z.string(), see: z.optional(One) })),
  /**
   * Lines that may be this transfer, the most likely first. If the case waits for the second person, only the line that the first one
   * chose.
   */
  lines: z.array(BankLine),
  history: z.array(Voucher),
})
export type VoucherReviewCase = z.output<typeof VoucherReviewCase>

export const consoleVoucherEndpoints = defineEndpoints('/console-api/api/voucher', {
  list: readEndpoint({
    path: 'list',
    summary: '付款凭证审核队列，最早提交的在前',
    needs: { staff: 'bankView' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(VoucherStateSchema),
      /** A part of an enterprise's name, of an order number or of a remark code. */
      keyword: z.optional(Text(60)),
    }),
    output: pageOutput(VoucherReviewRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一张凭证：图片、应付金额、警示、可能的银行流水与历次提交',
    needs: { staff: 'bankView' },
    input: One,
    output: VoucherReviewCase,
    refusals: ['VOUCHER_NOT_FOUND'],
  }),
  approve: writeEndpoint({
    path: 'approve',
    summary: '确认到账：录入到账金额，指定银行流水或登记流水号；超过限额或须两人确认的流水由第二人录入同一金额复核',
    needs: { staff: 'bankEdit' },
    audits: 'row',
    input: z.strictObject({
      ...One.shape,
      /** The amount as the reviewer reads it from the picture, not as the page shows it. */
      amount: PositiveYuan,
      /**
       * An existing line, or one that is typed before its statement. The second person can omit it: then the first person's line is used.
       */
      lineId: z.optional(Id),
      line: z.optional(ManualBankLineInput),
    }),
    /** false: one person has approved it, and it waits for the second. */
    output: z.object({ done: z.boolean() }),
    refusals: [
      ...([
        'VOUCHER_NOT_FOUND',
        'VOUCHER_STATE',
        'TRANSFER_OVER',
        'AMOUNT_DIFFERS',
        'SECOND_FIGURE_DIFFERS',
        'SECOND_PERSON_NEEDED',
        'SECOND_PERSON_TIED',
      ] as const),
      ...typedLineAccountRefusals,
      'VALUE_DAY_NEEDS_TWO',
      ...(['BANK_LINE_NEEDED', 'BANK_LINE_NOT_FOUND', 'BANK_LINE_SHORT', 'BANK_REFERENCE_USED', 'DAY_AHEAD', 'VALUE_DAY_TOO_OLD'] as const),
    ],
  }),
  reject: writeEndpoint({
    path: 'reject',
    summary: '驳回凭证，写明审核意见',
    needs: { staff: 'bankEdit' },
    audits: 'row',
    input: z.strictObject({ ...One.shape, opinion: RequiredText(200, '请填写审核意见') }),
    output: NullOutput,
    refusals: ['VOUCHER_NOT_FOUND', 'VOUCHER_STATE'],
  }),
})
