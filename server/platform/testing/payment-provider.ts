import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import { readOrCreateSandboxCredentials } from '#sandbox/credentials.ts'
import { openPaymentSandbox } from '#sandbox/sandbox.ts'
import { createMallSettingsForSandbox } from '#sandbox/settings.ts'
import { type GatewayChannel, openPaymentGateways, type PaymentGateway } from '#server/adapters/gateway/public.ts'
import { closeChargeOfClosedPayment, pollDuePayments, processDueRefunds } from '#server/billing/incoming-payments/public.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import type { Mall } from './mall.ts'

/**
 * Connects a mall to the sandbox payment provider over HTTP, on the mall's clock. The mall listens on loopback, so that it receives real
 * notifications. `secondsScale` shortens the delays between deliveries.
 */
export async function connectSandboxPaymentProvider(mall: Mall, { secondsScale = 0.002 } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-sandbox-'))
  const credentials = readOrCreateSandboxCredentials(folder)
  const sandbox = await openPaymentSandbox({ folder, port: 0, now: () => mall.clock.now, secondsScale })
  mall.services.publicUrl = await mall.app.http.listen({ host: '127.0.0.1', port: 0 })
  const settings = createMallSettingsForSandbox(credentials, sandbox.base)
  mall.services.gateways = openPaymentGateways(settings)
  afterAll(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const context = () => ({ db: mall.db, gateways: mall.services.gateways, publicUrl: mall.services.publicUrl })
  const answerPage = async (url: string, answer: 'pay' | 'refuse') => {
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
      answerPage(invitation?.codeUrl ?? invitation?.url ?? expect.fail('nothing to pay at'), 'pay'),
    refuses: async (invitation: { show: string; codeUrl?: string; url?: string } | null) =>
      answerPage(invitation?.codeUrl ?? invitation?.url ?? expect.fail('nothing to refuse at'), 'refuse'),
    around: context,
    /** Counts the requests to the providers during some work. */
    async countsAsking(work: () => Promise<unknown>): Promise<number> {
      const before = mall.services.gateways
      let asked = 0
      const counted = [...before].map(([channel, gateway]): [GatewayChannel, PaymentGateway] => {
        const count =
          <Given extends unknown[], Answer>(ask: (...given: Given) => Answer) =>
          (...given: Given): Answer => {
            asked++
            return ask(...given)
          }
        return [channel, { ...gateway, query: count(gateway.query), queryRefund: count(gateway.queryRefund) }]
      })
      mall.services.gateways = new Map(counted)
      await work()
      mall.services.gateways = before
      return asked
    },
    janitor: () => pollDuePayments(context(), createMoment(mall.clock.now)),
    refunds: () => processDueRefunds(context(), createMoment(mall.clock.now)),
    /** Runs the job for payments that were closed in the mall. */
    async tellsClosed(): Promise<void> {
      const rows = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'payment.closed').execute()
      for (const { payload } of rows) await closeChargeOfClosedPayment(context(), createMoment(mall.clock.now), payload as never)
    },
  }
}
