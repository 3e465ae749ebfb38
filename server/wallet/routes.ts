import { refuse } from '../../contract/refusals.ts'
import { monthSpan } from '../../contract/shanghai.ts'
import type { consoleWallet, wallet } from '../../contract/wallet/api.ts'
import type { Handlers } from '../http/context.ts'
import { listTransfers, readBalances } from '../ledger/public.ts'
import { findEnterprise } from '../organisation/public.ts'
import { receiving, recordTopUp, spending, walletByMonth } from './wallet.ts'

const kindsOf = (direction: '+' | '-' | undefined) =>
  direction === '+' ? receiving : direction === '-' ? spending : [...receiving, ...spending]

export const walletHandlers: Handlers<typeof wallet> = {
  overview: async (_, { db, caller, moment }) => ({
    balance: (await readBalances(db, caller.enterpriseId)).wallet,
    months: await walletByMonth(db, moment, caller.enterpriseId),
  }),
  entries: async ({ pageNo, pageSize, month, direction }, { db, caller }) => {
    const filter = { enterpriseId: caller.enterpriseId, kinds: kindsOf(direction), ...(month === undefined ? {} : monthSpan(month)) }
    const { rows, total } = await listTransfers(db, filter, { limit: pageSize, offset: (pageNo - 1) * pageSize })
    const dataList = rows.map(({ id, kind, title, amountFen, at }) => ({
      id,
      title,
      sign: receiving.includes(kind) ? ('+' as const) : ('-' as const),
      amount: amountFen,
      status: '已完成' as const,
      at,
    }))
    return { dataList, total }
  },
}

export const consoleWalletHandlers: Handlers<typeof consoleWallet> = {
  recordTopUp: ({ enterpriseId, amount, bankReference }, { moment, write }) =>
    write(async (tx) => {
      if (!(await findEnterprise(tx, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
      await recordTopUp(tx, moment, { enterpriseId, amountFen: amount, bankReference })
      return { balance: (await readBalances(tx, enterpriseId)).wallet }
    }),
}
