/**
 * `npm run rotate-secret`: runs one half of the exchange of MALL_SECRET while the servers run; an interrupted run is simply started again.
 * It must be run twice, and docs/operations.md has the steps. With `-- --give-up` the exchange is given up, also in steps. Exit code 0:
 * this half is done; 1: some values cannot be opened, and nothing was switched; 2: it could not run.
 */

import { parseArgs } from 'node:util'
import { requireKeysMatchDatabaseAndAddFormer, runMallSecretExchangePhase } from '#server/operations/installation/public.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'

const NEXT = {
  prepared: '准备好了：把新的设为 MALL_SECRET、旧的设为 MALL_SECRET_OTHER，逐台重启',
  finished: '更换完成：旧的 MALL_SECRET 不再有用，只有以前的备份还需要它',
  returning: '可以退回了：把旧的设为 MALL_SECRET、新的设为 MALL_SECRET_OTHER，逐台重启，再运行一次',
  givenUp: '已经放弃：数据库只认旧的 MALL_SECRET。去掉 MALL_SECRET_OTHER，逐台重启，再运行一次',
  cleared: '放弃完成：新的那个 MALL_SECRET 不再有用',
} as const
const NOTHING = '没有要更换的：先把新的一个设为 MALL_SECRET_OTHER'
const NOTHING_TO_ABANDON = '没有要放弃的：MALL_SECRET 没有在更换'

async function exchange(giveUp: boolean): Promise<boolean> {
  const { databaseOwnerUrl, secret, otherSecret, sealKeys } = readConfig(process.env)
  if (databaseOwnerUrl === undefined || secret === undefined) throw new ConfigError('缺少 DATABASE_OWNER_URL 或 MALL_SECRET')
  const database = openDatabase({ url: databaseOwnerUrl, poolSize: 2 })
  try {
    const keys = createKeys(secret, sealKeys, otherSecret)
    const moment = createMoment(systemClock())
    await requireKeysMatchDatabaseAndAddFormer(database.db, moment, { keys })
    const { phase, steps } = await runMallSecretExchangePhase(database.db, moment, { keys, giveUp })
    for (const { what, ok } of steps) process.stdout.write(`${ok ? '✓' : '✗'} ${what}\n`)
    const done = steps.every(({ ok }) => ok)
    if (phase === 'none') {
      process.stdout.write(`${giveUp ? NOTHING_TO_ABANDON : NOTHING}\n`)
      return false
    }
    process.stdout.write(`${done ? NEXT[phase] : '没有更换：有内容打不开'}\n`)
    return done
  } finally {
    await database.close()
  }
}

try {
  const { values } = parseArgs({ options: { 'give-up': { type: 'boolean', default: false } } })
  process.exitCode = (await exchange(values['give-up'])) ? 0 : 1
} catch (error) {
  console.error(`MALL_SECRET 没有更换：${error instanceof Error ? error.message : String(error)}`)
  process.exit(2)
}
