/**
 * `npm run proof`: prints docs/proof.md. With names of promises (`-- upgrade failover`, `-- all`) it first runs what shows them, one after
 * the other as in the release tier, and keeps the results in docs/proof.json with the commit. Exit code 1: a promise that was run failed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type MallPromise, promises } from './proof/promises.ts'
import {
  formatPromiseProofCommand,
  type PromiseProofRecord,
  type ProofRecords,
  RECORDS_FILE,
  readProofRecords,
  renderProofDocument,
} from './proof/proof-page.ts'
import { GENERATED_DOCUMENT_NOTICE } from './written-head.ts'

const ROOT = path.join(import.meta.dirname, '..')
const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
/** More than that is no table any more. */
const FIGURES_MAX = 30

/** The short hash of what runs, with a mark if the sources differ from it. */
const readCommit = (): string =>
  `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', '.', ':!docs') ? ' with changes' : ''}`

const TESTS = /^(\d+ passed, \d+ failed)$/m

function measure(one: MallPromise): PromiseProofRecord {
  const commit = readCommit()
  const [file, args] =
    'npm' in one.shownBy ? ['npm', one.shownBy.npm] : [path.join(ROOT, 'node_modules', '.bin', 'vitest'), ['run', ...one.shownBy.tests]]
  const began = performance.now()
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, TIER: 'release' },
  })
  const output = stripVTControlCharacters(stdout + stderr)
  const [, tests] = TESTS.exec(output) ?? []
  const skipped = /^ +Tests .*?(\d+ skipped)/m.exec(output)?.[1]
  const printed = one.figures ? (output.match(one.figures) ?? []) : []
  const missing = one.figures && printed.length === 0 ? 'none of the expected figures was printed' : undefined
  const figures = [tests, skipped, missing, ...printed].filter((line) => line !== undefined)
  const seed = /\bseed (\d+)/.exec(output)?.[1]
  if (status !== 0) process.stderr.write(output.slice(-4_000))
  const record = {
    // A test that was skipped, because a program is not installed, shows nothing.
    ok: status === 0 && skipped === undefined && missing === undefined,
    figures: figures
      .slice(0, FIGURES_MAX)
      .map((line) => line.trim())
      .join('\n'),
    commit,
    at: new Date().toISOString(),
    seconds: Math.round((performance.now() - began) / 1_000),
  }
  return seed === undefined ? record : { ...record, seed }
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => name !== 'all' && !promises.some(({ id }) => id === name))
if (unknown.length > 0) {
  console.error(`no such promise: ${unknown.join(', ')}; there are ${promises.map(({ id }) => id).join(', ')}`)
  process.exit(2)
}
let records: ProofRecords = readProofRecords()
for (const one of promises.filter(({ id }) => wanted.includes('all') || wanted.includes(id))) {
  process.stderr.write(`${one.id}: ${formatPromiseProofCommand(one)}\n`)
  const record = measure(one)
  records = { ...records, [one.id]: record }
  writeFileSync(RECORDS_FILE, `${JSON.stringify(records, undefined, 2)}\n`)
  writeFileSync(path.join(ROOT, 'docs', 'proof.md'), GENERATED_DOCUMENT_NOTICE + renderProofDocument(records))
  if (!record.ok) process.exitCode = 1
}
process.stdout.write(renderProofDocument(records))
