import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLoadServerEnv } from '#bench/cluster.ts'
import { type MallServer, openMallServer } from '#server/mall.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { createMoment, type Moment, systemClock } from '#server/platform/core/moment.ts'
import { createProcessFaults } from '#server/platform/core/process-status.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { openSmsProvider, type SmsProvider } from '#server/platform/testing/sms-provider.ts'
import { closeContexts, shareBrowser } from './browser.ts'
import { MIGRATED_DATABASE } from './global-setup.ts'
import type { TestMall } from './test-mall.ts'

/** A production mall that nobody has opened yet: an empty database, no demo, a second factor for staff, and an SMS provider. */
export interface EmptyMall extends TestMall {
  mall: MallServer
  provider: SmsProvider
  moment(): Moment
  /** Puts the clock of the mall forward. */
  forward(ms: number): void
}

/** Opens it as server/main.ts does, with the settings of production. `signature` is the signature that the SMS provider has approved. */
export async function openEmptyMall(signature: string): Promise<EmptyMall> {
  const { appUrl, ownerUrl, drop } = await copyDatabase(MIGRATED_DATABASE)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-empty-'))
  const provider = await openSmsProvider(signature)
  const secret = randomBytes(32)
  const templates = ['CODE', 'KNOWN', 'INVITATION', 'ALERT'].map((name) => [`SMS_TEMPLATE_${name}`, name])
  const sms = { SMS_KEY_ID: 'k', SMS_KEY_SECRET: 's', SMS_BASE: provider.base, ...Object.fromEntries(templates) }
  const env = { NODE_ENV: 'production', DATA_DIR: dataDir, ...sms }
  const config = readConfig(createLoadServerEnv({ database: { appUrl, ownerUrl, secret }, port: 0, env }))
  let ahead = 0
  const clock = () => new Date(systemClock().getTime() + ahead)
  const mall = await openMallServer(
    config,
    { appUrl, ownerUrl, secret },
    { logger: createErrorLog(), faults: createProcessFaults(), clock },
  )
  const base = await mall.listen()
  const browser = await shareBrowser()
  return {
    base,
    appUrl,
    ownerUrl,
    keys: createKeys(secret),
    browser,
    mall,
    provider,
    moment: () => createMoment(clock()),
    forward: (ms) => {
      ahead += ms
    },
    async close() {
      await closeContexts(browser)
      await mall.close()
      await provider.close()
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
