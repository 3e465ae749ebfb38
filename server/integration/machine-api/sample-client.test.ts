import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { createIntegrationHelpers } from '#server/platform/testing/integration.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'

const CLIENT = 'docs/integration/client.ts'
const mall = await openMall()
const { key, numbers, relays, posts } = createIntegrationHelpers(mall)
const debts = createDebtHelpers(mall)
const base = await mall.app.http.listen({ host: '127.0.0.1', port: 0 })
const folder = mkdtempSync(path.join(tmpdir(), 'mall-sample-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Books {
  orders: Record<string, { state: string; payable: number }>
  statements: Record<string, { total: number; owed: number; lines: { orderNo: string; amount: number }[] }>
}
const books = () => JSON.parse(readFileSync(path.join(folder, 'books.json'), 'utf8')) as Books

test('the sample client pulls orders and statements, resumes where it stopped, and reports key problems', async () => {
  const lin = await mall.buyer('林', { credit: '500000' })
  const { id, token } = await key(lin)
  const pull = () => startChildProgram(CLIENT, { YANFENG_BASE: base, YANFENG_KEY: token }, {}, ['pull', folder]).ended
  const made = [await debts.buys(lin, '600.00'), await debts.buys(lin, '700.00')].map(({ orderNo }) => orderNo)
  await numbers()
  expect((await pull()).output).toContain('pulled 2 orders, 0 statements')
  expect(books().orders).toMatchObject({ [made[0] ?? '']: { state: 'SENT', payable: 60_000 }, [made[1] ?? '']: { payable: 70_000 } })
  expect((await pull()).output).toContain('pulled 0 orders, 0 statements')
  await lin.api.order.receive({ orderNo: made[0] ?? '' })
  await debts.dawns('2026-12-02')
  await debts.jobs()
  await numbers()
  expect((await pull()).output).toContain('pulled 1 orders, 1 statements')
  expect(books().orders[made[0] ?? '']?.state).toBe('WAIT_COMMENT')
  const statement = books().statements['2026-11']
  expect(statement).toMatchObject({ total: 130_000, owed: 130_000 })
  expect(statement?.lines.map(({ orderNo, amount }) => [orderNo, amount])).toEqual([
    [made[0], 60_000],
    [made[1], 70_000],
  ])
  await lin.api.apiKey.revoke({ id })
  const refused = await pull()
  expect([refused.code, refused.complaints]).toEqual([1, expect.stringContaining('401 KEY_REVOKED: 接口密钥已停用')])
})

test('the sample client handles each webhook event once, and rejects events without a valid signature', async () => {
  // The client goes by the real time, as receivers do.
  mall.clock.now = new Date()
  await mall.renew()
  const lin = await mall.buyer('林')
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}/`
  const { id, secret } = await lin.api.webhook.add({ name: 'ERP', url, events: ['order.payable'], payPwd: TEST_USER_PAYMENT_PASSWORD })
  const client = startChildProgram(CLIENT, { YANFENG_SECRET: secret }, {}, ['listen', String(port)])
  try {
    await client.says('listening')
    const skuId = await mall.createSku('截齿')
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    const { orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
    while ((await relays()) > 0);
    await posts()
    await client.says(`order.payable {"orderNo":"${orders[0]?.orderNo}","state":"WAIT_PAY"}`)
    const [{ id: delivery = '', lastStatus } = {}] = (await lin.api.webhook.deliveries({ webhookId: id })).dataList
    expect(lastStatus).toBe(204)
    await lin.api.webhook.redeliver({ id: delivery })
    await posts()
    const { body, attempts } = await lin.api.webhook.delivery({ id: delivery })
    expect(attempts.map(({ status }) => status)).toEqual([204, 204])
    const forged = { 'webhook-id': delivery, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)), 'webhook-signature': 'v1,AAAA' }
    expect((await fetch(url, { method: 'POST', headers: forged, body })).status).toBe(401)
  } finally {
    client.send('SIGTERM')
  }
  const { output, complaints } = await client.ended
  expect(output.match(/order\.payable/g)).toHaveLength(1)
  expect(complaints).toContain('not signed with this secret')
})
