import { spawn } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { openApiConnection } from '#bench/clients.ts'
import { findFreeLoopbackPort, NODE } from '#bench/cluster.ts'
import {
  type BenchAct,
  type CompareShopper,
  createAddToCartAct,
  createPreviewAct,
  createSubmitAndPayAct,
  prepareOrdersToSend,
  prepareShippingStaff,
  prepareShoppers,
} from './acts.ts'
import { checkOutCommit, readCheckedOutCommit } from './checkout.ts'
import { type ActFigures, computeCpuMsPerAct, computeMedianRatioOfRounds, type MeasuredTurn } from './figures.ts'
import { createRunForSeconds, createRunUntilEmpty, measureTurn, waitUntilBacklogIsDone } from './measure.ts'
import { type CommitComparison, formatCommitComparison } from './report.ts'
import { type RunningSide, startBenchSide } from './run-side.ts'
import { type CountedStatement, readStatementCounts, resetStatementCounts } from './statements.ts'
import { countDatabaseMessagesPerAction } from './wire.ts'
import { writeBenchmarkSection } from './write-benchmarks.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const ROOT = path.join(import.meta.dirname, '..', '..')
const BUYERS = 40
const SKUS = 2_000
const HOT = 10
const SHIPPED = 120
const WARM_SECONDS = 1.5

export interface CompareOptions {
  /** The other commit. */
  against: string
  seconds: number
  rounds: number
  orders: number
  /** Whether the figures are written to docs/benchmarks.md. */
  write: boolean
}

type Sides = Record<'this' | 'other', RunningSide>
const names = ['other', 'this'] as const

async function startBare(url: string): Promise<{ base: string; stop(): void }> {
  const port = await findFreeLoopbackPort()
  const child = spawn(NODE, [path.join(import.meta.dirname, 'bare-steps.ts'), url, String(port)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const base = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 400; tries++) {
    const answer = await fetch(`${base}/hello`).catch(() => undefined)
    if (answer?.ok) return { base, stop: () => void child.kill() }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill()
  throw new Error('the bare handler did not come up')
}

/** People who order at the bare handler, with as many round trips per order as the mall has. */
function bareOrdering(base: string, { people, skus, trips }: { people: number; skus: number; trips: [submit: number, pay: number] }) {
  const lines = Array.from({ length: people }, () => openApiConnection(base))
  const acts = lines.map((line, account): BenchAct => {
    let turn = 0
    return async () => {
      const n = turn++
      const chosen = [0, 1, 2].map((step) => (account * 37 + n * 101 + step * 13) % skus)
      const { body } = await line.post('/submit', { account, skus: chosen, trips: trips[0] })
      const { status } = await line.post('/pay', { account, trips: trips[1], id: (body.data as { id: string }).id })
      if (status !== 200) throw new Error('the bare handler failed')
    }
  })
  return {
    acts,
    close() {
      for (const line of lines) line.close()
    },
  }
}

/** Measures both sides in turn. The side that begins alternates with each round. */
async function inTurn<T>(round: number, work: (name: 'this' | 'other') => Promise<T>): Promise<Record<'this' | 'other', T>> {
  const first = round % 2 === 0 ? 'other' : 'this'
  const second = first === 'this' ? 'other' : 'this'
  const one = await work(first)
  const two = await work(second)
  return first === 'this' ? { this: one, other: two } : { this: two, other: one }
}

const shownTurn = ({ perSecond, p99 }: MeasuredTurn) => `${perSecond.toFixed(1)}/s, p99 ${p99.toFixed(0)} ms`

function printFigures({ act, buyers, rounds }: ActFigures): void {
  const { this: own, other } = rounds.at(-1) ?? {}
  if (own && other) print(`  ${act}, ${buyers}: other ${shownTurn(other)}; this ${shownTurn(own)}`)
}

interface Around {
  sides: Sides
  wire: CommitComparison['wire']
  bare: { base: string }
  options: CompareOptions
}

async function measureOrders({ sides, wire, bare, options }: Around, kind: { buyers: number; hot: boolean }) {
  const skus = kind.hot ? HOT : SKUS
  const people = {} as Record<'this' | 'other', CompareShopper[]>
  for (const name of names)
    people[name] = await prepareShoppers(sides[name].base, sides[name], kind.buyers, sides[name].skuIds.slice(0, skus))
  const actsOf = (name: 'this' | 'other') => people[name].map(createSubmitAndPayAct)
  for (const name of names) await createRunForSeconds(actsOf(name), WARM_SECONDS)()
  const figures: ActFigures = { act: kind.hot ? 'order, 10 hot SKUs' : 'order, 2,000 SKUs', buyers: kind.buyers, rounds: [] }
  const limits = {
    this: bareOrdering(bare.base, { people: kind.buyers, skus, trips: [wire.this.submit.trips, wire.this.pay.trips] }),
    other: bareOrdering(bare.base, { people: kind.buyers, skus, trips: [wire.other.submit.trips, wire.other.pay.trips] }),
  }
  const statements: Record<'this' | 'other', CountedStatement[]> = { this: [], other: [] }
  for (let round = 0; round < options.rounds; round++) {
    const turns = await inTurn(round, async (name) => {
      const side = sides[name]
      if (round === 0) await resetStatementCounts(side.superUrl)
      const acts = actsOf(name)
      const turn = await measureTurn(side, createRunForSeconds(acts, options.seconds))
      if (round === 0) statements[name] = await readStatementCounts(side.superUrl, Math.round(turn.perSecond * options.seconds))
      return turn
    })
    const limit = await inTurn(round, (name) => createRunForSeconds(limits[name].acts, options.seconds)())
    figures.rounds.push({ ...turns, bare: { this: limit.this.perSecond, other: limit.other.perSecond } })
    printFigures(figures)
  }
  for (const one of [...people.this, ...people.other]) one.line.close()
  limits.this.close()
  limits.other.close()
  return { figures, statements }
}

async function measureSmallActs({ sides, options }: Around, buyers: number): Promise<ActFigures[]> {
  const people = {} as Record<'this' | 'other', CompareShopper[]>
  for (const name of names) people[name] = await prepareShoppers(sides[name].base, sides[name], buyers, sides[name].skuIds)
  const results: ActFigures[] = []
  for (const [act, of] of [
    ['cart add', createAddToCartAct],
    ['preview', createPreviewAct],
  ] as const) {
    const acts = { this: people.this.map(of), other: people.other.map(of) }
    for (const name of names) await createRunForSeconds(acts[name], WARM_SECONDS)()
    const figures: ActFigures = { act, buyers, rounds: [] }
    for (let round = 0; round < options.rounds; round++) {
      figures.rounds.push(await inTurn(round, (name) => measureTurn(sides[name], createRunForSeconds(acts[name], options.seconds))))
      printFigures(figures)
    }
    results.push(figures)
  }
  const shipping = {
    this: await prepareShippingStaff(sides.this.base, buyers),
    other: await prepareShippingStaff(sides.other.base, buyers),
  }
  const figures: ActFigures = { act: 'ship', buyers, rounds: [] }
  for (let round = 0; round < options.rounds; round++) {
    figures.rounds.push(
      await inTurn(round, async (name) => {
        const orders = await prepareOrdersToSend(people[name], SHIPPED)
        return measureTurn(sides[name], createRunUntilEmpty(shipping[name].ship(orders), orders))
      }),
    )
    printFigures(figures)
  }
  for (const one of [...people.this, ...people.other]) one.line.close()
  shipping.this.close()
  shipping.other.close()
  return [...results, figures]
}

async function readPostgresVersion(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]?.server_version ?? ''
}

/**
 * `npm run bench -- --against COMMIT`: compares this checkout with another commit in one run, in turns, so that other load on the machine
 * affects both.
 */
export async function benchCompare(options: CompareOptions): Promise<void> {
  const other = checkOutCommit(options.against)
  const thisCommit = readCheckedOutCommit()
  print(`${thisCommit} against ${other.commit}; ${options.rounds} rounds of ${options.seconds} s a turn; both run their sources`)
  const running: RunningSide[] = []
  let bare: { base: string; stop(): void } | undefined
  try {
    const filled = { buyers: BUYERS, skus: SKUS, orders: options.orders }
    running.push(await startBenchSide('other', other.root, filled), await startBenchSide('this', ROOT, filled))
    const [otherSide, thisSide] = running
    if (!otherSide || !thisSide) throw new Error('a side is missing')
    const sides: Sides = { this: thisSide, other: otherSide }
    for (const side of running) await waitUntilBacklogIsDone(side)
    bare = await startBare(sides.this.superUrl)
    const wire = { this: await countDatabaseMessagesPerAction(sides.this), other: await countDatabaseMessagesPerAction(sides.other) }
    for (const name of names)
      print(
        `  ${name}: ${Object.entries(wire[name])
          .map(([act, { trips, statements }]) => `${act} ${trips} (${statements})`)
          .join(', ')}`,
      )
    const around: Around = { sides, wire, bare, options }
    const acts: ActFigures[] = []
    let statements: CommitComparison['statements'] | undefined
    for (const kind of [
      { buyers: 8, hot: false },
      { buyers: 32, hot: false },
      { buyers: 8, hot: true },
      { buyers: 32, hot: true },
    ]) {
      const measured = await measureOrders(around, kind)
      statements ??= measured.statements
      acts.push(measured.figures)
    }
    acts.push(...(await measureSmallActs(around, 8)))
    const comparison: CommitComparison = {
      thisCommit,
      otherCommit: other.commit,
      otherPackages: other.otherPackages,
      day: new Date().toISOString().slice(0, 10),
      node: process.versions.node,
      postgres: await readPostgresVersion(sides.this.superUrl),
      seconds: options.seconds,
      roundCount: options.rounds,
      options: filled,
      wire,
      acts,
      statements: statements ?? { this: [], other: [] },
    }
    const text = formatCommitComparison(comparison)
    print(`\n${text}`)
    for (const { act, buyers, rounds } of acts)
      print(
        `${act}, ${buyers}: ×${computeMedianRatioOfRounds(rounds, (turn) => turn.perSecond).toFixed(2)} acts/s, ×${computeMedianRatioOfRounds(rounds, computeCpuMsPerAct).toFixed(2)} CPU`,
      )
    if (options.write) writeBenchmarkSection('An order against an earlier commit', text)
  } finally {
    bare?.stop()
    for (const side of running) await side.stop()
    other.remove()
  }
}
