import { expect, test } from 'vitest'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { openFilledMall } from './filled-mall.ts'

// What is filled set-based is as the mall itself would have written it.
test.runIf(selectByTestTier({ landing: false, release: true }))(
  'a mall filled for the growth benchmark violates no invariant',
  async () => {
    const { database, superUrl } = await openFilledMall({ orders: 1_000, skus: 2_000, companies: 100 })
    try {
      const { rows } = await withDatabaseClient(superUrl, (client) =>
        client.query<{ orders: number; states: number; companies: number }>(
          `select (select count(*) from "order") as orders, (select count(distinct state) from "order") as states, (select count(*) from enterprise) as companies`,
        ),
      )
      expect(rows[0]).toEqual({ orders: 1_000, states: 5, companies: 100 })
      expect((await checkInvariants(superUrl)).filter(({ breaches }) => breaches > 0)).toEqual([])
    } finally {
      database.close()
      database.remove()
    }
  },
)
