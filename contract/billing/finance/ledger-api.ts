import * as z from 'zod/mini'
import { buyerLedgerAccounts, platformLedgerAccounts, transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { enterpriseIdAndNameFields } from './enterprise-fields.ts'

export const ledgerAccountLabels = { ...buyerLedgerAccounts, ...platformLedgerAccounts } as const
const Account = z.enum(keysOf(ledgerAccountLabels), '账户不正确')
const Kind = z.enum(keysOf(transferKinds), '类型不正确')

/** One account with the sums of all its debits and credits. */
export const LedgerAccountTotals = z.object({
  account: Account,
  label: z.string(),
  side: z.enum(['buyer', 'platform']),
  into: Yuan,
  out: Yuan,
  balance: Yuan,
  transfers: z.int(),
})
export type LedgerAccountTotals = z.output<typeof LedgerAccountTotals>

const Accounts = z.object({
  enterpriseName: z.nullable(z.string()),
  accounts: z.array(LedgerAccountTotals),
  /** The sum of all balances. It must be zero. */
  total: Yuan,
})

export const LedgerAccountDayTotals = z.object({
  day: Day,
  into: Yuan,
  out: Yuan,
  /** At the end of the day. */
  balance: Yuan,
  transfers: z.int(),
})
export type LedgerAccountDayTotals = z.output<typeof LedgerAccountDayTotals>

/** The thing that a transfer was made for, as a screen can open it. */
export const LedgerTransferDocument = z.object({
  kind: z.enum(['order', 'payment', 'refund', 'statement', 'acceptance', 'request', 'bankLine', 'other']),
  /** The label that people use for it, such as an order number or a month. */
  label: z.string(),
  id: Id,
})
export type LedgerTransferDocument = z.output<typeof LedgerTransferDocument>

export const LedgerTransfer = z.object({
  ...enterpriseIdAndNameFields,
  id: Id,
  kind: Kind,
  kindLabel: z.string(),
  title: z.string(),
  from: z.string(),
  to: z.string(),
  /** The change of the account that was requested. */
  change: Yuan,
  /** The account's balance after it; null if only some kinds of a platform account are shown. */
  after: z.nullable(Yuan),
  valueDay: Day,
  at: Instant,
  document: LedgerTransferDocument,
})
export type LedgerTransfer = z.output<typeof LedgerTransfer>

const scope = { account: Account, enterpriseId: z.optional(Id) }
const filter = { ...scope, kind: z.optional(Kind), dateFrom: z.optional(Day), dateTo: z.optional(Day) }

export const consoleLedgerEndpoints = defineEndpoints('/console-api/api/ledger', {
  accounts: readEndpoint({
    path: 'accounts',
    mayLag: true,
    summary: '账簿：全平台或一家企业的各账户余额，试算平衡',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ enterpriseId: z.optional(Id) }),
    output: Accounts,
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
  days: readEndpoint({
    path: 'days',
    mayLag: true,
    summary: '一个账户每天的进出与日终余额',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ ...pageInput, ...scope }),
    output: pageOutput(LedgerAccountDayTotals),
  }),
  transfers: readEndpoint({
    path: 'transfers',
    mayLag: true,
    summary: '一个账户的分录：每笔之后的余额与所属单据',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ ...pageInput, ...filter }),
    output: pageOutput(LedgerTransfer),
    refusals: ['DAYS_NEEDED'],
  }),
  export: downloadEndpoint({
    path: 'export',
    mayLag: true,
    summary: '导出一个账户的分录：CSV 或 Excel',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ ...filter, format: SheetFormat }),
    refusals: [...exportRefusals, 'DAYS_NEEDED'],
  }),
})
