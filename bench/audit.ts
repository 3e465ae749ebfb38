import pg from 'pg'
import { checkInvariants, checkInvariantsInServer, type InvariantResult } from '#server/operations/invariants/check-invariants.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { openFilledMall } from './growth/filled-mall.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
/** How long the check of a million transfers may take. */
const SECONDS_A_MILLION = 60
const SLOWEST_SHOWN = 12

async function countTransfers(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from ledger_transfer')
  await client.end()
  return rows[0]?.count ?? 0
}

/** Runs a check, and prints its seconds, the slowest invariants and the broken ones. Returns the seconds, and how many are broken. */
async function timeCheck(name: string, check: () => Promise<InvariantResult[]>): Promise<{ seconds: number; broken: number }> {
  const begun = monotonicNowMs()
  const results = await check()
  const seconds = (monotonicNowMs() - begun) / 1_000
  const slowest = results.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, SLOWEST_SHOWN)
  print(
    `${name}: ${seconds.toFixed(1)} s; slowest ${slowest.map(({ id, durationMs }) => `${id} ${(durationMs / 1_000).toFixed(1)} s`).join(', ')}`,
  )
  const broken = results.filter(({ breaches }) => breaches > 0)
  for (const { id, breaches, examples } of broken) print(`  ✗ ${id} is broken ${breaches} times: ${examples.join(', ')}`)
  return { seconds, broken: broken.length }
}

/**
 * `npm run bench -- --audit`: checks all invariants of a mall with a number of orders, and then what the nightly run checks. Returns how many
 * invariants are broken, and one more if the whole takes longer than its limit for a million transfers.
 */
export async function benchAudit(orders: number): Promise<number> {
  const { database, superUrl } = await openFilledMall({ orders, skus: 20_000, companies: Math.max(100, Math.round(orders / 40)) })
  try {
    const transfers = await countTransfers(superUrl)
    print(`${orders} orders, ${transfers} transfers`)
    const whole = await timeCheck('all', () => checkInvariants(superUrl))
    const { db, close } = openDatabase({ url: database.ownerUrl, poolSize: 1 })
    const nightly = await timeCheck('nightly', () => checkInvariantsInServer(db, { secondsEach: 600, nightly: true }))
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
