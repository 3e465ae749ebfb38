import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Instant, NullOutput, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { financeReaders, financeRoles } from './roles.ts'

const State = z.enum(['RUNNING', 'DONE', 'FAILED'])

export const ProofRun = z.object({
  id: Id,
  /** The night of the run; null if a person started it. */
  night: z.nullable(Day),
  askedBy: z.nullable(z.string()),
  state: State,
  startedAt: Instant,
  endedAt: z.nullable(Instant),
  breaches: z.nullable(z.int()),
})
export type ProofRun = z.output<typeof ProofRun>

export const ProofLine = z.object({
  /** Such as 'I-07b'. */
  invariant: z.string(),
  sentence: z.string(),
  /** The result of the latest finished run; null: it has not been checked yet. */
  breaches: z.nullable(z.int()),
  examples: z.array(z.string()),
  durationMs: z.nullable(z.int()),
  /** When the invariant held last. */
  greenAt: z.nullable(Instant),
})
export type ProofLine = z.output<typeof ProofLine>

/** The time that must pass after a run begins before a person can start the next. */
export const PROOF_PAUSE_MINUTES = 5

export const consoleProofEndpoints = defineEndpoints('/console-api/api/proof', {
  latest: readEndpoint({
    path: 'latest',
    summary: '账务证明：每条不变式的结果',
    needs: financeReaders,
    input: EmptyInput,
    output: z.object({ run: z.nullable(ProofRun), running: z.nullable(ProofRun), lines: z.array(ProofLine) }),
  }),
  runs: readEndpoint({
    path: 'runs',
    summary: '历次账务证明',
    needs: financeReaders,
    input: z.strictObject(pageInput),
    output: pageOutput(ProofRun),
  }),
  run: writeEndpoint({
    path: 'run',
    summary: `立即证明一次；${PROOF_PAUSE_MINUTES} 分钟内只能一次`,
    needs: financeRoles,
    input: EmptyInput,
    output: NullOutput,
    refusals: ['PROVING', 'PROOF_TOO_SOON'],
  }),
})
