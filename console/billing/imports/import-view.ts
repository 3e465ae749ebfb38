import type { TagTone } from '#console/platform/components/tag.tsx'
import { type BankImportRow, bankImportRowResults } from '#contract/billing/bank/console-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

export type BankImportRowResult = BankImportRow['result']
const resultTones: Record<BankImportRowResult, TagTone> = { added: 'good', known: 'over', skipped: 'over', refused: 'bad' }
export const getRowResultTone = (result: BankImportRowResult): TagTone => resultTones[result]

/**
 * Returns the results of an import with the number of their rows. Those that need attention come first; results without rows are omitted.
 */
export function listResultTabs(rows: readonly BankImportRow[]): { result: BankImportRowResult; label: string; units: number }[] {
  const order: BankImportRowResult[] = ['refused', ...keysOf(bankImportRowResults).filter((result) => result !== 'refused')]
  return order
    .map((result) => ({ result, label: bankImportRowResults[result].label, units: rows.filter((row) => row.result === result).length }))
    .filter(({ units }) => units > 0)
}
