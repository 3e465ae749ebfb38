import type { walletEndpoints } from '#contract/money/wallet/api.ts'
import { readBalances } from '#server/money/ledger/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { sumWalletMovementsByMonth } from './wallet.ts'

export const walletHandlers: Handlers<Omit<typeof walletEndpoints, 'entries' | 'export'>> = {
  overview: async (_, { db, caller, moment }) => ({
    balance: (await readBalances(db, caller.enterpriseId)).wallet,
    months: await sumWalletMovementsByMonth(db, moment, caller.enterpriseId),
  }),
}
