import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { percent, tenths } from '#bench/clients.ts'
import { findFreeLoopbackPort, type LoadDatabase, type LoadServer, startLoadServer } from '#bench/cluster.ts'
import { type LoadRecord, startMixedLoad } from '#bench/mixed-load.ts'
import type { LoadWorld } from '#bench/world.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { computeSoakGrowth, readSoakSample, type SoakSample, soakFigures } from './samples.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

const SERVERS = 2
/** People at each server. They think between calls, so that the machine is far from its capacity. */
const PEOPLE = { guests: 2, carts: 1, buyers: 2 }
/** What the last third may be at most, as a multiple of the first. */
const LIMIT = 1.1
const SAMPLES = 120
/** This part of the time passes before the first sample: programs are loaded, caches filled, and connections opened. */
const WARM_UP = 0.2
/** How busy the machine may be, so that what grows is not work that waits. */
const BUSY_LIMIT = 0.6

export interface SoakBenchOptions {
  database: LoadDatabase
  world: LoadWorld
  minutes: number
}

interface SoakServer {
  server: LoadServer
  metricsPort: number
}

async function startServers(database: LoadDatabase, servers: SoakServer[]): Promise<void> {
  for (let at = 0; at < SERVERS; at++) {
    const [port, metricsPort] = [await findFreeLoopbackPort(), await findFreeLoopbackPort()]
    const server = await startLoadServer({ database, port, env: { METRICS_PORT: String(metricsPort) } })
    servers.push({ server, metricsPort })
  }
}

type MixedLoad = Awaited<ReturnType<typeof startMixedLoad>>

/** Starts people at each server, none of whom is at another one, and adds them to a list. */
async function startLoads(servers: readonly SoakServer[], world: LoadWorld, loads: MixedLoad[]): Promise<void> {
  for (const [at, { server }] of servers.entries()) {
    const buyers = world.buyers.slice(at * (PEOPLE.buyers + PEOPLE.carts))
    loads.push(await startMixedLoad(Object.assign({ base: server.base, world: { buyers, skuIds: world.skuIds } }, PEOPLE)))
  }
}

async function takeSamples(database: LoadDatabase, servers: readonly SoakServer[], seconds: number): Promise<SoakSample[]> {
  const samples: SoakSample[] = []
  const began = monotonicNowMs()
  for (let at = 0; at < SAMPLES; at++) {
    const due = began + ((at + 1) * seconds * 1_000) / SAMPLES
    await wait(Math.max(0, due - monotonicNowMs()))
    samples.push(
      await readSoakSample(
        servers.map(({ server, metricsPort }) => ({ pid: server.pid(), metricsPort })),
        database.ownerUrl,
      ),
    )
  }
  return samples
}

function printGrowth(samples: readonly SoakSample[]): number {
  const growth = computeSoakGrowth(samples, LIMIT)
  for (const { figure, first, last, ratio, kept } of growth) {
    const { label, unit, slack } = soakFigures[figure]
    const allowed = slack === 0 ? `limit ${LIMIT}` : `limit ${LIMIT} or ${`${slack} ${unit}`.trim()} more`
    const value = (number: number) => `${tenths(number)} ${unit}`.trim().padStart(10)
    print(`  ${kept ? '✓' : '✗'} ${label.padEnd(30)} ${value(first)} → ${value(last)}   ratio ${ratio.toFixed(2).padEnd(5)} ${allowed}`)
  }
  return growth.filter(({ kept }) => !kept).length
}

/** Milliseconds of all processors of the machine, in all and idle. */
function readMachineMs(): { all: number; idle: number } {
  const times = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({ all: user + nice + sys + idle + irq, idle }))
  return times.reduce((total, one) => ({ all: total.all + one.all, idle: total.idle + one.idle }), { all: 0, idle: 0 })
}

const printKept = (kept: boolean, text: string): number => {
  print(`  ${kept ? '✓' : '✗'} ${text}`)
  return kept ? 0 : 1
}

/** Prints what the people were answered and how the servers fared. Returns how much of it was not as it should be. */
function printRun(records: readonly LoadRecord[], servers: readonly SoakServer[], busy: number): number {
  const failures = records.flatMap((record) => record.failures)
  const calls = records.flatMap((record) => Object.values(record.calls)).reduce((total, count) => total + count, 0)
  const exits = servers.flatMap(({ server }) => server.unexpectedExits())
  return (
    printKept(
      failures.length === 0,
      `${calls} calls, ${failures.length} failed${failures[0] === undefined ? '' : `, e.g. ${failures[0]}`}`,
    ) +
    printKept(exits.length === 0, `${exits.length} ends of a server${exits[0] === undefined ? '' : `, e.g. ${exits[0]}`}`) +
    printKept(busy <= BUSY_LIMIT, `${percent(busy)} of the machine busy, limit ${percent(BUSY_LIMIT)}`)
  )
}

/**
 * A steady load of guests, carts, orders and payments on two servers, far below their capacity. Compares the medians of the last third of the
 * samples with those of the first third. Prints them with their limit, and returns how many have grown beyond it, plus what else was wrong: a
 * failed call, the end of a server, or a machine that was too busy.
 */
export async function benchSoak({ database, world, minutes }: SoakBenchOptions): Promise<number> {
  const servers: SoakServer[] = []
  const loads: MixedLoad[] = []
  const endLoads = async () => {
    for (const load of loads) await load.end()
  }
  try {
    await startServers(database, servers)
    await startLoads(servers, world, loads)
    const seconds = minutes * 60
    print(`${minutes} minutes of load on ${SERVERS} servers, of which the first ${Math.round(seconds * WARM_UP)} s are not measured`)
    await wait(seconds * WARM_UP * 1_000)
    const before = readMachineMs()
    const samples = await takeSamples(database, servers, seconds * (1 - WARM_UP))
    const after = readMachineMs()
    await endLoads()
    const busy = 1 - (after.idle - before.idle) / (after.all - before.all)
    const records = loads.map(({ record }) => record)
    return printGrowth(samples) + printRun(records, servers, busy)
  } finally {
    await endLoads().finally(() => Promise.all(servers.map(({ server }) => server.stop())))
  }
}
