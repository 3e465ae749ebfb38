/**
 * `npm run admin -- 邮箱 姓名`: creates or restores an administrator when nobody can do this in the console: the first one of a new mall, or
 * one who has lost his telephone and has no colleague. It prints an initial password, valid for three days.
 */

import { requireKeysMatchDatabaseAndAddFormer } from '#server/operations/installation/public.ts'
import { createOrRestoreAdmin } from '#server/people/staff/public.ts'
import { type Config, readConfig } from '#server/platform/core/config.ts'
import { openDatabase, runInTransaction } from '#server/platform/core/db.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import { findRunningEmbeddedDatabase, startEmbeddedPostgresWithMallDatabase } from '#server/platform/database/embedded-database.ts'
import { migrate, requireCurrentSchema } from '#server/platform/database/migrate.ts'

interface Source {
  appUrl: string
  ownerUrl: string | undefined
  secret: Buffer
  close?: () => void
}

async function openSource({ databaseUrl, databaseOwnerUrl, secret, dataDir }: Config): Promise<Source> {
  if (databaseUrl !== undefined && secret !== undefined) return { appUrl: databaseUrl, ownerUrl: databaseOwnerUrl, secret }
  return findRunningEmbeddedDatabase(dataDir) ?? startEmbeddedPostgresWithMallDatabase(dataDir)
}

async function letIn(email: string, name: string): Promise<void> {
  const config = readConfig(process.env)
  const { appUrl, ownerUrl, secret, close } = await openSource(config)
  const database = openDatabase({ url: appUrl, poolSize: 2 })
  try {
    // The first administrator may be created before the first start.
    await (ownerUrl === undefined ? requireCurrentSchema(appUrl) : migrate(ownerUrl))
    const moment = createMoment(systemClock())
    const keys = createKeys(secret, config.sealKeys, config.otherSecret)
    await requireKeysMatchDatabaseAndAddFormer(database.db, moment, { keys })
    const initialPwd = await runInTransaction(database.db, (tx) => createOrRestoreAdmin(tx, moment, { keys, email, name }))
    process.stdout.write(`${email} 是管理员。初始密码 ${initialPwd}，72 小时内有效，首次登录须修改并绑定动态口令。\n`)
  } finally {
    await database.close()
    close?.()
  }
}

const [email, name] = process.argv.slice(2)
try {
  if (!email?.includes('@') || !name) throw new Error('用法：npm run admin -- 邮箱 姓名')
  await letIn(email, name)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
