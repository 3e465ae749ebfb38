import type { AddressInfo } from 'node:net'
import { buildApp } from '#server/app.ts'
import { createExternalServices } from '#server/external-services.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createInProcessAppOptions } from '#server/platform/testing/app-options.ts'
import { startPaymentSandboxProcess } from '#tools/sandbox-process.ts'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'
import { playDemo } from './play-demo.ts'

/** The fixed time for server and screens: a Wednesday morning in Shanghai. */
export const FIXED_TIME = new Date('2026-11-18T02:30:00Z')

/** The mall with the demo's people and a fixed time. It shows the same content today and next year. */
export interface FixedTimeMall {
  base: string
  close(): Promise<void>
}

/** Plays the demo into an empty migrated database, and serves it at that time. `whole`: also what journeys set up themselves. Online payments use the sandbox. */
export async function openFixedTimeMall(appUrl: string, { whole = false } = {}): Promise<FixedTimeMall> {
  const { secret, dataDir, remove } = await playDemo(appUrl, FIXED_TIME, { whole })
  const sandbox = await startPaymentSandboxProcess(dataDir, 0)
  const database = openDatabase({ url: appUrl, poolSize: 8, poolWaitMs: JOURNEY_TIMEOUT_MS })
  const keys = createKeys(secret)
  const outside = createExternalServices({ dataDir, providers: sandbox.settings }, database.db, keys)
  const { http } = await buildApp({
    db: database.db,
    keys,
    services: outside,
    ...createInProcessAppOptions(),
    clock: () => FIXED_TIME,
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  return {
    base: `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`,
    async close() {
      await http.close()
      sandbox.stop()
      await database.close()
      remove()
    },
  }
}
