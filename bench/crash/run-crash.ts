import { findFreeLoopbackPort, type LoadDatabase, type LoadServer, openLoadDatabase, startLoadServer } from '#bench/cluster.ts'
import { PASSWORD, PAY_PASSWORD } from '#bench/world.ts'
import { contract } from '#contract/api.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { createSeededRandom } from '#server/platform/testing/random.ts'
import { createCouponTemplate } from './acts/coupons.ts'
import { type CrashCalls, createCrashCalls, type RetryingCaller } from './calls/caller.ts'
import type { CrashCheck } from './calls/findings.ts'
import { replayAnsweredCalls } from './calls/replays.ts'
import { endFaultsAndWaitUntilSettled, runDailyJobsRepeatedly } from './clock.ts'
import { type CrashCompany, type CrashWorld, createCrashWorld, logInMain, logInStaff, logInSubAccount } from './crash-world.ts'
import { type CommitProxy, startCommitProxy } from './cuts/commit-proxy.ts'
import type { CommitCuts } from './cuts/commit-watch.ts'
import { createDisturbanceCounts, type DisturbanceCounts, disturbNowAndThen } from './disturb.ts'
import { type PlantedFault, prepareProgramWithFault } from './faults/planting.ts'
import { type SandboxProvider, startSandboxProvider } from './provider.ts'
import { computeExpectedMall } from './verify/expected.ts'
import { type CrashTotals, verifyAmounts, verifyDatabase } from './verify/verify.ts'
import { verifyByCalls } from './verify/verify-by-calls.ts'
import { verifyLimits } from './verify/verify-limits.ts'
import type { CrashWorker } from './worker.ts'
import { runCrashWorkerRound } from './workers.ts'

export interface CrashOptions {
  seconds: number
  seed: number
  companies: number
  /** Sessions of each company: of its main account and of its sub-account by turns. */
  members: number
  servers: number
  /** The load goes on until so many writes were acknowledged, for at most four times as long. */
  atLeast: number
  /** One commit in so many is cut. */
  cutEvery: number
  /** Ends the run as soon as one of these checks has found something. */
  untilFound: readonly CrashCheck[]
}

export interface CrashOutcome {
  run: CrashCalls
  disturbances: DisturbanceCounts
  cuts: CommitCuts
  /** One commit in so many was to be cut. */
  cutEvery: number
  jobs: number
  /** Seconds from the last fault until no work was pending. */
  restSeconds: number
  /** undefined: the run has ended before the database was compared. */
  totals: CrashTotals | undefined
}

/**
 * The last output of a server that is started while the database is down, recovering or ends. This run has killed the database, so the end of the
 * server is expected.
 */
const NO_DATABASE = /商城没有启动：(?:连接不上数据库|与数据库的连接中断|数据库 \S+ 正在启动或恢复)/

interface Scene {
  options: CrashOptions
  database: LoadDatabase
  proxy: CommitProxy
  servers: readonly LoadServer[]
  provider: SandboxProvider
  world: CrashWorld
  run: CrashCalls
}

/** Whether one of the checks has found something that a planted fault is to be found by. */
const hasFound = ({ options, run }: Pick<Scene, 'options' | 'run'>): boolean =>
  options.untilFound.some((check) => run.findings.of(check).length > 0)

/** Makes a call of the setup. Throws if it is refused. */
async function requireSuccess(caller: RetryingCaller, path: string, body: object): Promise<void> {
  const { code, reason } = await caller.read(path, body)
  if (code !== 200) throw new Error(`${path} was refused: ${reason}`)
}

/**
 * Sets the terms of credit, and the bank account without which no top-up is recorded. The first value of both is proven with the password. One
 * SKU costs a fen from then on.
 */
async function setTerms(staff: RetryingCaller, { fenSkuId: skuId }: CrashWorld): Promise<void> {
  const proven = { rowVersion: 0, pwd: PASSWORD }
  // One person may record all top-ups of the day.
  const account = Object.assign({}, demoCompany.bank, { secondAbove: 100_000_000 })
  const settings: [string, object][] = [
    ['set-credit', { overdueTolerance: 10_000, graceDays: 3, dailyRateBp: 5 }],
    ['set-bank', account],
  ]
  for (const [name, values] of settings) await requireSuccess(staff, `/console-api/api/setting/${name}`, Object.assign({}, values, proven))
  const price = { skuId, salePrice: 0.01, creditPrice: 0.01, rowVersion: 0, confirmed: true }
  await requireSuccess(staff, contract.consoleSku.setPrice.path, price)
}

/** No two members have the same random numbers. */
const SEEDS_OF_COMPANY = 1_000

/** The workers of one company. */
async function enlist(
  { options, provider, world, run }: Scene,
  { staff, couponTemplateId }: { staff: RetryingCaller; couponTemplateId: string },
  { company, at }: { company: CrashCompany; at: number },
): Promise<CrashWorker[]> {
  const workers: CrashWorker[] = []
  const main = await logInMain(run, company)
  for (let member = 0; member < options.members; member++) {
    const caller = await (member % 2 === 0 ? logInMain : logInSubAccount)(run, company)
    const address = { name: '压测', mobile: company.mobile, areaCode: '440305', detail: '高新南一道', isDefault: true }
    const { data } = await caller.read('/user-api/api/address/add', address)
    if (member === 0 && company.indebted)
      await requireSuccess(caller, '/account-api/api/statement/enable-auto-repay', { payPwd: PAY_PASSWORD })
    const random = createSeededRandom(options.seed + at * SEEDS_OF_COMPANY + member)
    const addressId = (data as { id: string }).id
    workers.push({ run, world, company, caller, main, staff, provider, addressId, couponTemplateId, random })
  }
  return workers
}

/** Runs all workers and the simulated days while the mall is disturbed. */
async function storm(scene: Scene): Promise<{ disturbances: DisturbanceCounts; jobs: number }> {
  const { options, database, servers, provider, world, run } = scene
  const staff = await logInStaff(run)
  await setTerms(staff, world)
  const couponTemplateId = await createCouponTemplate(staff, world.shopId)
  const workers = (
    await Promise.all(world.companies.map((company, at) => enlist(scene, { staff, couponTemplateId }, { company, at })))
  ).flat()
  const setCutting = (yes: boolean) => {
    run.cutting = yes
    scene.proxy.setCutting(yes)
  }
  await provider.setFaults(true)
  setCutting(true)
  const clock = runDailyJobsRepeatedly(database)
  const began = performance.now()
  let over = false
  const isOver = () => {
    const share = (performance.now() - began) / 1_000 / options.seconds
    return hasFound(scene) || share >= 4 || (share >= 1 && run.counts.acknowledged >= options.atLeast)
  }
  const toil = async (worker: CrashWorker) => {
    while (!over) await runCrashWorkerRound(worker).catch((error: Error) => run.findings.add('defects', error.message))
  }
  const disturbances = createDisturbanceCounts()
  const toiling = Promise.all(workers.map(toil))
  let jobs = 0
  try {
    await disturbNowAndThen({ servers, database, random: createSeededRandom(options.seed) }, disturbances, isOver)
    // The last power cut is under full load, so that some calls have only just been acknowledged.
    await database.cutPower()
    disturbances['database killed']++
  } finally {
    over = true
    await toiling
    jobs = await clock.stop()
    setCutting(false)
  }
  return { disturbances, jobs }
}

interface ServerPlan {
  database: LoadDatabase
  proxy: CommitProxy
  root: string
  ports: readonly number[]
  env: Record<string, string>
}

/** Starts servers behind the proxy, and adds each to a list. The first one migrates, so the others start after it. */
async function startServers(servers: LoadServer[], { database, proxy, root, ports, env }: ServerPlan): Promise<void> {
  const { secret } = database
  const through = { appUrl: proxy.through(database.appUrl), ownerUrl: proxy.through(database.ownerUrl), secret }
  for (const port of ports) servers.push(await startLoadServer({ database: through, root, port, env }))
}

/** Runs one part of the checks. If it cannot go on, that is a finding of its own. */
async function check<T>({ run }: Scene, name: string, work: () => Promise<T> | T): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    run.findings.add('unchecked', `${name}: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

/** Compares what people see with the journal, and stops the servers. Then compares the database. */
async function verify(scene: Scene): Promise<CrashTotals | undefined> {
  const { database, provider, run, servers, world } = scene
  const { ownerUrl } = database
  const mall = await check(scene, 'journal', () => {
    const trades = provider.trades()
    return { trades, expected: computeExpectedMall(run.journal, trades) }
  })
  if (!mall) return undefined
  const { trades, expected } = mall
  await check(scene, 'amounts', () => verifyAmounts(expected, run.findings))
  await check(scene, 'limits', () => verifyLimits(run, expected, world))
  if (hasFound(scene)) return undefined
  await check(scene, 'calls', () => verifyByCalls(run, { expected, world, ownerUrl }))
  if (hasFound(scene)) return undefined
  await check(scene, 'replays', () => replayAnsweredCalls(run))
  for (const server of servers) await server.stop()
  for (const server of servers) for (const exit of server.unexpectedExits()) if (!NO_DATABASE.test(exit)) run.findings.add('ends', exit)
  return check(scene, 'database', () => verifyDatabase(ownerUrl, { expected, trades, findings: run.findings }))
}

/** Ends the faults of the provider and waits until no work is pending. Returns the seconds that it took. */
async function comeToRest({ database, provider, run }: Scene): Promise<number> {
  return endFaultsAndWaitUntilSettled(database, provider).catch((error: Error) => {
    run.findings.add('rest', error.message)
    return 0
  })
}

/** Disturbs the mall, and checks what is left of it. Ends as soon as a check has found what it must find. */
async function stormAndVerify(scene: Scene): Promise<CrashOutcome> {
  const { options, proxy, run } = scene
  const { disturbances, jobs } = await storm(scene)
  const outcome = { run, disturbances, jobs, restSeconds: 0, totals: undefined, cuts: proxy.cuts(), cutEvery: options.cutEvery }
  if (hasFound(scene)) return outcome
  const restSeconds = await comeToRest(scene)
  const totals = hasFound(scene) ? undefined : await verify(scene)
  return Object.assign(outcome, { restSeconds, totals })
}

/** One run on one database, from its setup to the result. Everything that it started is stopped, whatever happens. */
async function runOn(options: CrashOptions, database: LoadDatabase, root: string): Promise<CrashOutcome> {
  const world = await createCrashWorld(database, { companies: options.companies, scarce: 20 + Math.ceil(options.seconds / 5) })
  const ports: number[] = []
  for (let at = 0; at < options.servers; at++) ports.push(await findFreeLoopbackPort())
  const bases = ports.map((port) => `http://127.0.0.1:${port}`)
  const provider = await startSandboxProvider(database.dataDir, bases[0] ?? '')
  const servers: LoadServer[] = []
  const run = createCrashCalls(bases, createSeededRandom(options.seed + 1))
  let ended = false
  try {
    const proxy = await startCommitProxy(database.appUrl, options.cutEvery, createSeededRandom(options.seed + 2))
    try {
      await startServers(servers, { database, proxy, root, ports, env: provider.env })
      const outcome = await stormAndVerify({ options, database, proxy, servers, provider, world, run })
      ended = true
      return outcome
    } finally {
      for (const server of servers) await server.stop()
      proxy.stop()
    }
  } finally {
    if (!ended) process.stdout.write(`the run did not end; its journal is kept: ${run.journal.file}\n`)
    provider.stop()
  }
}

/** Runs the mall, or a copy of it with a planted fault, and checks what is left of it. */
export async function runCrash(options: CrashOptions, fault?: PlantedFault): Promise<CrashOutcome> {
  const { root, settings, remove } = prepareProgramWithFault(fault)
  const database = await openLoadDatabase(settings)
  try {
    return await runOn(options, database, root)
  } finally {
    database.close()
    database.remove()
    remove()
  }
}
