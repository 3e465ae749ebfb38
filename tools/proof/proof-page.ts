import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type MallPromise, promises } from './promises.ts'

export const RECORDS_FILE = path.join(import.meta.dirname, '..', '..', 'docs', 'proof.json')

/** What a run has shown of a promise. */
export interface PromiseProofRecord {
  ok: boolean
  /** The lines of the run that say how much. */
  figures: string
  /** The seed that the run has printed. */
  seed?: string
  commit: string
  /** When it ended, in UTC. */
  at: string
  seconds: number
}

/** By the id of the promise. */
export type ProofRecords = Readonly<Record<string, PromiseProofRecord>>

export const readProofRecords = (): ProofRecords => JSON.parse(readFileSync(RECORDS_FILE, 'utf8')) as ProofRecords

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', '<br>')
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), `|${head.map(() => '---|').join('')}`, ...rows.map(row)].join('\n')

/** The command that shows a promise. */
export function formatPromiseProofCommand({ shownBy }: MallPromise): string {
  return 'npm' in shownBy ? `npm ${shownBy.npm.join(' ')}` : `TIER=release npx vitest run ${shownBy.tests.join(' ')}`
}

/** docs/reliability.md: what is promised, what keeps it, what shows it. */
export function renderReliabilityDocument(): string {
  const rows = promises.map((one) => [one.id, one.promise, one.kept, `\`${formatPromiseProofCommand(one)}\``])
  return `# What the mall promises

Each promise is kept by something in the code, and shown by something that fails if it is not kept. [Proof](proof.md) has the figures of the last
run of each, with its target. What is refused is in [refusals](refusals.md), what is attacked in [hostile cases](hostile-cases.md), what the books
must fulfil in [invariants](invariants.md), what is kept for how long in [retention](retention.md), and what to do when something is lost in
[operations](operations.md).

${table(['name', 'promise', 'kept by', 'shown by'], rows)}
`
}

function drawResult(record: PromiseProofRecord | undefined): string[] {
  if (record === undefined) return ['**not measured**', '', '', '']
  const figures = record.figures || 'no figures'
  return [
    record.ok ? figures : `**failed**\n${figures}`,
    record.seed ?? '',
    record.commit,
    `${record.at.slice(0, 10)}, ${record.seconds} s`,
  ]
}

/** docs/proof.md: the last result of each promise. */
export function renderProofDocument(records: ProofRecords): string {
  const rows = promises.map((one) => [one.id, one.promise, one.target, ...drawResult(records[one.id])])
  const measured = promises.filter(({ id }) => records[id])
  const failed = measured.filter(({ id }) => !records[id]?.ok)
  return `# Proof

${measured.length} of ${promises.length} promises measured, ${failed.length} failed. \`npm run proof -- NAME …\` runs what shows a promise, keeps its result and writes this page; without a
name it writes and prints the page. A result holds for its commit alone. [What is promised](reliability.md) has what keeps each, and the commands.

${table(['name', 'promise', 'target', 'figures', 'seed', 'commit', 'when'], rows)}
`
}
