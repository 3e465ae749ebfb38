import * as z from 'zod/mini'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { countDaysInclusive } from '#contract/platform/core/shanghai.ts'

/** The longest period of an account statement, with both of its days: a year with a 29 February. */
const ACCOUNT_STATEMENT_DAYS_MAX = 366
/** With more movements it is not printed; a shorter period is. */
export const ACCOUNT_STATEMENT_LINES_MAX = 6_000

/**
 * The accounts of a company as both sides name them, with the permission that shows them to its members. 应收 is what it owes, 预存 is what it has
 * with the platform.
 */
export const accountStatementAccounts = {
  creditDrawn: { label: '应收账款（赊销本金）', isOwed: true, needs: 'applyLimit' },
  interest: { label: '应收逾期利息', isOwed: true, needs: 'applyLimit' },
  wallet: { label: '现金钱包（预存款）', isOwed: false, needs: 'cashAccount' },
} as const
/** 表外: written off, and neither recovered nor forgiven. It is in none of the accounts, and shown to who may see the first of them. */
export const WRITTEN_OFF_LABEL = '已核销待追偿（表外）'
export type AccountStatementAccount = keyof typeof accountStatementAccounts

const periodFields = { from: Day, to: Day }
const inOrder = z.refine<DayRange>(({ from, to }) => from <= to, { message: '结束日期不能早于开始日期', path: ['to'] })
const notTooLong = z.refine<DayRange>(({ from, to }) => !(countDaysInclusive(from, to) > ACCOUNT_STATEMENT_DAYS_MAX), {
  message: `期间最长 ${ACCOUNT_STATEMENT_DAYS_MAX} 天`,
  path: ['to'],
})

/** What an account came to: 期初余额, what increased and lowered it in the period, 期末余额. The first plus the second minus the third is the fourth. */
const AccountStatementAccountSums = z.object({
  account: z.enum(keysOf(accountStatementAccounts)),
  label: z.string(),
  opening: Yuan,
  increase: Yuan,
  decrease: Yuan,
  closing: Yuan,
  movements: z.int(),
})
export type AccountStatementAccountSums = z.output<typeof AccountStatementAccountSums>

export const AccountStatementOverview = z.object({
  ...periodFields,
  accounts: z.array(AccountStatementAccountSums),
  /** 已核销待追偿: what is still owed of written-off claims at the end, beside the accounts. */
  writtenOff: Yuan,
  /** SHA-256 over what the paper says, in hex. The same period gives the same one, whenever it is asked. */
  hash: z.string(),
})
export type AccountStatementOverview = z.output<typeof AccountStatementOverview>

const readers = ['applyLimit', 'cashAccount'] as const
const Company = { enterpriseId: Id }

export const accountStatementEndpoints = defineEndpoints('/account-api/api/account-statement', {
  overview: readEndpoint({
    path: 'overview',
    summary: '往来对账：任意期间的期初、增加、减少、期末与校验码，最长 366 天，截止日最晚为昨天',
    needs: readers,
    input: z.strictObject(periodFields).check(inOrder, notTooLong),
    output: AccountStatementOverview,
    refusals: ['DAY_NOT_OVER', 'EXPORT_TOO_LARGE'],
  }),
  paper: downloadEndpoint({
    path: 'paper',
    summary: '下载往来对账单（PDF）：期初、逐笔明细、期末与校验码',
    needs: readers,
    input: z.strictObject(periodFields).check(inOrder, notTooLong),
    refusals: ['DAY_NOT_OVER', 'EXPORT_TOO_LARGE'],
  }),
  confirmationLetter: downloadEndpoint({
    path: 'confirmation-letter',
    summary: '下载往来询证函（PDF）：截至一日的余额，带回函栏与校验码',
    needs: readers,
    input: z.strictObject({ day: Day }),
    refusals: ['DAY_NOT_OVER'],
  }),
})

export const consoleAccountStatementEndpoints = defineEndpoints('/console-api/api/account-statement', {
  overview: readEndpoint({
    path: 'overview',
    summary: '一家企业任意期间的往来对账：期初、增加、减少、期末与校验码',
    needs: { staff: 'statementView' },
    input: z.strictObject({ ...Company, ...periodFields }).check(inOrder, notTooLong),
    output: AccountStatementOverview,
    refusals: ['ENTERPRISE_NOT_FOUND', 'DAY_NOT_OVER', 'EXPORT_TOO_LARGE'],
  }),
  paper: downloadEndpoint({
    path: 'paper',
    summary: '下载一家企业的往来对账单（PDF）',
    needs: { staff: 'statementView' },
    input: z.strictObject({ ...Company, ...periodFields }).check(inOrder, notTooLong),
    refusals: ['ENTERPRISE_NOT_FOUND', 'DAY_NOT_OVER', 'EXPORT_TOO_LARGE'],
  }),
  confirmationLetter: downloadEndpoint({
    path: 'confirmation-letter',
    summary: '下载一家企业的往来询证函（PDF）',
    needs: { staff: 'statementView' },
    input: z.strictObject({ ...Company, day: Day }),
    refusals: ['ENTERPRISE_NOT_FOUND', 'DAY_NOT_OVER'],
  }),
})
