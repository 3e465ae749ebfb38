import type { wallet } from '../../contract/wallet/api.ts'
import type { Handlers } from '../http/context.ts'
import { readBalances } from '../ledger/public.ts'
import { listWalletMonths } from './wallet.ts'

export const walletHandlers: Handlers<Omit<typeof wallet, 'entries' | 'export'>> = {
  overview: async (_, { db, caller, moment }) => ({
    balance: (await readBalances(db, caller.enterpriseId)).wallet,
    months: await listWalletMonths(db, moment, caller.enterpriseId),
  }),
}
