import * as z from 'zod/mini'
import { call, endpoints, read } from '../endpoint.ts'
import { Day, Done, Id, Instant, Nothing, page, pageInput } from '../fields.ts'
import { finance, readers } from './roles.ts'

const State = z.enum(['RUNNING', 'DONE', 'FAILED'])

export const ProofRun = z.object({
  id: Id,
  /** The night that it was made in; null: somebody asked for it. */
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
  /** Of the latest proof that came to an end; null: it has not been proved yet. */
  breaches: z.nullable(z.int()),
  examples: z.array(z.string()),
  durationMs: z.nullable(z.int()),
  /** When it last held. */
  greenAt: z.nullable(Instant),
})
export type ProofLine = z.output<typeof ProofLine>

/** Nobody may ask for proof after proof: so long after the last one began. */
export const PROOF_PAUSE_MINUTES = 5

export const consoleProof = endpoints('/console-api/api/proof', {
  latest: read({
    path: 'latest',
    summary: '账务证明：每条不变式的结果',
    needs: readers,
    input: Nothing,
    output: z.object({ run: z.nullable(ProofRun), running: z.nullable(ProofRun), lines: z.array(ProofLine) }),
  }),
  runs: read({ path: 'runs', summary: '历次账务证明', needs: readers, input: z.strictObject(pageInput), output: page(ProofRun) }),
  run: call({
    path: 'run',
    summary: `立即证明一次；${PROOF_PAUSE_MINUTES} 分钟内只能一次`,
    needs: finance,
    input: Nothing,
    output: Done,
    refusals: ['PROVING', 'PROOF_TOO_SOON'],
  }),
})
