import { percentile } from '#bench/clients.ts'
import { findFreeLoopbackPort, type LoadDatabase, type LoadServer, startLoadServer } from '#bench/cluster.ts'
import { writeBenchmarkSection } from '#bench/compare/write-benchmarks.ts'
import { timed, timeInvariantCheck } from '#bench/timed.ts'
import { getShanghaiMonthInterval, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { createMoment, monotonicNowMs, systemClock } from '#server/platform/core/moment.ts'
import { type MallSize, readDatabaseBytes } from './fill-growth.ts'
import { openFilledMall } from './filled-mall.ts'
import { computeGrowthRatio, formatGrowth, type GrowthFigures, type MeasuredMall } from './format-growth.ts'
import { type GrowthActs, prepareGrowthActs } from './growth-acts.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const WARM_CALLS = 20
/** What an act may cost at the largest mall, as a multiple of what it costs at the smallest: medians of the same run. */
const P50_RATIO_LIMIT = 2

/** The data of a mall with a number of orders: 2,000 to 200,000 SKUs and 100 to 50,000 companies. */
const sizeOf = (orders: number): MallSize => ({
  orders,
  skus: Math.min(200_000, Math.max(2_000, orders / 10)),
  companies: Math.min(50_000, Math.max(100, orders / 40)),
})

interface GrowingMall {
  size: MallSize
  database: LoadDatabase
  server: LoadServer
  superUrl: string
  filledSeconds: number
  bytes: number
  acts: GrowthActs
}

async function openGrowingMall(size: MallSize): Promise<GrowingMall> {
  const [{ database, superUrl, buyer, skuIds }, filledSeconds] = await timed(() => openFilledMall(size))
  const bytes = await readDatabaseBytes(superUrl)
  print(
    `  ${size.orders} orders, ${size.skus} SKUs, ${size.companies} companies: filled in ${filledSeconds.toFixed(0)} s, ${(bytes / 2 ** 20).toFixed(0)} MB`,
  )
  const server = await startLoadServer({ database, port: await findFreeLoopbackPort() })
  const acts = await prepareGrowthActs(server.base, { buyer, skuIds })
  return { size, database, server, superUrl, filledSeconds, bytes, acts }
}

/**
 * Calls each act of each mall in turn, so that other load on the machine affects all of them. Returns the milliseconds by act, sorted, one
 * list per mall.
 */
async function measureActs(malls: readonly GrowingMall[], calls: number): Promise<Map<string, number[][]>> {
  const names = Object.keys(malls[0]?.acts.acts ?? {})
  const times = new Map(names.map((name) => [name, malls.map((): number[] => [])]))
  for (let call = -WARM_CALLS; call < calls; call++) {
    for (const name of names) {
      for (const step of malls.keys()) {
        const at = (step + Math.abs(call)) % malls.length
        const begun = monotonicNowMs()
        await malls[at]?.acts.acts[name]?.()
        if (call >= 0) times.get(name)?.[at]?.push(monotonicNowMs() - begun)
      }
    }
  }
  for (const lists of times.values()) for (const list of lists) list.sort((one, other) => one - other)
  return times
}

/** Closes the current month, as the job does after its end, and checks all invariants. */
async function measureWholeMall({ database, size, superUrl, filledSeconds, bytes }: GrowingMall): Promise<MeasuredMall> {
  const { db, close } = openDatabase({ url: database.appUrl, poolSize: 4 })
  const moment = createMoment(getShanghaiMonthInterval(toShanghaiMonth(systemClock())).until)
  const [closed, closeSeconds] = await timed(() => closeMonthsAndChargeInterest(db, moment))
  const [, idleSeconds] = await timed(() => closeMonthsAndChargeInterest(db, moment))
  await close()
  const audit = await timeInvariantCheck(`${size.orders} orders, audit`, () => checkInvariants(superUrl))
  return { size, filledSeconds, bytes, closed, closeSeconds, idleSeconds, auditSeconds: audit.seconds, broken: audit.broken }
}

/** Prints how much more each act costs at the largest mall, with the limit. Returns how many cost more. */
function printGrownActs(acts: GrowthFigures['acts']): number {
  const ratios = acts.map(({ act, p50 }) => ({ act, ratio: computeGrowthRatio(p50) }))
  for (const { act, ratio } of ratios)
    print(`  ${ratio <= P50_RATIO_LIMIT ? '✓' : '✗'} ${act}: p50 ratio ${ratio.toFixed(2)}, limit ${P50_RATIO_LIMIT}`)
  return ratios.filter(({ ratio }) => ratio > P50_RATIO_LIMIT).length
}

export interface GrowthOptions {
  /** The numbers of orders, smallest first. */
  orders: readonly number[]
  /** How often each act is called at each mall. */
  calls: number
  /** Whether the figures are written to docs/benchmarks.md. */
  write: boolean
}

/**
 * `npm run bench -- --growth`: measures the same acts of the largest company at malls of several sizes, which are all open at once. Then
 * each mall closes its month and checks its ledger. Returns the number of broken invariants and of acts that cost more than their limit.
 */
export async function benchGrowingMallSizes({ orders, calls, write }: GrowthOptions): Promise<number> {
  const malls: GrowingMall[] = []
  try {
    for (const count of orders) malls.push(await openGrowingMall(sizeOf(count)))
    const times = await measureActs(malls, calls)
    const acts = [...times].map(([act, lists]) => ({
      act,
      p50: lists.map((list) => percentile(list, 0.5)),
      p95: lists.map((list) => percentile(list, 0.95)),
    }))
    for (const { server, acts: own } of malls) {
      own.close()
      await server.stop()
    }
    const whole: MeasuredMall[] = []
    for (const mall of malls) whole.push(await measureWholeMall(mall))
    const figures: GrowthFigures = { calls, acts, malls: whole }
    const text = formatGrowth(figures)
    print(`\n${text}`)
    if (write) writeBenchmarkSection('Growth', text)
    return whole.reduce((sum, { broken }) => sum + broken, 0) + printGrownActs(acts)
  } finally {
    for (const { server, database } of malls) {
      await server.stop()
      database.close()
      database.remove()
    }
  }
}
