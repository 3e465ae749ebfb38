import type { InvariantResult } from '#server/operations/invariants/check-invariants.ts'

/** Prints for every invariant whether it holds, and the rows that break it. Returns the number of broken ones. */
export function printInvariants(findings: readonly InvariantResult[]): number {
  for (const { id, promise, breaches, examples } of findings) {
    const detail = breaches === 0 ? '' : `: ${breaches} broken, e.g. ${examples.join('; ')}`
    process.stdout.write(`${breaches === 0 ? '✓' : '✗'} ${id.padEnd(6)} ${promise}${detail}\n`)
  }
  const broken = findings.filter(({ breaches }) => breaches > 0).length
  process.stdout.write(`${findings.length} invariants, ${broken} broken\n`)
  return broken
}
