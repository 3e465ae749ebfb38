/**
 * `npm run crash -- --seconds 60`: 32 workers submit, pay, cancel, ship, top up, repay and get refunds on the real server, while it and its
 * PostgreSQL are killed every few seconds, the provider's notices are late, duplicated, forged or lost, and the jobs close months, charge
 * interest and repay. Afterwards nothing that was acknowledged is lost or doubled, every invariant holds, everything that the provider took
 * is settled or refunded, and no server has ended by itself. With --fault NAME a fault is injected first, and the run fails unless the fault
 * is found; --faults tries them all.
 */
import { parseArgs } from 'node:util'
import { findFreeLoopbackPort, type LoadDatabase, type LoadServer, openLoadDatabase, startLoadServer } from '#bench/cluster.ts'
import { createLoadWorld, type LoadWorld, PASSWORD, PAY_PASSWORD } from '#bench/world.ts'
import { type Fen, formatYuan } from '#contract/platform/core/money.ts'
import { createSeededRandom, type SeededRandom } from '#server/platform/testing/random.ts'
import { type AcknowledgedResults, createEmptyAcknowledgedResults, logInLoadBuyer, logInLoadStaff, waitMs } from './caller.ts'
import { createDebtsOfPreviousMonth, endFaultsAndWaitUntilSettled, runDailyJobsRepeatedly } from './clock.ts'
import { type InjectedFault, injectedFaults, prepareProgramWithFault } from './faults.ts'
import { type SandboxProvider, startSandboxProvider } from './provider.ts'
import { type CrashResult, verifyAcknowledgedResults } from './verify.ts'
import type { CrashWorker } from './worker.ts'
import { runCrashWorkerRound } from './workers.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    workers: { type: 'string', default: '32' },
    seed: { type: 'string', default: '20261121' },
    fault: { type: 'string' },
    faults: { type: 'boolean', default: false },
  },
})

const SECONDS = Number(values.seconds)
const WORKERS = Number(values.workers)
const HOT_SKUS = 20
/**
 * The last output of a server that is started while the database is down or recovering. This run has killed the database, so the end of the
 * server is expected.
 */
const NO_DATABASE = /商城没有启动：(?:连接不上数据库|数据库 \S+ 正在启动或恢复)/
const write = (text: string) => process.stdout.write(`${text}\n`)

interface Kills {
  server: number
  database: number
  backend: number
}

/** Kills something every three to six seconds until the time is up. */
async function killNowAndThen(server: LoadServer, database: LoadDatabase, random: SeededRandom): Promise<Kills> {
  const kills: Kills = { server: 0, database: 0, backend: 0 }
  const until = performance.now() + SECONDS * 1_000
  while (performance.now() < until) {
    await waitMs(3_000 + random.below(3_000))
    const choice = random.below(10)
    if (choice < 4) {
      kills.server++
      await server.kill()
    } else if (choice < 8) {
      kills.database++
      await database.cutPower()
    } else {
      kills.backend++
      database.killBackend(random.below)
    }
  }
  return kills
}

interface Scene {
  server: LoadServer
  provider: SandboxProvider
  world: LoadWorld
  acknowledged: AcknowledgedResults
}

/** Logs all people in. Every other enterprise repays automatically. */
async function crew({ server, provider, world, acknowledged }: Scene): Promise<CrashWorker[]> {
  const staff = await logInLoadStaff(server.base, acknowledged)
  // The first value of a setting that moves money is proven with the password.
  const proven = { rowVersion: 0, pwd: PASSWORD }
  const terms = await staff.post('/console-api/api/setting/set-credit', {
    overdueTolerance: 10_000,
    graceDays: 3,
    dailyRateBp: 5,
    ...proven,
  })
  if (terms.code !== 200) throw new Error(`the terms of credit were not set: ${terms.reason}`)
  const workers: CrashWorker[] = []
  for (const [at, buyer] of world.buyers.entries()) {
    const caller = await logInLoadBuyer(server.base, buyer, acknowledged)
    const address = { name: '压测', mobile: buyer.mobile, areaCode: '440305', detail: '高新南一道', isDefault: true }
    const { data } = await caller.post('/user-api/api/address/add', address)
    if (at % 2 === 0) await caller.post('/account-api/api/statement/enable-auto-repay', { payPwd: PAY_PASSWORD })
    const random = createSeededRandom(Number(values.seed) + at)
    workers.push({ buyer, caller, staff, provider, addressId: (data as { id: string }).id, skuIds: world.skuIds, random, acknowledged })
  }
  return workers
}

interface Outcome extends CrashResult {
  acknowledged: AcknowledgedResults
  kills: Kills
  jobs: number
  /** Seconds from the last fault until no work was pending. */
  rest: number
  /** The ends of a server that this run did not cause. */
  exits: readonly string[]
}

/** Runs all workers and the simulated days while things are killed. */
async function storm(scene: Scene, database: LoadDatabase): Promise<{ kills: Kills; jobs: number }> {
  const workers = await crew(scene)
  await scene.provider.setFaults(true)
  const clock = runDailyJobsRepeatedly(database)
  let over = false
  const toil = async (worker: CrashWorker) => {
    while (!over) await runCrashWorkerRound(worker)
  }
  const toiling = Promise.all(workers.map(toil))
  const kills = await Promise.race([
    killNowAndThen(scene.server, database, createSeededRandom(Number(values.seed))),
    toiling.then(() => ({ server: 0, database: 0, backend: 0 })),
  ])
  // The last power cut is under full load, so that some calls have only just been acknowledged.
  await database.cutPower()
  kills.database++
  over = true
  await toiling
  return { kills, jobs: await clock.stop() }
}

/** One run on one database, from its setup to the result. Everything that it started is stopped, whatever happens. */
async function runOn(database: LoadDatabase, root: string): Promise<Outcome> {
  const world = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers: WORKERS, skus: HOT_SKUS, stock: 20_000 })
  await createDebtsOfPreviousMonth(world.database.db, world.buyers)
  await world.database.close()
  const port = await findFreeLoopbackPort()
  const provider = await startSandboxProvider(database.dataDir, `http://127.0.0.1:${port}`)
  let server: LoadServer | undefined
  const acknowledged = createEmptyAcknowledgedResults()
  try {
    server = await startLoadServer({ database, root, port, env: provider.env })
    const done = await storm({ server, provider, world, acknowledged }, database)
    const rest = await endFaultsAndWaitUntilSettled(database, provider)
    await server.stop()
    return {
      ...(await verifyAcknowledgedResults(database.ownerUrl, acknowledged, provider.trades())),
      ...done,
      acknowledged,
      rest,
      exits: server.unexpectedExits().filter((message) => !NO_DATABASE.test(message)),
    }
  } finally {
    await server?.stop()
    provider.stop()
  }
}

async function run(fault: InjectedFault | undefined): Promise<Outcome> {
  const { root, settings, remove } = prepareProgramWithFault(fault)
  const database = await openLoadDatabase(settings)
  try {
    return await runOn(database, root)
  } finally {
    database.close()
    database.remove()
    remove()
  }
}

const yuan = (fen: number) => formatYuan(fen as Fen, { grouped: true })

function printFigures({ acknowledged, kills, jobs, rest, totals, jobResults }: Outcome): void {
  const { submitted, paid, cancelled, shipped, settledPayments, recordedTopUps, repaid, refunded, calls } = acknowledged
  const online = (what: string) => settledPayments.filter((one) => one.what === what).length
  write(`kills: server ${kills.server}, database ${kills.database}, connection ${kills.backend}`)
  write(
    `acknowledged: ${submitted.length} submitted, ${paid.length} paid, ${cancelled.length} cancelled, ${shipped.length} shipped; ${calls} calls`,
  )
  write(
    `of money: ${online('order')} orders, ${online('topUp')} top-ups and ${online('repay')} repayments online, ${recordedTopUps.length} top-ups by bank, `,
  )
  write(`  ${repaid.length} repayments by wallet, ${refunded.length} orders given back`)
  write(
    `the clock: ${jobs} jobs, ${jobResults.statements} statements closed, ${jobResults.interestDays} days of interest, ${jobResults.automatic} repayments by itself`,
  )
  write(`the provider: took ${yuan(totals.paid)} = ${yuan(totals.settled)} settled + ${yuan(totals.unusable)} set aside and sent back;`)
  write(`  returned ${yuan(totals.returned)} = ${yuan(totals.refunded)} refunded; at rest ${rest.toFixed(1)} s after the last fault`)
}

function print(outcome: Outcome): boolean {
  printFigures(outcome)
  const { acknowledged, lost, doubled, broken, differences, exits } = outcome
  const problems: readonly (readonly [string, readonly string[]])[] = [
    ['lost', lost],
    ['doubled', doubled],
    ['broken invariants', broken],
    ['unequal to the provider', differences],
    ['defects', acknowledged.defects],
    ['ends of a server that nobody caused', exits],
  ]
  for (const [name, list] of problems) write(`${name}: ${list.length}${list.length > 0 ? `, e.g. ${list.slice(0, 3).join(' | ')}` : ''}`)
  return problems.every(([, list]) => list.length === 0)
}

if (values.faults || values.fault !== undefined) {
  const chosen = injectedFaults.filter((fault) => values.faults || fault === values.fault)
  if (chosen.length === 0) throw new Error(`no such fault; there are ${injectedFaults.join(', ')}`)
  let caught = 0
  for (const fault of chosen) {
    write(`\ninjected: ${fault}`)
    if (!print(await run(fault))) caught++
  }
  write(`\n${caught}/${chosen.length} injected faults caught`)
  process.exitCode = caught === chosen.length ? 0 : 1
} else {
  write(`${WORKERS} workers, ${SECONDS} s, seed ${values.seed}`)
  process.exitCode = print(await run(undefined)) ? 0 : 1
}
