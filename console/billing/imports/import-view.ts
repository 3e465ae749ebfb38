import type { TagTone } from '#console/platform/components/tag.tsx'
import { type BankStatementRowResult, bankStatementRowOutcomes } from '#contract/billing/bank/console-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

export type BankImportRowResult = BankStatementRowResult['result']
const resultTones: Record<BankImportRowResult, TagTone> = { added: 'good', known: 'over', skipped: 'over', refused: 'bad' }
export const toBankImportRowResultTone = (result: BankImportRowResult): TagTone => resultTones[result]

/**
 * Returns the results of an import with the number of their rows. Those that need attention come first; results without rows are omitted.
 */
export function toBankImportResultTabs(
  rows: readonly BankStatementRowResult[],
): { value: BankImportRowResult; label: string; count: number }[] {
  const order: BankImportRowResult[] = ['refused', ...keysOf(bankStatementRowOutcomes).filter((result) => result !== 'refused')]
  return order
    .map((value) => ({ value, label: bankStatementRowOutcomes[value].label, count: rows.filter(({ result }) => result === value).length }))
    .filter(({ count }) => count > 0)
}
