import { monthSpan } from '../../contract/shanghai.ts'
import type { WalletEntry, wallet } from '../../contract/wallet/api.ts'
import type { Handlers } from '../http/context.ts'
import { listUnsettledTopUps, type OpenPayment } from '../payment/public.ts'
import { listEntries } from '../wallet/public.ts'

/** What a top-up is called where the buyer looks. */
export const topUpStatus = ({ state }: Pick<OpenPayment, 'state'>): WalletEntry['status'] =>
  state === 'SETTLED' ? '已完成' : state === 'CLOSED' ? '已关闭' : '充值中'

const entryOf = (one: OpenPayment): WalletEntry => ({
  ...{ id: one.id, title: one.title, sign: '+', amount: one.amountFen, status: topUpStatus(one), at: one.createdAt },
})

/** 使用明细: what moved the wallet, and between it, by time, the top-ups that are on their way or were closed. */
export const walletEntryHandlers: Handlers<Pick<typeof wallet, 'entries'>> = {
  entries: async ({ pageNo, pageSize, month, direction }, { db, caller }) => {
    const span = { enterpriseId: caller.enterpriseId, ...(month === undefined ? {} : monthSpan(month)) }
    const topUps = direction === '-' ? [] : await listUnsettledTopUps(db, span)
    const offset = (pageNo - 1) * pageSize
    // However the top-ups fall between them, these many movements stand before the page and need not be read.
    const skipped = Math.max(0, offset - topUps.length)
    const { entries, total } = await listEntries(db, { ...span, direction }, { limit: offset - skipped + pageSize, offset: skipped })
    const merged = [...entries, ...topUps.map(entryOf)].sort((one, other) => other.at.getTime() - one.at.getTime())
    return { dataList: merged.slice(offset - skipped, offset - skipped + pageSize), total: total + topUps.length }
  },
}
