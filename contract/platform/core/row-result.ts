import * as z from 'zod/mini'
import { keysOf } from './lifecycle.ts'

/** The result of one row that a program sent. */
export const platformApiRowOutcomes = {
  added: { label: '已新增' },
  changed: { label: '已修改' },
  unchanged: { label: '没有变化' },
  refused: { label: '未写入' },
} as const
export type PlatformApiRowOutcome = keyof typeof platformApiRowOutcomes

export const PlatformApiRowResult = z.object({
  /** The position of the row in the call, from 1. */
  row: z.int(),
  code: z.string(),
  outcome: z.enum(keysOf(platformApiRowOutcomes)),
  /** Why it was refused, for people; empty: it was not refused. */
  reason: z.string(),
  /** The wrong field; empty: the row as a whole. */
  field: z.string(),
})
export type PlatformApiRowResult = z.output<typeof PlatformApiRowResult>

/** The results of a call with their counts. */
export const CountedPlatformApiRowResults = z.object({
  rows: z.array(PlatformApiRowResult),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
})
export type CountedPlatformApiRowResults = z.output<typeof CountedPlatformApiRowResults>

export const createRefusedPlatformApiRowResult = (
  { row, code }: { row: number; code: string },
  reason: string,
  field = '',
): PlatformApiRowResult => ({
  row,
  code,
  outcome: 'refused',
  reason,
  field,
})

/** Sorts results by their rows and counts them. */
export function toCountedPlatformApiRowResults(results: readonly PlatformApiRowResult[]): CountedPlatformApiRowResults {
  const count = (outcome: PlatformApiRowOutcome) => results.filter((one) => one.outcome === outcome).length
  const rows = results.toSorted((one, other) => one.row - other.row)
  return { rows, added: count('added'), changed: count('changed'), unchanged: count('unchanged'), refused: count('refused') }
}
