/**
 * `npm run jobs`: lists the jobs that failed at their last try, the oldest first. The queue keeps them and does not try them again.
 * `-- --retry all`, or ids separated by commas, gives them all their tries again; the running servers take them. Exits with 2 if the
 * database cannot be reached.
 */
import { parseArgs } from 'node:util'
import { listFailedJobs, retryFailedJobs } from '#server/operations/jobs/failed-jobs.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { type Db, openDatabase } from '#server/platform/core/db.ts'
import { findRunningEmbeddedDatabase, startEmbeddedPostgresWithMallDatabase } from '#server/platform/database/embedded-database.ts'

const SHOWN_MAX = 100

const print = (text: string) => process.stdout.write(`${text}\n`)

async function openOwner(): Promise<{ ownerUrl: string; close?: () => void }> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = readConfig(process.env)
  if (databaseOwnerUrl !== undefined) return { ownerUrl: databaseOwnerUrl }
  if (databaseUrl !== undefined) throw new Error('缺少 DATABASE_OWNER_URL：任务队列属于它的用户')
  return findRunningEmbeddedDatabase(dataDir) ?? startEmbeddedPostgresWithMallDatabase(dataDir)
}

/** The ids of `--retry`; undefined: all of them. */
function parseIds(text: string): string[] | undefined {
  if (text === 'all') return undefined
  const ids = text.split(',').map((id) => id.trim())
  if (ids.some((id) => !/^\d{1,18}$/.test(id))) throw new Error('用法：npm run jobs [-- --retry all|编号,编号]')
  return ids
}

async function run(db: Db, retry: string | undefined): Promise<void> {
  if (retry !== undefined) {
    print(`${await retryFailedJobs(db, parseIds(retry))} jobs are tried again`)
    return
  }
  const jobs = await listFailedJobs(db, SHOWN_MAX)
  for (const { id, task, createdAt, failedAt, attempts, error } of jobs)
    print(`${id}  ${task}  since ${createdAt.toISOString()}, failed ${failedAt.toISOString()}, ${attempts} tries: ${error.split('\n')[0]}`)
  print(jobs.length === 0 ? 'no failed jobs' : `${jobs.length === SHOWN_MAX ? 'the oldest ' : ''}${jobs.length} failed jobs`)
}

try {
  const { values } = parseArgs({ options: { retry: { type: 'string' } } })
  const { ownerUrl, close } = await openOwner()
  const database = openDatabase({ url: ownerUrl, poolSize: 1 })
  try {
    await run(database.db, values.retry)
  } finally {
    await database.close()
    close?.()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(2)
}
