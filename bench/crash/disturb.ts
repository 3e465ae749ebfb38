import { freezeProcess, type LoadDatabase, type LoadServer } from '#bench/cluster.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { SeededRandom } from '#server/platform/testing/random.ts'
import { waitMs } from './calls/caller.ts'

interface Target {
  servers: readonly LoadServer[]
  database: LoadDatabase
  random: SeededRandom
}

const pickServer = ({ servers, random }: Target): LoadServer => random.pick(servers)
const FROZEN_MS = 1_000
const frozenMs = ({ random }: Target) => FROZEN_MS + random.below(3_000)

/** What is done to the mall, how often of `SHARES`, and how. Each resolves when the mall should work again. */
const disturbances = {
  'server killed': { share: 3, act: (target: Target) => pickServer(target).kill() },
  'all servers killed': { share: 1, act: ({ servers }: Target) => Promise.all(servers.map((server) => server.kill())) },
  'database killed': { share: 3, act: ({ database }: Target) => database.cutPower() },
  'connection killed': { share: 1, act: async ({ database, random }: Target) => database.killBackend(random.below) },
  'server frozen': { share: 2, act: (target: Target) => freezeProcess(pickServer(target).pid(), frozenMs(target)) },
  'connection frozen': { share: 2, act: (target: Target) => target.database.freezeBackend(target.random.below, frozenMs(target)) },
} as const satisfies Record<string, { share: number; act: (target: Target) => Promise<unknown> }>

type Disturbance = keyof typeof disturbances
export type DisturbanceCounts = Record<Disturbance, number>

const deck = keysOf(disturbances).flatMap((name) => Array.from({ length: disturbances[name].share }, () => name))

export const createDisturbanceCounts = (): DisturbanceCounts => ({
  'server killed': 0,
  'all servers killed': 0,
  'database killed': 0,
  'connection killed': 0,
  'server frozen': 0,
  'connection frozen': 0,
})

/** Disturbs the mall every few seconds until `over`, and counts what was done. */
export async function disturbNowAndThen(target: Target, counts: DisturbanceCounts, over: () => boolean): Promise<void> {
  const { random } = target
  while (!over()) {
    for (let waits = 15 + random.below(20); waits > 0 && !over(); waits--) await waitMs(100)
    if (over()) return
    const name = random.pick(deck)
    counts[name]++
    await disturbances[name].act(target)
  }
}
