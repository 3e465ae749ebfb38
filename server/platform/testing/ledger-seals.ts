import { expect, vi } from 'vitest'
import { readSealProgress, sealUnsealedMoneyRows } from '#server/money/ledger-seals/public.ts'
import type { Mall } from './mall.ts'

/** Seals all rows of money that are there. Transactions of other databases in the cluster hold them back, so it may take several runs. */
export async function sealAllLedgerRows(mall: Mall): Promise<void> {
  await vi.waitFor(async () => {
    await sealUnsealedMoneyRows(mall.db, mall.moment())
    expect((await readSealProgress(mall.db)).unsealed).toBe(0)
  }, 30_000)
}
