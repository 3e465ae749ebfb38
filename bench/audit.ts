import { addHours, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { checkInvariants, checkInvariantsInServer } from '#server/operations/invariants/check-invariants.ts'
import { listCompaniesOfNight } from '#server/operations/invariants/nightly-scope.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { openFilledMall } from './growth/filled-mall.ts'
import { timeInvariantCheck } from './timed.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
/** How long the check of a million transfers may take. */
const SECONDS_A_MILLION = 60

const countTransfers = (url: string): Promise<number> =>
  withDatabaseClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from ledger_transfer')
    return rows[0]?.count ?? 0
  })

/**
 * `npm run bench -- --audit`: checks all invariants of a mall with a number of orders, and then what the nightly run checks. Returns how many
 * invariants are broken, and one more if the whole takes longer than its limit for a million transfers.
 */
export async function benchAudit(orders: number): Promise<number> {
  const { database, superUrl } = await openFilledMall({ orders, skus: 20_000, companies: Math.max(100, Math.round(orders / 40)) })
  try {
    const transfers = await countTransfers(superUrl)
    print(`${orders} orders, ${transfers} transfers`)
    const whole = await timeInvariantCheck('all', () => checkInvariants(superUrl))
    const { db, close } = openDatabase({ url: database.ownerUrl, poolSize: 1 })
    const now = systemClock()
    // Three days after the last order, so that only the companies whose turn it is are read, and what is compared whole.
    const night = { now: addHours(now, 96), last: { night: toShanghaiDay(addHours(now, 72)), startedAt: addHours(now, 72) } }
    const companies = await withoutTenantGuard(db, 'console')
      .transaction()
      .execute((tx) => listCompaniesOfNight(tx, night))
    const nightly = await timeInvariantCheck(`a night, ${companies?.length ?? 'all'} companies`, () =>
      checkInvariantsInServer(db, { secondsEach: 600, night }),
    )
    await close()
    const perMillion = (whole.seconds * 1e6) / transfers
    const kept = perMillion <= SECONDS_A_MILLION
    print(`  ${kept ? '✓' : '✗'} a million transfers: ${perMillion.toFixed(1)} s, limit ${SECONDS_A_MILLION} s`)
    return whole.broken + nightly.broken + (kept ? 0 : 1)
  } finally {
    database.close()
    database.remove()
  }
}
