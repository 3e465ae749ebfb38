import type { walletEndpoints } from '#contract/money/wallet/api.ts'
import { readLedgerBalancesOfEnterprise } from '#server/money/ledger/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { sumWalletMovementsOfLastSixMonths } from './wallet.ts'

export const walletHandlers: Handlers<Omit<typeof walletEndpoints, 'entries' | 'export'>> = {
  overview: async (_, { db, caller, moment }) => ({
    balance: (await readLedgerBalancesOfEnterprise(db, caller.enterpriseId)).wallet,
    months: await sumWalletMovementsOfLastSixMonths(db, moment, caller.enterpriseId),
  }),
}
