import { BANK_STATEMENT_ROWS_MAX, type consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { consoleWalletEndpoints } from '#contract/money/wallet/api.ts'
import { subtractFen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { excerptCellText, readUploadedTable, type TextRows } from '#server/adapters/spreadsheets/public.ts'
import { holdOwnAccount, listOwnAccountLabels, listOwnAccounts, type OwnAccount } from '#server/content/content/public.ts'
import { readLedgerBalancesOfEnterprise } from '#server/money/ledger/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { recordFileImport } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { allocateFromBankLine } from './allocations.ts'
import { assignBankLineToPayments } from './assign-bank-line.ts'
import { searchAwaitedTransfers } from './awaited-transfers.ts'
import {
  type BankLineRecord,
  computeUnassignedFen,
  findBankLine,
  listBankLines,
  lockBankLine,
  readBankLineNames,
  toBankLineOutput,
  voidManualBankLine,
} from './bank-line-store.ts'
import { requireBankLineSecondPersonIfNeeded } from './checks/second-person-rule.ts'
import { type BankStatementLayout, findBankStatementFormat, listBankStatementLayouts } from './formats/formats.ts'
import { importBankStatementRows, listBankStatementImports } from './import-statement.ts'
import { listBankLinesExactlyMatchingTransfers, proposeTransfersForBankLine } from './matching.ts'
import { recogniseBankStatementAccount } from './own-accounts/statement-account.ts'
import { markBankStatementRowsOutOfBounds, type ParsedBankStatementRow, parseBankStatementRows } from './parse-statement-rows.ts'
import { recordManualBankLine } from './review-vouchers.ts'
import { describeUnknownBankStatementColumns, detectBankStatementColumns } from './statement-columns.ts'
import { readAllocationsOfBankLine } from './undoing/list-allocations.ts'
import type { createBankUndoingHandlers } from './undoing/routes.ts'
import type { FindContracts } from './undoing/undo-rules.ts'

/** Refuses with the headings that were found, so that finance can say what they are; without them the file is no statement. */
function refuseUnknownColumns(rows: TextRows, missing: string[]): never {
  const described = describeUnknownBankStatementColumns(rows, missing)
  const msg = `未找到列：${missing.join('、')}`
  if (!described) refuse('BANK_FILE_UNREADABLE', { msg: `${msg}；请上传银行导出的对账单` })
  return refuse('BANK_COLUMNS_UNKNOWN', { msg: `${msg}；请对应列后再导入`, ...described })
}

interface StatementFile {
  bytes: Buffer
  accounts: readonly OwnAccount[]
  /** What the person says about the account. */
  chosenNo: string | undefined
  formats: readonly BankStatementLayout[]
  today: string
}

interface ReadStatement {
  account: OwnAccount
  /** Accounts of ours that the file can be of as well; none, if it names its own. */
  otherAccountNos: string[]
  rows: ParsedBankStatementRow[]
  unknownColumns: string[]
}

/**
 * Reads the lines of a statement file. Refuses BANK_FILE_UNREADABLE, BANK_COLUMNS_UNKNOWN, BANK_FILE_TOO_LARGE, BANK_ACCOUNT_NOT_OWN,
 * BANK_ACCOUNT_UNCLEAR.
 */
async function readStatement({ bytes, accounts, chosenNo, formats, today }: StatementFile): Promise<ReadStatement> {
  const refusals = { unreadable: 'BANK_FILE_UNREADABLE', tooLarge: 'BANK_FILE_TOO_LARGE' } as const
  const rows = await readUploadedTable({ bytes, rowsMax: BANK_STATEMENT_ROWS_MAX, ...refusals })
  const format = findBankStatementFormat(rows, formats)
  const found = format ?? detectBankStatementColumns(rows)
  if ('missing' in found) refuseUnknownColumns(rows, found.missing)
  const { account, isWritten } = recogniseBankStatementAccount(rows, found, { accounts, chosenNo, formatNo: format?.accountNo })
  const others = accounts.map(({ accountNo }) => accountNo).filter((accountNo) => accountNo !== account.accountNo)
  return {
    account,
    otherAccountNos: isWritten ? [] : others,
    rows: markBankStatementRowsOutOfBounds(parseBankStatementRows(rows, { ...found, today }), today),
    unknownColumns: found.columns.unknown.map(excerptCellText),
  }
}

/** Locks a line and compares its unassigned rest with what the person has seen. Refuses BANK_LINE_NOT_FOUND, BANK_LINE_CHANGED. */
async function holdAsSeen(tx: Tx, { lineId, rest }: { lineId: string; rest: number }): Promise<BankLineRecord> {
  const line = await lockBankLine(tx, lineId)
  if (computeUnassignedFen(line) !== rest) refuse('BANK_LINE_CHANGED')
  return line
}

export const createConsoleBankHandlers = (
  findContracts: FindContracts,
): Handlers<Omit<typeof consoleBankEndpoints, keyof ReturnType<typeof createBankUndoingHandlers>>> => ({
  accounts: async (_, { db }) =>
    (await listOwnAccounts(db)).map(({ accountNo, label, enabled, isDefault }) => ({ accountNo, label, enabled, isDefault })),
  importStatement: async ({ fileName, accountNo: chosenNo }, { db, caller, moment, origin, write, replay, file }) => {
    await replay()
    const accounts = await listOwnAccounts(db)
    if (accounts.length === 0) refuse('BANK_ACCOUNT_MISSING')
    const formats = await listBankStatementLayouts(db)
    const today = toShanghaiDay(moment.now)
    const { account, unknownColumns, ...lines } = await readStatement({ bytes: file, accounts, chosenNo, formats, today })
    return write(async (tx) => {
      const { accountNo, label } = await holdOwnAccount(tx, account.accountNo)
      const statement = { ...lines, accountNo, fileName, staffId: caller.staffId }
      const { amountFen, ...done } = await importBankStatementRows(tx, moment, statement)
      const counted = { rows: lines.rows.length, refused: done.refused }
      await recordFileImport(tx, moment, { origin, staffId: caller.staffId, kind: 'bank', fileName, ...counted })
      return { ...done, account: label, unknownColumns, amount: amountFen, by: caller.name }
    })
  },
  imports: async ({ pageNo, pageSize, ...filter }, { db }) => {
    const { imports, total } = await listBankStatementImports(db, { ...filter, ...toSlice({ pageNo, pageSize }) })
    const [people, accounts] = [await listStaffNamesById(db), await listOwnAccountLabels(db)]
    const dataList = imports.map(({ amountFen, accountNo, by, ...one }) =>
      Object.assign(one, { account: accounts.get(accountNo) ?? accountNo, amount: amountFen, by: people.get(by) ?? '' }),
    )
    return { dataList, total }
  },
  lines: async ({ pageNo, pageSize, ...filter }, { db }) => {
    const { lines, total, suspense } = await listBankLines(db, { ...filter, ...toSlice({ pageNo, pageSize }) })
    const names = await readBankLineNames(db)
    return { dataList: lines.map((line) => toBankLineOutput(line, names)), total, suspense }
  },
  line: async ({ lineId }, { db, caller, moment }) => {
    const line = (await findBankLine(db, lineId)) ?? refuse('BANK_LINE_NOT_FOUND')
    const described = toBankLineOutput(line, await readBankLineNames(db))
    const allocations = await readAllocationsOfBankLine(db, moment, { lineId, staffId: caller.staffId, findContracts })
    return { ...described, allocations, proposals: await proposeTransfersForBankLine(db, line) }
  },
  exactMatches: async (_, { db }) => {
    const { matches, total } = await listBankLinesExactlyMatchingTransfers(db)
    const names = await readBankLineNames(db)
    return { matches: matches.map(({ line, transfer }) => ({ line: toBankLineOutput(line, names), transfer })), total }
  },
  awaited: ({ keyword, ...paged }, { db }) => searchAwaitedTransfers(db, { keyword, ...toSlice(paged) }),
  assign: ({ parts, ...seen }, { caller, moment, write }) =>
    write(async (tx) => {
      const line = await holdAsSeen(tx, seen)
      return { rest: await assignBankLineToPayments(tx, moment, { line, parts, staffId: caller.staffId }) }
    }),
  giveBack: ({ amount, reference, reason, ...seen }, { caller, moment, write }) =>
    write(async (tx) => {
      const line = await holdAsSeen(tx, seen)
      const { staffId } = caller
      const parts = [{ enterpriseId: PLATFORM_ENTERPRISE_ID, amountFen: amount }]
      const alone = await requireBankLineSecondPersonIfNeeded(tx, moment, { line, staffId, parts })
      const title = `退回 ${line.payerName || '付款人'}`
      const back = { enterpriseId: PLATFORM_ENTERPRISE_ID, kind: 'back', amountFen: amount, title } as const
      await allocateFromBankLine(tx, moment, line, { ...back, reason, reference, staffId, alone })
      return { rest: subtractFen(computeUnassignedFen(line), amount) }
    }),
  voidLine: async ({ lineId }, { moment, write }) => {
    await write(async (tx) => {
      if (!(await voidManualBankLine(tx, moment, await lockBankLine(tx, lineId)))) refuse('BANK_LINE_CHANGED')
    })
    return null
  },
  record: (typed, { caller, moment, write }) =>
    write(async (tx) => ({ lineId: (await recordManualBankLine(tx, moment, typed, caller.staffId)).id })),
})

/** 登记到账: records a typed line and uses all of it for an enterprise's wallet in one step. Large amounts need two steps by two people. */
export const recordTopUpHandlers: Handlers<typeof consoleWalletEndpoints> = {
  recordTopUp: ({ enterpriseId, amount, bankReference, accountNo }, { caller, moment, write }) =>
    write(async (tx) => {
      const company = (await findEnterprise(tx, enterpriseId)) ?? refuse('ENTERPRISE_NOT_FOUND')
      const typed = {
        accountNo,
        reference: bankReference,
        day: toShanghaiDay(moment.now),
        amount,
        payerName: company.name ?? '',
        payerAccount: '',
        remark: '登记充值',
      }
      const line = await recordManualBankLine(tx, moment, typed, caller.staffId)
      await assignBankLineToPayments(tx, moment, {
        line,
        parts: [{ to: 'wallet', enterpriseId, amount }],
        staffId: caller.staffId,
      })
      return { balance: (await readLedgerBalancesOfEnterprise(tx, enterpriseId)).wallet }
    }),
}
