import { refuse } from '../../contract/refusals.ts'
import type { consoleWallet, wallet } from '../../contract/wallet/api.ts'
import type { Handlers } from '../http/context.ts'
import { readBalances } from '../ledger/public.ts'
import { findEnterprise } from '../organisation/public.ts'
import { recordTopUp, walletByMonth } from './wallet.ts'

export const walletHandlers: Handlers<Omit<typeof wallet, 'entries' | 'export'>> = {
  overview: async (_, { db, caller, moment }) => ({
    balance: (await readBalances(db, caller.enterpriseId)).wallet,
    months: await walletByMonth(db, moment, caller.enterpriseId),
  }),
}

export const consoleWalletHandlers: Handlers<typeof consoleWallet> = {
  recordTopUp: ({ enterpriseId, amount, bankReference }, { moment, write }) =>
    write(async (tx) => {
      if (!(await findEnterprise(tx, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
      await recordTopUp(tx, moment, { enterpriseId, amountFen: amount, bankReference })
      return { balance: (await readBalances(tx, enterpriseId)).wallet }
    }),
}
