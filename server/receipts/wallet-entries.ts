import { SHEET_ROWS_MAX } from '../../contract/documents/api.ts'
import { monthSpan } from '../../contract/shanghai.ts'
import type { WalletEntry, wallet } from '../../contract/wallet/api.ts'
import type { Handlers } from '../http/context.ts'
import { listUnsettledTopUps, type OpenPayment } from '../payment/public.ts'
import { audit } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { keepSheet, type Sheet } from '../printing/public.ts'
import { listEntries } from '../wallet/public.ts'

/** What a top-up is called where the buyer looks. */
export const topUpStatus = ({ state }: Pick<OpenPayment, 'state'>): WalletEntry['status'] =>
  state === 'SETTLED' ? '已完成' : state === 'CLOSED' ? '已关闭' : '充值中'

const entryOf = (one: OpenPayment): WalletEntry => ({
  ...{ id: one.id, title: one.title, sign: '+', amount: one.amountFen, status: topUpStatus(one), at: one.createdAt },
})

interface Filter {
  enterpriseId: string
  month?: string | undefined
  direction?: '+' | '-' | undefined
}

/** What moved the wallet, and between it, by time, the top-ups that are on their way or were closed: some of it from an offset on, and how much there is. */
async function readEntries(db: Db, { enterpriseId, month, direction }: Filter, { offset, limit }: { offset: number; limit: number }) {
  const span = { enterpriseId, ...(month === undefined ? {} : monthSpan(month)) }
  const topUps = direction === '-' ? [] : await listUnsettledTopUps(db, span)
  // However the top-ups fall between them, these many movements stand before the page and need not be read.
  const skipped = Math.max(0, offset - topUps.length)
  const { entries, total } = await listEntries(db, { ...span, direction }, { limit: offset - skipped + limit, offset: skipped })
  const merged = [...entries, ...topUps.map(entryOf)].sort((one, other) => other.at.getTime() - one.at.getTime())
  return { dataList: merged.slice(offset - skipped, offset - skipped + limit), total: total + topUps.length }
}

const sheetOf = (entries: readonly WalletEntry[], month: string | undefined): Sheet => ({
  name: ['现金钱包使用明细', month].filter((part) => part !== undefined).join('-'),
  columns: [
    { title: '时间', width: 20, kind: 'instant' },
    { title: '内容', width: 48, kind: 'text' },
    { title: '收支', width: 6, kind: 'text' },
    { title: '金额', width: 14, kind: 'money' },
    { title: '状态', width: 10, kind: 'text' },
    { title: '流水号', width: 40, kind: 'text' },
  ],
  rows: entries.map(({ id, at, title, sign, amount, status }) => [at, title, sign === '+' ? '收' : '支', amount, status, id]),
})

/** 使用明细, by page or as a file to keep. What is taken along is written down. */
export const walletEntryHandlers: Handlers<Pick<typeof wallet, 'entries' | 'export'>> = {
  entries: ({ pageNo, pageSize, month, direction }, { db, caller: { enterpriseId } }) =>
    readEntries(db, { enterpriseId, month, direction }, { offset: (pageNo - 1) * pageSize, limit: pageSize }),
  export: async ({ month, direction, format }, { db, caller: { enterpriseId, userId }, moment, origin, apart }) => {
    const { dataList } = await readEntries(db, { enterpriseId, month, direction }, { offset: 0, limit: SHEET_ROWS_MAX + 1 })
    const file = await keepSheet(sheetOf(dataList, month), { format, rowsMax: SHEET_ROWS_MAX })
    const actor = { kind: 'member', id: userId, enterpriseId } as const
    const facts = { format, rows: dataList.length, ...(month === undefined ? {} : { month }) }
    await apart((tx) => audit(tx, moment, { origin, actor, action: 'download wallet', objectKind: 'wallet', facts }))
    return file
  },
}
