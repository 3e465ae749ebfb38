import type { Tone } from '#console/platform/components/tag.tsx'
import { type ImportRow, rowResults } from '#contract/billing/bank/console-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

export type RowResult = ImportRow['result']
const resultTones: Record<RowResult, Tone> = { added: 'good', known: 'over', skipped: 'over', refused: 'bad' }
export const resultTone = (result: RowResult): Tone => resultTones[result]

/**
 * Returns the results of an import with the number of their rows. Those that need attention come first; results without rows are omitted.
 */
export function resultTabs(rows: readonly ImportRow[]): { result: RowResult; label: string; units: number }[] {
  const order: RowResult[] = ['refused', ...keysOf(rowResults).filter((result) => result !== 'refused')]
  return order
    .map((result) => ({ result, label: rowResults[result].label, units: rows.filter((row) => row.result === result).length }))
    .filter(({ units }) => units > 0)
}
