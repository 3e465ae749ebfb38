import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { readOrCreateWaybillCredentials, sandboxWaybillAccounts } from '#sandbox/waybills/credentials.ts'
import { openWaybillSandbox } from '#sandbox/waybills/provider.ts'
import type { WaybillAccount } from '#server/platform/core/waybill-settings.ts'

/** Starts the local carrier for a story, with the account of a mall at it. */
export async function startWaybillSandbox() {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-waybills-'))
  const sandbox = await openWaybillSandbox({ folder, port: 0 })
  afterAll(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const account: WaybillAccount = { ...readOrCreateWaybillCredentials(folder), ...sandboxWaybillAccounts, base: sandbox.base }
  return Object.assign(sandbox, { account })
}
