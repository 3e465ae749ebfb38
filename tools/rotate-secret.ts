/**
 * `npm run rotate-secret`: runs one half of the exchange of MALL_SECRET while the servers run. It must be run twice; docs/operations.md has
 * the steps. An interrupted run is simply started again. Exit code 0: this half is done. 1: some values cannot be opened, and nothing was
 * switched. 2: it could not run.
 */

import { exchangeSecret, requireKeysOfDatabase } from '#server/operations/installation/public.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'

const NEXT = {
  prepared: '准备好了：把新的设为 MALL_SECRET、旧的设为 MALL_SECRET_OTHER，逐台重启',
  finished: '更换完成：旧的 MALL_SECRET 不再有用，只有以前的备份还需要它',
  none: '没有要更换的：先把新的一个设为 MALL_SECRET_OTHER',
} as const

async function exchange(): Promise<boolean> {
  const { databaseOwnerUrl, secret, otherSecret, sealKeys } = readConfig(process.env)
  if (databaseOwnerUrl === undefined || secret === undefined) throw new ConfigError('缺少 DATABASE_OWNER_URL 或 MALL_SECRET')
  const database = openDatabase({ url: databaseOwnerUrl, poolSize: 2 })
  try {
    const keys = createKeys(secret, sealKeys, otherSecret)
    const moment = createMoment(systemClock())
    await requireKeysOfDatabase(database.db, moment, { keys })
    const { phase, steps } = await exchangeSecret(database.db, moment, keys)
    for (const { what, ok } of steps) process.stdout.write(`${ok ? '✓' : '✗'} ${what}\n`)
    const done = steps.every(({ ok }) => ok)
    process.stdout.write(`${done ? NEXT[phase] : '没有更换：有内容打不开'}\n`)
    return done && phase !== 'none'
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = (await exchange()) ? 0 : 1
} catch (error) {
  console.error(`MALL_SECRET 没有更换：${error instanceof Error ? error.message : String(error)}`)
  process.exit(2)
}
