/**
 * `node bench/quick-order.ts`: the time for a quick order of 1,000 rows in a catalog of many SKUs, compared with reading as many SKUs by
 * their codes in one statement on the same PostgreSQL. --skus N, default 30,000. It must take less than 2 s.
 */
import { parseArgs } from 'node:util'
import { QUICK_ORDER_ROWS_MAX } from '#contract/orders/quick-order/rows.ts'
import { matchQuickOrderRows } from '#server/orders/quick-order/match-rows.ts'
import { createMoment, monotonicNowMs, systemClock } from '#server/platform/core/moment.ts'
import { openLoadDatabase } from './cluster.ts'
import { createLoadWorld } from './world.ts'

const { values } = parseArgs({ options: { skus: { type: 'string', default: '30000' } } })
const skus = Number(values.skus)
const print = (text: string) => process.stdout.write(`${text}\n`)
const ROUNDS = 10
const PROMISE_MS = 2_000
const SPREAD = 7_919

/** The median and the maximum of some rounds, in ms. */
async function measure(work: () => Promise<unknown>): Promise<{ median: number; worst: number }> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begun = monotonicNowMs()
    await work()
    times.push(monotonicNowMs() - begun)
  }
  times.sort((one, other) => one - other)
  return { median: times[ROUNDS / 2] ?? 0, worst: times.at(-1) ?? 0 }
}

const database = await openLoadDatabase()
try {
  const { database: open, buyers } = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers: 1, skus, stock: 900 })
  await open.pool.query('analyze')
  const enterpriseId = buyers[0]?.enterpriseId ?? ''
  const codes = Array.from({ length: QUICK_ORDER_ROWS_MAX }, (_, at) => `KT-L${(at * SPREAD) % skus}`)
  const keys = codes.map((code) => code.toLowerCase())
  const bare = await measure(() => open.pool.query('select * from sku where code_key = any($1)', [keys]))
  print(`${skus} SKUs, ${QUICK_ORDER_ROWS_MAX} rows, ${ROUNDS} times each`)
  print(`    bare SELECT by codes      median ${bare.median.toFixed(1)} ms  worst ${bare.worst.toFixed(1)} ms`)
  const written: [name: string, of: (code: string, at: number) => string][] = [
    ['codes as they are', (code) => code],
    ['in lower case, blanks', (code) => code.toLowerCase().replace('-', ' ')],
    ['half of them unknown', (code, at) => (at % 2 ? code : `NOPE-${at}`)],
    ['names of goods', (_, at) => `截齿 L${((at * SPREAD) % skus) - (((at * SPREAD) % skus) % 4)}`],
  ]
  for (const [name, of] of written) {
    const rows = codes.map((code, at) => ({ rowNo: at + 1, code: of(code, at), quantity: '1' }))
    const { median, worst } = await measure(() => matchQuickOrderRows(open.db, createMoment(systemClock()), { enterpriseId, rows }))
    const kept = worst < PROMISE_MS ? 'kept' : 'BROKEN'
    print(
      `    ${name.padEnd(24)}  median ${median.toFixed(1)} ms  worst ${worst.toFixed(1)} ms  ours / bare ${(median / bare.median).toFixed(1)}  < ${PROMISE_MS} ms ${kept}`,
    )
  }
  await open.close()
} finally {
  database.close()
  database.remove()
}
process.exit(0)
