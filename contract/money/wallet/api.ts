import * as z from 'zod/mini'
import { BankAccountNo, typedLineAccountRefusals } from '#contract/money/payments/typed-line-account.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, Month, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { PositiveYuan, Yuan } from '#contract/platform/core/money.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'

/** The titles of top-ups: those of specification §2, and one for the provider that it does not name. */
export const topUpTitles = {
  bank: '账户充值-企业网银支付',
  wechat: '账户充值-微信支付',
  alipay: '账户充值-支付宝支付',
  transfer: '账户充值-转账支付',
} as const

export const WalletEntry = z.object({
  id: Id,
  /** The title of a top-up, or the name of the bought product. */
  title: z.string(),
  sign: z.enum(['+', '-']),
  amount: Yuan,
  status: z.enum(['充值中', '已完成', '已关闭']),
  at: Instant,
})
export type WalletEntry = z.output<typeof WalletEntry>

const Direction = z.enum(['+', '-'])

export const walletEndpoints = defineEndpoints('/account-api/api/wallet', {
  overview: readEndpoint({
    path: 'overview',
    summary: '现金钱包余额与近六个月收支',
    needs: 'cashAccount',
    input: EmptyInput,
    output: z.object({ balance: Yuan, months: z.array(z.object({ month: Month, received: Yuan, spent: Yuan })) }),
  }),
  entries: readEndpoint({
    path: 'entries',
    summary: '钱包明细，按月',
    needs: 'cashAccount',
    input: z.strictObject({ ...pageInput, month: z.optional(Month), direction: z.optional(Direction) }),
    output: pageOutput(WalletEntry),
  }),
  export: downloadEndpoint({
    path: 'export',
    summary: '导出使用明细：CSV（UTF-8，带 BOM）或 Excel，按月份',
    needs: 'cashAccount',
    input: z.strictObject({
      month: z.optional(Month),
      direction: z.optional(Direction),
      format: SheetFormat,
    }),
    refusals: [...exportRefusals],
  }),
})

export const consoleWalletEndpoints = defineEndpoints('/console-api/api/wallet', {
  recordTopUp: writeEndpoint({
    path: 'record-top-up',
    summary: '登记一笔到账的转账充值；同一银行流水号只能登记一次',
    needs: { staff: 'bankEdit' },
    audits: 'enterprise',
    input: z.strictObject({
      enterpriseId: Id,
      amount: PositiveYuan,
      bankReference: RequiredText(40, '请输入银行流水号'),
      /** The account of the platform that the money came to. It may be left out if only one is in use. */
      accountNo: z.optional(BankAccountNo),
    }),
    output: z.object({ balance: Yuan }),
    refusals: [
      ...(['ENTERPRISE_NOT_FOUND', 'BANK_REFERENCE_USED', 'SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED'] as const),
      ...typedLineAccountRefusals,
    ],
  }),
})
