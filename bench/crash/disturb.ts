import { setTimeout as wait } from 'node:timers/promises'
import type { LoadDatabase, LoadServer } from '#bench/cluster.ts'
import { freezeProcess } from '#bench/processes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type SeededRandom, shuffle } from '#server/platform/testing/random.ts'

interface Target {
  servers: readonly LoadServer[]
  database: LoadDatabase
  random: SeededRandom
}

const pickServer = ({ servers, random }: Target): LoadServer => random.pick(servers)
const FROZEN_MS = 1_000
const frozenMs = ({ random }: Target) => FROZEN_MS + random.below(3_000)

/**
 * What is done to the mall, how often of all, and how. Each resolves when the mall should work again, to whether it was done: a process may
 * have ended before.
 */
const disturbances = {
  'server killed': { share: 3, act: (target: Target) => pickServer(target).kill() },
  'all servers killed': {
    share: 1,
    act: async ({ servers }: Target) => (await Promise.all(servers.map((server) => server.kill()))).every((killed) => killed),
  },
  'database killed': { share: 3, act: ({ database }: Target) => database.cutPower().then(() => true) },
  'connection killed': { share: 1, act: async ({ database, random }: Target) => database.killBackend(random.below) },
  'server frozen': { share: 2, act: (target: Target) => freezeProcess(pickServer(target).pid(), frozenMs(target)) },
  'connection frozen': { share: 2, act: (target: Target) => target.database.freezeBackend(target.random.below, frozenMs(target)) },
} as const satisfies Record<string, { share: number; act: (target: Target) => Promise<boolean> }>

export type Disturbance = keyof typeof disturbances
export type DisturbanceCounts = Record<Disturbance, number>

/** Each disturbance as often as its share says. A run with as many as there are has had each. */
const deck = keysOf(disturbances).flatMap((name) => Array.from({ length: disturbances[name].share }, () => name))
export const DISTURBANCES_OF_DECK = deck.length

export const createDisturbanceCounts = (): DisturbanceCounts => ({
  'server killed': 0,
  'all servers killed': 0,
  'database killed': 0,
  'connection killed': 0,
  'server frozen': 0,
  'connection frozen': 0,
})

/** Disturbs the mall every few seconds until `over`, and counts what was done. What could not be done is tried again next. */
export async function disturbNowAndThen(target: Target, counts: DisturbanceCounts, over: () => boolean): Promise<void> {
  const { random } = target
  let cards: Disturbance[] = []
  while (!over()) {
    for (let waits = 15 + random.below(20); waits > 0 && !over(); waits--) await wait(100)
    if (over()) return
    if (cards.length === 0) cards = shuffle(random, deck)
    const [name] = cards
    if (name === undefined || !(await disturbances[name].act(target))) continue
    counts[name]++
    cards.shift()
  }
}
