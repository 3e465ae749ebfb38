import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Instant, NullOutput, pageInput, pageOutput } from '#contract/platform/core/fields.ts'

const State = z.enum(['RUNNING', 'DONE', 'FAILED'])

export const LedgerProofRun = z.object({
  id: Id,
  /** The night of the run; null if a person started it. */
  night: z.nullable(Day),
  askedBy: z.nullable(z.string()),
  state: State,
  startedAt: Instant,
  endedAt: z.nullable(Instant),
  breaches: z.nullable(z.int()),
  /** The last day that was over, and the root of its seals (SHA-256 in hexadecimal); null: nothing was sealed yet, or the run has not finished. */
  seal: z.nullable(z.object({ day: Day, root: z.string() })),
})
export type LedgerProofRun = z.output<typeof LedgerProofRun>

export const LedgerProofInvariantResult = z.object({
  /** Such as 'I-07b'. */
  invariant: z.string(),
  sentence: z.string(),
  /** The result of the latest finished run; null: it has not been checked yet. */
  breaches: z.nullable(z.int()),
  examples: z.array(z.string()),
  durationMs: z.nullable(z.int()),
  /** The last run in which the invariant held. A run of a night reads a part of the companies, each once in 28 nights. */
  greenAt: z.nullable(Instant),
})
export type LedgerProofInvariantResult = z.output<typeof LedgerProofInvariantResult>

/** How far the rows of money and of the audit log are sealed. */
export const LedgerSealProgress = z.object({
  sealedAt: z.nullable(Instant),
  /** Rows that no run has sealed yet, up to 50,000. */
  unsealed: z.int(),
  unsealedSince: z.nullable(Instant),
})
export type LedgerSealProgress = z.output<typeof LedgerSealProgress>

/** The time that must pass after a run begins before a person can start the next. */
export const MINUTES_BETWEEN_LEDGER_PROOF_STARTS_MIN = 5

export const consoleLedgerProofEndpoints = defineEndpoints('/console-api/api/proof', {
  latest: readEndpoint({
    path: 'latest',
    summary: '账务证明：每条不变式的结果',
    needs: { staff: 'ledgerView' },
    input: EmptyInput,
    output: z.object({
      run: z.nullable(LedgerProofRun),
      running: z.nullable(LedgerProofRun),
      lines: z.array(LedgerProofInvariantResult),
      seals: LedgerSealProgress,
    }),
  }),
  runs: readEndpoint({
    path: 'runs',
    summary: '历次账务证明',
    needs: { staff: 'ledgerView' },
    input: z.strictObject(pageInput),
    output: pageOutput(LedgerProofRun),
  }),
  run: writeEndpoint({
    path: 'run',
    summary: `立即证明一次；${MINUTES_BETWEEN_LEDGER_PROOF_STARTS_MIN} 分钟内只能一次`,
    needs: { staff: 'ledgerEdit' },
    input: EmptyInput,
    output: NullOutput,
    refusals: ['PROVING', 'PROOF_TOO_SOON'],
  }),
})
