import { type InvariantResult, openInvariantChecker } from '#server/operations/invariants/check-invariants.ts'

/** Violations by invariant; empty if all invariants hold. */
export type InvariantBreaches = Record<string, string[]>

const wrongOf = (findings: readonly InvariantResult[]): InvariantBreaches =>
  Object.fromEntries(findings.filter(({ breaches }) => breaches > 0).map(({ id, promise, examples }) => [`${id} ${promise}`, examples]))

/** Checks the invariants repeatedly over one connection. */
export async function connectInvariantChecker(url: string): Promise<{ look(): Promise<InvariantBreaches>; close(): Promise<void> }> {
  const auditor = await openInvariantChecker(url)
  return { look: async () => wrongOf(await auditor.check()), close: auditor.close }
}

export async function findInvariantBreaches(url: string): Promise<InvariantBreaches> {
  const books = await connectInvariantChecker(url)
  return books.look().finally(books.close)
}
