import * as z from 'zod/mini'
import { badDebtRecoveryTransferKinds, type TransferKind, writeOffTransferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { BoughtGoods } from '#contract/money/statements/bought-goods.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, Month, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'

/**
 * 账单明细: the kinds of ledger transfers that a bill shows. Holds and their release are not bills, because they do not change what is owed. A
 * test finds kinds that touch the wallet or the debt and are missing here.
 */
export const billEntryTypes = {
  consume: { label: '商城消费', kinds: ['payByWallet', 'payByBank', 'payByGateway', 'suspenseToSales', 'draw', 'undoPayment'] },
  topUp: { label: '账户充值', kinds: ['topUpByBank', 'topUpByGateway', 'suspenseToWallet', 'undoTopUp'] },
  repay: {
    label: '还款',
    kinds: [
      ...(['repayByWallet', 'repayByBank', 'repayByGateway', 'repayByAcceptance', 'suspenseToCredit'] as const),
      ...(['surplusFromBank', 'surplusFromGateway', 'surplusFromAcceptance', 'bounceRepay'] as const),
      ...badDebtRecoveryTransferKinds,
      ...(['bounceRecovery', 'undoRepay', 'undoSurplus'] as const),
    ],
  },
  interest: {
    label: '逾期利息',
    kinds: [
      ...([
        'chargeInterest',
        'interestByWallet',
        'interestByBank',
        'interestByGateway',
        'interestByAcceptance',
        'suspenseToInterest',
      ] as const),
      ...([
        'bounceInterest',
        'undoInterest',
        'reverseInterest',
        'returnInterest',
        'rechargeInterest',
        'waiveInterest',
        'reverseWaiver',
      ] as const),
    ],
  },
  refund: { label: '退款', kinds: ['refundToCredit', 'refundToWallet', 'refundToGateway'] },
  adjust: { label: '账款调整', kinds: ['adjust', ...writeOffTransferKinds, 'openWallet', 'openStatement', 'openDraw', 'openInterest'] },
} as const satisfies Record<string, { label: string; kinds: readonly TransferKind[] }>
export type BillEntryType = keyof typeof billEntryTypes
export const BillEntryType = z.enum(keysOf(billEntryTypes), '交易类型不正确')

/** Kinds that are in favour of the buyer: money into his wallet, refunds, and debt that is reduced without a payment. */
export const transferKindsInFavourOfBuyer: readonly TransferKind[] = [
  ...(['topUpByBank', 'topUpByGateway', 'suspenseToWallet', 'surplusFromBank', 'surplusFromGateway', 'surplusFromAcceptance'] as const),
  ...(['refundToCredit', 'refundToWallet', 'refundToGateway', 'reverseInterest', 'returnInterest', 'waiveInterest'] as const),
  ...(['adjust', 'undoPayment'] as const),
  ...writeOffTransferKinds,
]

export const BillEntryRow = z.object({
  id: Id,
  /** What was bought, or what the movement was for. */
  title: z.string(),
  type: BillEntryType,
  typeLabel: z.string(),
  /** 支付方式, or in words where the money went. */
  method: z.string(),
  /** Positive: money that the buyer receives, or debt that is reduced. Negative: money that he spends, or debt that is added. */
  sign: z.enum(['+', '-']),
  amount: Yuan,
  at: Instant,
})
export type BillEntryRow = z.output<typeof BillEntryRow>

export const BillEntryDetail = z.object({
  ...BillEntryRow.shape,
  kindLabel: z.string(),
  orderNo: z.nullable(z.string()),
  poNumber: z.string(),
  costCentre: z.string(),
  lines: z.array(BoughtGoods),
})
export type BillEntryDetail = z.output<typeof BillEntryDetail>

/** Members who may see the wallet see its movements; members who may see the credit account see those of the debt. */
const readers = ['cashAccount', 'applyLimit'] as const

export const billEntryEndpoints = defineEndpoints('/account-api/api/bill', {
  list: readEndpoint({
    path: 'list',
    summary: '我的账单：钱包与赊销的每笔变动，按类型和月份',
    needs: readers,
    input: z.strictObject({
      ...pageInput,
      month: z.optional(Month),
      type: z.optional(BillEntryType),
    }),
    output: pageOutput(BillEntryRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一笔账单的详情：订单与商品',
    needs: readers,
    input: z.strictObject({ id: Id }),
    output: BillEntryDetail,
    refusals: ['BILL_NOT_FOUND'],
  }),
})
