import type { WalletEntry, walletEndpoints } from '#contract/money/wallet/api.ts'
import { getShanghaiMonthInterval } from '#contract/platform/core/shanghai.ts'
import { defineColumns, exportList } from '#server/adapters/spreadsheets/public.ts'
import { type ExternalPayment, listTopUpsNotInWallet } from '#server/money/payments/public.ts'
import { listWalletEntries } from '#server/money/wallet/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { type RowSlice, toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'

/** The status of a top-up as the buyer sees it. */
export const toBuyerTopUpStatus = ({ state }: Pick<ExternalPayment, 'state'>): WalletEntry['status'] =>
  state === 'SETTLED' ? '已完成' : state === 'CLOSED' || state === 'UNDONE' ? '已关闭' : '充值中'

const entryOf = (payment: ExternalPayment): WalletEntry => ({
  id: payment.id,
  title: payment.title,
  sign: '+',
  amount: payment.amountFen,
  status: toBuyerTopUpStatus(payment),
  at: payment.createdAt,
})

interface Filter {
  enterpriseId: string
  month?: string | undefined
  direction?: '+' | '-' | undefined
}

/** Reads a slice of the wallet's movements, merged by time with top-ups that are open or were closed, and the total number. */
async function readEntries(db: Db, { enterpriseId, month, direction }: Filter, { offset, limit }: RowSlice) {
  const span = { enterpriseId, ...(month === undefined ? {} : getShanghaiMonthInterval(month)) }
  const topUps = direction === '-' ? [] : await listTopUpsNotInWallet(db, span)
  // At least this many movements come before the page, wherever the top-ups fall, so they are not read.
  const skipped = Math.max(0, offset - topUps.length)
  const { entries, total } = await listWalletEntries(db, { ...span, direction }, { limit: offset - skipped + limit, offset: skipped })
  const merged = [...entries, ...topUps.map(entryOf)].sort((one, other) => other.at.getTime() - one.at.getTime())
  return { dataList: merged.slice(offset - skipped, offset - skipped + limit), total: total + topUps.length }
}

const columns = defineColumns<WalletEntry>(({ instant, text, money }) => [
  instant('时间', ({ at }) => at),
  text('内容', 48, ({ title }) => title),
  text('收支', 6, ({ sign }) => (sign === '+' ? '收' : '支')),
  money('金额', ({ amount }) => amount),
  text('状态', 10, ({ status }) => status),
  text('流水号', 40, ({ id }) => id),
])

/** 使用明细, as a page or as a file. */
export const walletEntryHandlers: Handlers<Pick<typeof walletEndpoints, 'entries' | 'export'>> = {
  entries: ({ pageNo, pageSize, month, direction }, { db, caller: { enterpriseId } }) =>
    readEntries(db, { enterpriseId, month, direction }, toSlice({ pageNo, pageSize })),
  export: ({ format, ...filter }, context) =>
    exportList(context, {
      name: '现金钱包使用明细',
      title: ['现金钱包使用明细', filter.month].filter((part) => part !== undefined).join('-'),
      columns,
      format,
      page: (db, { limit, offset }) => readEntries(db, { enterpriseId: context.caller.enterpriseId, ...filter }, { limit, offset }),
    }),
}
