/**
 * `npm run rotate-keys`: seals all values again with the newest key of SEAL_KEYS: the keys of identity documents, submissions, mobile
 * numbers, second factors. The mall may be running meanwhile, and an interrupted run continues where it stopped. It exits with 1 if no key
 * opens a value. The order is: add the new key at the end of SEAL_KEYS and restart all servers; run this; remove the old key.
 */

import { requireKeysMatchDatabaseAndAddFormer, sealedColumns } from '#server/operations/installation/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Config, readConfig } from '#server/platform/core/config.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import { resealOldValues } from '#server/platform/core/reseal.ts'
import { findRunningEmbeddedDatabase, startEmbeddedPostgresWithMallDatabase } from '#server/platform/database/embedded-database.ts'

interface Source {
  ownerUrl: string
  secret: Buffer
  close?: () => void
}

async function openSource({ databaseUrl, databaseOwnerUrl, secret, dataDir }: Config): Promise<Source> {
  if (databaseUrl !== undefined && secret !== undefined) return { ownerUrl: databaseOwnerUrl ?? databaseUrl, secret }
  return findRunningEmbeddedDatabase(dataDir) ?? startEmbeddedPostgresWithMallDatabase(dataDir)
}

async function rotate(): Promise<number> {
  const config = readConfig(process.env)
  if (config.sealKeys.length === 0) throw new Error('缺少 SEAL_KEYS（编号:密钥，最新的在最后）')
  const { ownerUrl, secret, close } = await openSource(config)
  const database = openDatabase({ url: ownerUrl, poolSize: 2 })
  const keys = createKeys(secret, config.sealKeys, config.otherSecret)
  const moment = createMoment(systemClock())
  const facts: Record<string, number> = {}
  let left = 0
  try {
    await requireKeysMatchDatabaseAndAddFormer(database.db, moment, { keys, mayMiss: true })
    for (const sealed of sealedColumns) {
      const { resealed, lost } = await resealOldValues(database.db, moment, { keys, sealed })
      facts[`${sealed.table}.${sealed.column}`] = resealed
      process.stdout.write(
        `${lost === 0 ? '✓' : '✗'} ${sealed.table}.${sealed.column}: 重新加密 ${resealed} 项，没有密钥能打开的 ${lost} 项\n`,
      )
      left += lost
    }
    const origin = { requestId: moment.newId(), ip: 'rotate-keys' }
    const to = config.sealKeys.at(-1)?.id
    await recordAudit(database.db, moment, { origin, actor: { kind: 'system' }, action: 'rotate keys', facts: { ...facts, to, left } })
  } finally {
    await database.close()
    close?.()
  }
  return left
}

try {
  process.exitCode = (await rotate()) === 0 ? 0 : 1
} catch (error) {
  console.error(`密钥没有轮换：${error instanceof Error ? error.message : String(error)}`)
  process.exit(2)
}
