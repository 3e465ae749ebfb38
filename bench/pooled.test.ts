import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { PUSH_STREAM_PATH } from '#contract/people/messaging/push.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { callOverNetwork, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { openMall, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { startPooler } from './pooler.ts'

const isInstalled = (): boolean => {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

// In the release tier, on a machine that has the Debian package.
const runs = selectByTestTier({ landing: false, release: true }) && isInstalled()
const secret = randomBytes(32)
const mall = await openMall({ secret })
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

test.runIf(runs)(
  'concurrent orders and payments through PgBouncer in transaction mode keep the ledger consistent, and the buyer’s screen is told',
  async () => {
    const lin = await mall.buyer('林', { credit: '500000' })
    const skuId = await mall.createSku('U84 采煤截齿', { sale: '38.50', credit: '40.40' })
    const pooler = await startPooler({ appUrl: mall.appUrl, superUrl: inject('superUrl') })
    const port = await findFreePort()
    await allowJobQueueSchemaCreation(mall.ownerUrl)
    // It also runs the jobs, which pass on what a payment tells the buyer.
    const settings = { ...pooler.env, DATABASE_OWNER_URL: mall.ownerUrl, MALL_SECRET: secret.toString('hex'), PORT: String(port) }
    const program = startChildProgram('server/main.ts', { ...settings, LOG_LEVEL: 'info' })
    ends.push(async () => {
      program.send('SIGTERM')
      await program.ended
      pooler.stop()
    })
    await program.says('"listening"')
    const base = `http://127.0.0.1:${port}`
    const { data } = await callOverNetwork(base, '/user-api/api/security/login-by-mobile', {
      body: { mobile: lin.mobile, pwd: TEST_USER_PASSWORD },
    })
    const { token } = data as { token: string }
    // A screen that is open: LISTEN goes past the pooler, which would give its connection to another.
    const hangUp = new AbortController()
    const line = await fetch(`${base}${API_BASE}${PUSH_STREAM_PATH}`, { headers: { authorization: token }, signal: hangUp.signal })
    const reader = line.body?.pipeThrough(new TextDecoderStream()).getReader()
    const orders = async () => {
      const lines = [{ skuId, goodsNum: 1 }]
      const preview = await callOverNetwork(base, '/order-api/api/order/preview', { token, body: { lines, method: 'credit' } })
      const { quote } = preview.data as { quote: string }
      const body = { lines, method: 'credit', addressId: lin.addressId, quote }
      const submitted = await callOverNetwork(base, '/order-api/api/order/submit', { token, key: randomUUID(), body })
      expect(submitted).toMatchObject({ code: 200 })
      const { tradeId } = submitted.data as { tradeId: string }
      return callOverNetwork(base, '/order-api/api/order/pay-by-credit', {
        token,
        key: randomUUID(),
        body: { tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD },
      })
    }
    // Fewer than a person may submit in a minute, and at once, so that transactions of several share a connection.
    const paid = await Promise.all(Array.from({ length: 8 }, orders))
    expect(paid.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 200))
    let heard = ''
    while (!heard.includes('data: {"kind":"message"}')) heard += (await reader?.read())?.value ?? expect.fail('the line ended')
    hangUp.abort()
    expect(await mall.findInvariantBreaches()).toEqual({})
    console.info(`pooler: PgBouncer ${pooler.version}, ${paid.length} orders and payments at once, and a push past it`)
  },
  120_000,
)
