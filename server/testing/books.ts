import { type Finding, openAuditor } from '../reporting/check-invariants.ts'

/** What is wrong with the books, by invariant; empty when they are straight. */
export type Books = Record<string, string[]>

const wrongOf = (findings: readonly Finding[]): Books =>
  Object.fromEntries(findings.filter(({ breaches }) => breaches > 0).map(({ id, promise, examples }) => [`${id} ${promise}`, examples]))

/** Looks at the books again and again. */
export async function openBooks(url: string): Promise<{ look(): Promise<Books>; close(): Promise<void> }> {
  const auditor = await openAuditor(url)
  return { look: async () => wrongOf(await auditor.check()), close: auditor.close }
}

export async function checkBooks(url: string): Promise<Books> {
  const books = await openBooks(url)
  return books.look().finally(books.close)
}
