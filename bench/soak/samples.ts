import { readdirSync, readlinkSync } from 'node:fs'
import { median } from '#bench/compare/figures.ts'
import { readResidentMb } from '#bench/processes.ts'
import { queryOnce } from '#bench/query-once.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** What must not grow, with the unit in which it is printed, and the growth that says nothing, because memory and queues are never still. */
export const soakFigures = {
  rss: { label: 'memory of the servers', unit: 'MB', slack: 8 },
  heap: { label: 'heap in use', unit: 'MB', slack: 8 },
  handles: { label: 'file handles', unit: '', slack: 0 },
  sockets: { label: 'open sockets', unit: '', slack: 0 },
  connections: { label: 'connections to the database', unit: '', slack: 0 },
  jobs: { label: 'jobs and events waiting', unit: '', slack: 50 },
} as const
export type SoakFigure = keyof typeof soakFigures
export type SoakSample = Record<SoakFigure, number>

const MEGA = 2 ** 20

/** The targets of a process's file handles. One may be closed while they are read. */
const listHandles = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
    } catch {
      return []
    }
  })

async function readHeapBytes(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const [, bytes] = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(text) ?? []
  if (bytes === undefined) throw new Error('the metrics do not say how much of the heap is in use')
  return Number(bytes)
}

const WAITING = `select (select count(*) from pg_stat_activity where datname = current_database())::int - 1 as connections,
  ((select count(*) from graphile_worker.jobs where run_at <= now()) + (select count(*) from outbox where published_at is null))::int as jobs`

/** Reads all figures of some servers and their database. */
export async function readSoakSample(servers: readonly { pid: number; metricsPort: number }[], ownerUrl: string): Promise<SoakSample> {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const handles = servers.map(({ pid }) => listHandles(pid))
  const heaps = await Promise.all(servers.map(({ metricsPort }) => readHeapBytes(metricsPort)))
  const [waiting] = await queryOnce<Record<'connections' | 'jobs', number>>(ownerUrl, WAITING)
  return {
    rss: sum(servers.map(({ pid }) => readResidentMb(pid))),
    heap: sum(heaps) / MEGA,
    handles: sum(handles.map((list) => list.length)),
    sockets: sum(handles.map((list) => list.filter((target) => target.startsWith('socket:')).length)),
    connections: waiting?.connections ?? 0,
    jobs: waiting?.jobs ?? 0,
  }
}

export interface SoakGrowth {
  figure: SoakFigure
  /** Medians of the first and of the last third of the samples. */
  first: number
  last: number
  ratio: number
  kept: boolean
}

/** Compares the last third of a run with its first. `limit`: what the last may be at most, as a multiple of the first. */
export function computeSoakGrowth(samples: readonly SoakSample[], limit: number): SoakGrowth[] {
  const third = Math.floor(samples.length / 3)
  if (third === 0) throw new Error('a comparison needs at least three samples')
  return keysOf(soakFigures).map((figure) => {
    const of = (some: readonly SoakSample[]) => median(some.map((sample) => sample[figure]))
    const [first, last] = [of(samples.slice(0, third)), of(samples.slice(-third))]
    const ratio = first === 0 ? (last === 0 ? 1 : Number.POSITIVE_INFINITY) : last / first
    return { figure, first, last, ratio, kept: ratio <= limit || last - first <= soakFigures[figure].slack }
  })
}
