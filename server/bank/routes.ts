import { type consoleBank, STATEMENT_ROWS_MAX } from '../../contract/bank/console-api.ts'
import { HOUSE } from '../../contract/bank/house.ts'
import { allocationKinds, type BankAllocation } from '../../contract/bank/shapes.ts'
import { minus } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/shanghai.ts'
import type { consoleWallet } from '../../contract/wallet/api.ts'
import { readBankAccount } from '../content/public.ts'
import type { Handlers } from '../http/context.ts'
import { readBalances } from '../ledger/public.ts'
import { findEnterprise, nameEnterprises } from '../organisation/public.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import { readTable } from '../spreadsheet/public.ts'
import { staffNames } from '../staff/public.ts'
import { allocationsOf, spend } from './allocations.ts'
import { assign, demandSecondPerson } from './assign.ts'
import { listAwaited } from './awaited.ts'
import { accountAbove, findColumns } from './columns.ts'
import { importRows, listImports } from './import-lines.ts'
import { describeLine, findLine, type Line, listLines, lockLine, restOf, voidTyped } from './lines.ts'
import { proposalsFor } from './matching.ts'
import { readLines } from './read-lines.ts'
import { typeLine } from './review.ts'

const slice = ({ pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({ limit: pageSize, offset: (pageNo - 1) * pageSize })

async function describeAllocations(db: Db, lineId: string): Promise<BankAllocation[]> {
  const people = await staffNames(db)
  const rows = (await allocationsOf(db, lineId)).map((row) => ({ ...row, enterpriseId: row.enterprise_id }))
  return (await nameEnterprises(db, rows)).map((row) => {
    const company = row.enterprise_id === HOUSE ? null : row.enterprise_id
    return {
      ...{ id: row.id, kind: row.kind, label: allocationKinds[row.kind].label, amount: row.amount_fen, enterpriseId: company },
      ...{ enterpriseName: company === null ? null : row.enterpriseName, paymentId: row.payment_id, title: row.title },
      ...{ reason: row.reason, reference: row.reference, by: people.get(row.made_by) ?? '', at: row.at },
    }
  })
}

/** The lines of a statement's file. Refuses BANK_FILE_UNREADABLE, BANK_FILE_TOO_LARGE. */
async function readStatement(file: Buffer, accountNo: string, today: string) {
  const rows = await readTable(file, STATEMENT_ROWS_MAX + 1)
  if (!rows) refuse('BANK_FILE_UNREADABLE')
  if (rows.length > STATEMENT_ROWS_MAX) refuse('BANK_FILE_TOO_LARGE')
  const found = findColumns(rows)
  if ('missing' in found) refuse('BANK_FILE_UNREADABLE', { msg: `未找到列：${found.missing.join('、')}；请上传银行导出的对账单` })
  const account = accountAbove(rows, found.head)
  if (account !== undefined && account !== accountNo)
    refuse('BANK_FILE_UNREADABLE', { msg: `该对账单属于尾号 ${account.slice(-4)} 的账户，不是收款账户（尾号 ${accountNo.slice(-4)}）` })
  return readLines(rows, { ...found, today })
}

/** The line as the person saw it, locked; whoever comes second is told. Refuses BANK_LINE_NOT_FOUND, BANK_LINE_CHANGED. */
async function holdAsSeen(tx: Tx, { lineId, rest }: { lineId: string; rest: number }): Promise<Line> {
  const line = await lockLine(tx, lineId)
  if (restOf(line) !== rest) refuse('BANK_LINE_CHANGED')
  return line
}

export const consoleBankHandlers = ({ remarkCode: key }: Keys): Handlers<typeof consoleBank> => ({
  importStatement: async ({ fileName }, { db, caller, moment, write, file }) => {
    const { accountNo } = await readBankAccount(db)
    const rows = await readStatement(file, accountNo, dayOf(moment.now))
    const { amountFen, ...done } = await write((tx) => importRows(tx, moment, { rows, accountNo, fileName, staffId: caller.staffId }))
    return { ...done, amount: amountFen, by: caller.name }
  },
  imports: async (paged, { db }) => {
    const { imports, total } = await listImports(db, slice(paged))
    const people = await staffNames(db)
    return { dataList: imports.map(({ amountFen, ...one }) => ({ ...one, amount: amountFen, by: people.get(one.by) ?? '' })), total }
  },
  lines: async ({ pageNo, pageSize, ...filter }, { db }) => {
    const { lines, total, suspense } = await listLines(db, { ...filter, ...slice({ pageNo, pageSize }) })
    return { dataList: lines.map(describeLine), total, suspense }
  },
  line: async ({ lineId }, { db }) => {
    const line = (await findLine(db, lineId)) ?? refuse('BANK_LINE_NOT_FOUND')
    return { ...describeLine(line), allocations: await describeAllocations(db, lineId), proposals: await proposalsFor(db, line) }
  },
  awaited: ({ keyword, ...paged }, { db }) => listAwaited(db, { keyword, ...slice(paged) }),
  assign: ({ parts, ...seen }, { caller, moment, write }) =>
    write(async (tx) => {
      const line = await holdAsSeen(tx, seen)
      return { rest: await assign(tx, moment, { line, parts, hand: { staffId: caller.staffId, key } }) }
    }),
  giveBack: ({ amount, reference, reason, ...seen }, { caller, moment, write }) =>
    write(async (tx) => {
      const line = await holdAsSeen(tx, seen)
      await demandSecondPerson(tx, line, caller.staffId)
      const back = { enterpriseId: HOUSE, kind: 'back', amountFen: amount, title: `退回 ${line.payerName || '付款人'}` } as const
      await spend(tx, moment, line, { ...back, reason, reference, staffId: caller.staffId })
      return { rest: minus(restOf(line), amount) }
    }),
  voidLine: async ({ lineId }, { moment, write }) => {
    await write(async (tx) => {
      if (!(await voidTyped(tx, moment, await lockLine(tx, lineId)))) refuse('BANK_LINE_CHANGED')
    })
    return null
  },
  record: (typed, { caller, moment, write }) => write(async (tx) => ({ lineId: (await typeLine(tx, moment, typed, caller.staffId)).id })),
})

/** 登记到账: a line typed and used whole for a company's wallet, in one step. Of large sums two people take two. */
export const consoleWalletHandlers = ({ remarkCode: key }: Keys): Handlers<typeof consoleWallet> => ({
  recordTopUp: ({ enterpriseId, amount, bankReference }, { caller, moment, write }) =>
    write(async (tx) => {
      const company = (await findEnterprise(tx, enterpriseId)) ?? refuse('ENTERPRISE_NOT_FOUND')
      const typed = {
        reference: bankReference,
        day: dayOf(moment.now),
        amount,
        payerName: company.name ?? '',
        payerAccount: '',
        remark: '登记充值',
      }
      const line = await typeLine(tx, moment, typed, caller.staffId)
      await assign(tx, moment, { line, parts: [{ to: 'wallet', enterpriseId, amount }], hand: { staffId: caller.staffId, key } })
      return { balance: (await readBalances(tx, enterpriseId)).wallet }
    }),
})
