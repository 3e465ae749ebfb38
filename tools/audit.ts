/**
 * `npm run audit`: proves the books of a mall, read-only, and exits 1 on any breach. Looks at DATABASE_OWNER_URL or DATABASE_URL where one is
 * set, else at the database of DATA_DIR, which it starts for the purpose when it does not run.
 */
import { findOwnDatabase, openOwnDatabase } from '../server/database/own-database.ts'
import { readConfig } from '../server/platform/config.ts'
import { checkInvariants, type Finding } from '../server/reporting/check-invariants.ts'

async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const { DATABASE_OWNER_URL, DATABASE_URL } = process.env
  const given = DATABASE_OWNER_URL || DATABASE_URL
  if (given) return work(given)
  const { dataDir } = readConfig(process.env)
  const running = findOwnDatabase(dataDir)
  if (running) return work(running.ownerUrl)
  const own = await openOwnDatabase(dataDir)
  try {
    return await work(own.ownerUrl)
  } finally {
    own.close()
  }
}

function print(findings: readonly Finding[]): void {
  for (const { id, promise, breaches, examples } of findings) {
    process.stdout.write(
      `${breaches === 0 ? '✓' : '✗'} ${id.padEnd(6)} ${promise}${breaches === 0 ? '' : `: ${breaches} broken, e.g. ${examples.join('; ')}`}\n`,
    )
  }
}

try {
  const findings = await withDatabase(checkInvariants)
  print(findings)
  const broken = findings.filter(({ breaches }) => breaches > 0).length
  process.stdout.write(`${findings.length} invariants, ${broken} broken\n`)
  process.exitCode = broken === 0 ? 0 : 1
} catch (error) {
  console.error(`审计没有完成：${error instanceof Error ? error.message : String(error)}`)
  process.exit(2)
}
