import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import { readCredentials } from '#sandbox/credentials.ts'
import { openSandbox } from '#sandbox/sandbox.ts'
import { sandboxSettings } from '#sandbox/settings.ts'
import { type Gateway, type GatewayChannel, openGateways } from '#server/adapters/gateway/public.ts'
import { closeAtProviderLater, pollPayments, runRefunds } from '#server/billing/incoming-payments/public.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import type { Mall } from './mall.ts'

/**
 * Connects a mall to the sandbox payment provider over HTTP, on the mall's clock. The mall listens on loopback, so that it receives real
 * notifications. `secondsScale` shortens the delays between deliveries.
 */
export async function startPaymentProvider(mall: Mall, { secondsScale = 0.002 } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-sandbox-'))
  const credentials = readCredentials(folder)
  const sandbox = await openSandbox({ folder, port: 0, now: () => mall.clock.now, secondsScale })
  mall.outside.publicUrl = await mall.app.http.listen({ host: '127.0.0.1', port: 0 })
  const settings = sandboxSettings(credentials, sandbox.base)
  mall.outside.gateways = openGateways(settings)
  afterAll(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const around = () => ({ db: mall.db, gateways: mall.outside.gateways, publicUrl: mall.outside.publicUrl })
  const press = async (url: string, answer: 'pay' | 'refuse') => {
    const page = await fetch(url)
    await (await fetch(page.url, { method: 'POST', body: `answer=${answer}` })).text()
  }
  return {
    sandbox,
    credentials,
    settings,
    faults: sandbox.postman.faults,
    deliveries: sandbox.postman.deliveries,
    /** The buyer pays with his phone, or on his bank's page. */
    pays: async (invitation: { show: string; codeUrl?: string; url?: string } | null) =>
      press(invitation?.codeUrl ?? invitation?.url ?? expect.fail('nothing to pay at'), 'pay'),
    refuses: async (invitation: { show: string; codeUrl?: string; url?: string } | null) =>
      press(invitation?.codeUrl ?? invitation?.url ?? expect.fail('nothing to refuse at'), 'refuse'),
    around,
    /** Counts the requests to the providers during some work. */
    async countsAsking(work: () => Promise<unknown>): Promise<number> {
      const before = mall.outside.gateways
      let asked = 0
      const counted = [...before].map(([channel, gateway]): [GatewayChannel, Gateway] => {
        const count =
          <Given extends unknown[], Answer>(ask: (...given: Given) => Answer) =>
          (...given: Given): Answer => {
            asked++
            return ask(...given)
          }
        return [channel, { ...gateway, query: count(gateway.query), queryRefund: count(gateway.queryRefund) }]
      })
      mall.outside.gateways = new Map(counted)
      await work()
      mall.outside.gateways = before
      return asked
    },
    janitor: () => pollPayments(around(), createMoment(mall.clock.now)),
    refunds: () => runRefunds(around(), createMoment(mall.clock.now)),
    /** Runs the job for payments that were closed in the mall. */
    async tellsClosed(): Promise<void> {
      const rows = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'payment.closed').execute()
      for (const { payload } of rows) await closeAtProviderLater(around(), createMoment(mall.clock.now), payload as never)
    },
  }
}
