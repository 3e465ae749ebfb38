import { checkInvariants } from '../reporting/check-invariants.ts'

/** What is wrong with the books, by invariant; empty when they are straight. */
export type Books = Record<string, string[]>

export async function checkBooks(url: string): Promise<Books> {
  const findings = await checkInvariants(url)
  return Object.fromEntries(
    findings.filter(({ breaches }) => breaches > 0).map(({ id, promise, examples }) => [`${id} ${promise}`, examples]),
  )
}
