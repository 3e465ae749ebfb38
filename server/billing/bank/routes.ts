import { BANK_STATEMENT_ROWS_MAX, type consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { type BankAllocation, bankAllocationKinds } from '#contract/billing/bank/shapes.ts'
import type { consoleWalletEndpoints } from '#contract/money/wallet/api.ts'
import { subtractFen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { excerptCellText, readUploadedTable, type TextRows } from '#server/adapters/spreadsheets/public.ts'
import { requireMallBankAccount } from '#server/content/content/public.ts'
import { readLedgerBalancesOfEnterprise } from '#server/money/ledger/public.ts'
import { attachEnterpriseNamesToRows, findEnterprise } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { recordFileImport } from '#server/platform/core/audit.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { allocateFromBankLine, listBankLineAllocations } from './allocations.ts'
import { assignBankLineToPayments } from './assign-bank-line.ts'
import { searchAwaitedTransfers } from './awaited-transfers.ts'
import {
  type BankLineRecord,
  computeUnassignedFen,
  findBankLine,
  listBankLines,
  lockBankLine,
  toBankLineOutput,
  voidManualBankLine,
} from './bank-line-store.ts'
import { requireBankLineSecondPersonIfNeeded } from './checks/second-person-rule.ts'
import { type BankStatementLayout, findBankStatementFormat, listBankStatementLayouts } from './formats/formats.ts'
import { importBankStatementRows, listBankStatementImports } from './import-statement.ts'
import { listBankLinesExactlyMatchingTransfers, proposeTransfersForBankLine } from './matching.ts'
import { markBankStatementRowsOutOfBounds, type ParsedBankStatementRow, parseBankStatementRows } from './parse-statement-rows.ts'
import { recordManualBankLine } from './review-vouchers.ts'
import {
  describeUnknownBankStatementColumns,
  detectBankStatementColumns,
  findBankNameInBankStatement,
  findForeignAccountInBankStatement,
} from './statement-columns.ts'

async function readAllocations(db: Db, lineId: string): Promise<BankAllocation[]> {
  const people = await listStaffNamesById(db)
  const rows = (await listBankLineAllocations(db, lineId)).map((row) => ({ ...row, enterpriseId: row.enterprise_id }))
  return (await attachEnterpriseNamesToRows(db, rows)).map((row) => {
    const company = row.enterprise_id === PLATFORM_ENTERPRISE_ID ? null : row.enterprise_id
    return {
      id: row.id,
      kind: row.kind,
      label: bankAllocationKinds[row.kind].label,
      amount: row.amount_fen,
      enterpriseId: company,
      enterpriseName: company === null ? null : row.enterpriseName,
      paymentId: row.payment_id,
      title: row.title,
      reason: row.reason,
      reference: row.reference,
      by: people.get(row.made_by) ?? '',
      at: row.at,
    }
  })
}

/** Returns how many of the last digits tell two account numbers apart: four if these differ. */
function countTellingDigits(one: string, other: string): number {
  let digits = 4
  while (digits < Math.max(one.length, other.length) && one.slice(-digits) === other.slice(-digits)) digits++
  return digits
}

/** Refuses with the headings that were found, so that finance can say what they are; without them the file is no statement. */
function refuseUnknownColumns(rows: TextRows, missing: string[]): never {
  const described = describeUnknownBankStatementColumns(rows, missing)
  const msg = `未找到列：${missing.join('、')}`
  if (!described) refuse('BANK_FILE_UNREADABLE', { msg: `${msg}；请上传银行导出的对账单` })
  return refuse('BANK_COLUMNS_UNKNOWN', { msg: `${msg}；请对应列后再导入`, ...described })
}

interface StatementFile {
  bytes: Buffer
  account: { accountNo: string; bankName: string }
  formats: readonly BankStatementLayout[]
  today: string
}

/** Reads the lines of a statement file. Refuses BANK_FILE_UNREADABLE, BANK_COLUMNS_UNKNOWN, BANK_FILE_TOO_LARGE. */
async function readStatement({
  bytes,
  account: { accountNo, bankName },
  formats,
  today,
}: StatementFile): Promise<{ rows: ParsedBankStatementRow[]; unknownColumns: string[] }> {
  const refusals = { unreadable: 'BANK_FILE_UNREADABLE', tooLarge: 'BANK_FILE_TOO_LARGE' } as const
  const rows = await readUploadedTable({ bytes, rowsMax: BANK_STATEMENT_ROWS_MAX, ...refusals })
  const found = findBankStatementFormat(rows, formats) ?? detectBankStatementColumns(rows)
  if ('missing' in found) refuseUnknownColumns(rows, found.missing)
  const account = findForeignAccountInBankStatement(rows, found, accountNo)
  if (account !== undefined) {
    const digits = countTellingDigits(account, accountNo)
    const [other, ours] = [account.slice(-digits), accountNo.slice(-digits)]
    const bank = findBankNameInBankStatement(rows, found) ?? ''
    refuse('BANK_FILE_UNREADABLE', { msg: `该对账单属于${bank}尾号 ${other} 的账户，不是收款账户（${bankName}，尾号 ${ours}）` })
  }
  return {
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

export const createConsoleBankHandlers = ({ remarkCode: key }: Keys): Handlers<typeof consoleBankEndpoints> => ({
  importStatement: async ({ fileName }, { db, caller, moment, origin, write, replay, file }) => {
    await replay()
    const account = await requireMallBankAccount(db)
    const { accountNo } = account
    const formats = await listBankStatementLayouts(db)
    const { rows, unknownColumns } = await readStatement({ bytes: file, account, formats, today: toShanghaiDay(moment.now) })
    return write(async (tx) => {
      const { amountFen, ...done } = await importBankStatementRows(tx, moment, { rows, accountNo, fileName, staffId: caller.staffId })
      const counted = { rows: rows.length, refused: done.refused }
      await recordFileImport(tx, moment, { origin, staffId: caller.staffId, kind: 'bank', fileName, ...counted })
      return { ...done, unknownColumns, amount: amountFen, by: caller.name }
    })
  },
  imports: async (paged, { db }) => {
    const { imports, total } = await listBankStatementImports(db, toSlice(paged))
    const people = await listStaffNamesById(db)
    return { dataList: imports.map(({ amountFen, ...one }) => ({ ...one, amount: amountFen, by: people.get(one.by) ?? '' })), total }
  },
  lines: async ({ pageNo, pageSize, ...filter }, { db }) => {
    const { lines, total, suspense } = await listBankLines(db, { ...filter, ...toSlice({ pageNo, pageSize }) })
    const people = await listStaffNamesById(db)
    return { dataList: lines.map((line) => toBankLineOutput(line, people)), total, suspense }
  },
  line: async ({ lineId }, { db }) => {
    const line = (await findBankLine(db, lineId)) ?? refuse('BANK_LINE_NOT_FOUND')
    const described = toBankLineOutput(line, await listStaffNamesById(db))
    return { ...described, allocations: await readAllocations(db, lineId), proposals: await proposeTransfersForBankLine(db, line) }
  },
  exactMatches: async (_, { db }) => {
    const { matches, total } = await listBankLinesExactlyMatchingTransfers(db)
    const people = await listStaffNamesById(db)
    return { matches: matches.map(({ line, transfer }) => ({ line: toBankLineOutput(line, people), transfer })), total }
  },
  awaited: ({ keyword, ...paged }, { db }) => searchAwaitedTransfers(db, { keyword, ...toSlice(paged) }),
  assign: ({ parts, ...seen }, { caller, moment, write }) =>
    write(async (tx) => {
      const line = await holdAsSeen(tx, seen)
      return { rest: await assignBankLineToPayments(tx, moment, { line, parts, hand: { staffId: caller.staffId, key } }) }
    }),
  giveBack: ({ amount, reference, reason, ...seen }, { caller, moment, write }) =>
    write(async (tx) => {
      const line = await holdAsSeen(tx, seen)
      const { staffId } = caller
      const parts = [{ enterpriseId: PLATFORM_ENTERPRISE_ID, amountFen: amount }]
      const alone = await requireBankLineSecondPersonIfNeeded(tx, moment, { line, staffId, parts })
      const back = {
        enterpriseId: PLATFORM_ENTERPRISE_ID,
        kind: 'back',
        amountFen: amount,
        title: `退回 ${line.payerName || '付款人'}`,
      } as const
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
export const createRecordTopUpHandlers = ({ remarkCode: key }: Keys): Handlers<typeof consoleWalletEndpoints> => ({
  recordTopUp: ({ enterpriseId, amount, bankReference }, { caller, moment, write }) =>
    write(async (tx) => {
      const company = (await findEnterprise(tx, enterpriseId)) ?? refuse('ENTERPRISE_NOT_FOUND')
      const typed = {
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
        hand: { staffId: caller.staffId, key },
      })
      return { balance: (await readLedgerBalancesOfEnterprise(tx, enterpriseId)).wallet }
    }),
})
