import { cpus, loadavg, totalmem } from 'node:os'
import { tenths } from '#bench/clients.ts'
import { readCheckedOutCommit } from '#bench/compare/checkout.ts'
import type { MonthClosingCounts } from '#server/billing/receivables/close-months.ts'
import type { MallSize } from './fill-growth.ts'

/** One mall after its acts: its size, and the time of the work over all data. */
export interface MeasuredMall {
  size: MallSize
  filledSeconds: number
  bytes: number
  closed: MonthClosingCounts
  closeSeconds: number
  /** The time of the same job when nothing is left to close. */
  idleSeconds: number
  auditSeconds: number
  broken: number
}

export interface GrowthFigures {
  calls: number
  /** Milliseconds, one figure per mall, smallest first. */
  acts: { act: string; p50: number[]; p95: number[] }[]
  malls: MeasuredMall[]
}

const hundredths = (value: number): string => (Math.round(value * 100) / 100).toString()
const grouped = (value: number): string => Math.round(value).toLocaleString('en')
const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`
const table = (heads: string[], rows: string[]): string[] => [row(...heads), row(...heads.map(() => '---')), ...rows]
const ratio = (values: readonly number[]): string => hundredths(computeGrowthRatio(values))

/** What an act costs at the largest mall, as a multiple of what it costs at the smallest. `values`: one figure per mall, smallest first. */
export const computeGrowthRatio = (values: readonly number[]): number => (values.at(-1) ?? 0) / (values[0] || 1)

/** The section of docs/benchmarks.md. */
export function formatGrowth({ calls, acts, malls }: GrowthFigures): string {
  const sizes = malls.map(({ size }) => `${grouped(size.orders)} orders`)
  return [
    `Commit ${readCheckedOutCommit()} on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; load, servers and databases on the`,
    `same machine, load average at the end ${loadavg()[0]?.toFixed(0)}. All malls are open at once and called in turn, one call at a time, ${calls} calls of each act. Who orders and lists is the`,
    `largest company, which has one of 97 orders. p95 (p50) in ms; the ratio is that of the largest mall to the smallest.`,
    'A statement is a document of all that a company drew in a month: it is longer, the more that is.',
    '',
    '```sh',
    `npm run bench -- --growth --sizes ${malls.map(({ size }) => size.orders).join(',')} --calls ${calls}`,
    '```',
    '',
    ...table(
      ['act', ...sizes, 'p95 ratio', 'p50 ratio'],
      acts.map(({ act, p50, p95 }) =>
        row(act, ...p95.map((ms, at) => `${tenths(ms)} (${tenths(p50[at] ?? 0)})`), `**${ratio(p95)}**`, ratio(p50)),
      ),
    ),
    '',
    'Work over the whole mall, which grows with it:',
    '',
    ...table(
      ['', ...sizes],
      [
        row('SKUs', ...malls.map(({ size }) => grouped(size.skus))),
        row('companies', ...malls.map(({ size }) => grouped(size.companies))),
        row('size', ...malls.map(({ bytes }) => `${grouped(bytes / 2 ** 20)} MB`)),
        row('filled in', ...malls.map(({ filledSeconds }) => `${grouped(filledSeconds)} s`)),
        row(
          'month close',
          ...malls.map(
            ({ closed, closeSeconds }) =>
              `${closeSeconds.toFixed(2)} s for ${grouped(closed.companies)} companies, ${grouped(closed.lines)} lines`,
          ),
        ),
        row('a line', ...malls.map(({ closed, closeSeconds }) => `${grouped((closeSeconds * 1e6) / Math.max(1, closed.lines))} µs`)),
        row('nothing to close', ...malls.map(({ idleSeconds }) => `${grouped(idleSeconds * 1_000)} ms`)),
        row('audit', ...malls.map(({ auditSeconds }) => `${auditSeconds.toFixed(1)} s`)),
        row('an order', ...malls.map(({ auditSeconds, size }) => `${grouped((auditSeconds * 1e6) / size.orders)} µs`)),
        row('broken invariants', ...malls.map(({ broken }) => broken)),
      ],
    ),
  ].join('\n')
}
