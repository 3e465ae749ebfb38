import { type InvariantResult, openInvariantChecker } from '#server/operations/invariants/check-invariants.ts'

/** What is wrong with the books, by invariant; empty when they are straight. */
export type InvariantBreaches = Record<string, string[]>

const wrongOf = (findings: readonly InvariantResult[]): InvariantBreaches =>
  Object.fromEntries(findings.filter(({ breaches }) => breaches > 0).map(({ id, promise, examples }) => [`${id} ${promise}`, examples]))

/** Looks at the books again and again. */
export async function openBreachFinder(url: string): Promise<{ look(): Promise<InvariantBreaches>; close(): Promise<void> }> {
  const auditor = await openInvariantChecker(url)
  return { look: async () => wrongOf(await auditor.check()), close: auditor.close }
}

export async function findInvariantBreaches(url: string): Promise<InvariantBreaches> {
  const books = await openBreachFinder(url)
  return books.look().finally(books.close)
}
