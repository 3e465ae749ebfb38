import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { callProvider } from '#server/adapters/gateway/public.ts'
import { callOverNetwork, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { startTraceCollector } from '#server/platform/testing/trace-collector.ts'
import { createMoment } from './moment.ts'
import { openTracing } from './open-telemetry.ts'
import { getTraceparentOfCurrentSpan, runAndEndSpan, runInChildSpan, runInSpan } from './tracing.ts'

const secret = randomBytes(32)
const mall = await openMall({ now: new Date(), secret })
const moment = createMoment(new Date())
const EVERY = 10_000

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

test('the trace of an order has its transaction, statements and job, and no data of the buyer', async () => {
  const collector = await startTraceCollector()
  const lin = await mall.buyer('林', { wallet: '1000.00' })
  const lines = [{ skuId: await mall.createSku('U84 截齿', { sale: '612.34', stock: 1 }), goodsNum: 1 }]
  await allowJobQueueSchemaCreation(mall.ownerUrl)
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const program = startChildProgram('server/main.ts', {
    DATABASE_URL: mall.appUrl,
    DATABASE_OWNER_URL: mall.ownerUrl,
    MALL_SECRET: secret.toString('hex'),
    LOG_LEVEL: 'info',
    TRACES_URL: collector.url,
    TRACES_SHARE: String(EVERY),
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  })
  onTestFinished(() => program.send('SIGKILL'))
  await program.says('"listening"')
  const call = async (path: string, body: object, traceparent?: string) => {
    const headers = { authorization: lin.token ?? '', 'content-type': 'application/json', ...(traceparent && { traceparent }) }
    const answer = await fetch(`http://127.0.0.1:${port}/api/order-api/api/order/${path}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomBytes(8).toString('hex') },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { code: number; data: { quote: string; orders: { orderNo: string }[] } }
  }
  const { data: preview } = await call('preview', { lines, method: 'wallet' })
  const order = { lines, method: 'wallet', addressId: lin.addressId, quote: preview.quote }
  const { code, data } = await call('submit', order, `00-${TRACE}-${CALLER}-01`)
  expect(code).toBe(200)

  const find = (name: string) => collector.spans.find((span) => span.traceId === TRACE && span.name === name)
  await expect.poll(() => find('job stock.changed')).toBeDefined()
  const submit = find('POST /order-api/api/order/submit')
  expect(submit).toMatchObject({
    parentSpanId: CALLER,
    kind: 2,
    status: {},
    facts: { 'http.request.method': 'POST', 'http.response.status_code': 200, 'mall.caller': 'member' },
  })
  const parts = (of: { spanId: string } | undefined) => collector.spans.filter(({ parentSpanId }) => parentSpanId === of?.spanId)
  const transaction = parts(submit).find(({ name }) => name === 'transaction')
  expect(transaction?.kind).toBe(3)
  const statements = parts(transaction).map(({ name }) => name)
  expect(statements).toEqual(expect.arrayContaining(['insert order', 'insert outbox', 'insert order_line', 'commit']))
  // The job belongs to the transaction that has published its event, and has statements of its own.
  const job = find('job stock.changed')
  expect(job).toMatchObject({ parentSpanId: transaction?.spanId, kind: 5, facts: { 'mall.attempt': 1 } })
  expect(parts(job).length).toBeGreaterThan(0)
  for (const { startMs, endMs, name } of collector.spans) expect(endMs, name).toBeGreaterThanOrEqual(startMs)
  expect(submit?.startMs).toBeGreaterThan(Date.now() - 600_000)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text()
  expect(metrics).toMatch(/^mall_trace_spans_total\{outcome="sent"\} [1-9]/m)
  expect(metrics).toMatch(/^mall_trace_spans_total\{outcome="failed"\} 0$/m)

  // What was answered just before the end arrives too.
  const refused = await callOverNetwork(`http://127.0.0.1:${port}`, '/order-api/api/order/detail', {
    body: { orderNo: 'none' },
    token: lin.token ?? '',
  })
  expect(refused.code).not.toBe(200)
  program.send('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0, complaints: '' })
  expect(collector.spans.find(({ name }) => name === 'POST /order-api/api/order/detail')?.facts).toMatchObject({
    'mall.refusal': refused.reason,
  })

  // The log names the trace of a call.
  expect(program.output()).toMatch(new RegExp(`"path":"/order-api/api/order/submit","status":200,"ms":\\d+,"trace":"${TRACE}"`))
  expect([...collector.services]).toEqual(['mall'])
  // Without ids and times: by chance their digits are those of a sum.
  const received = collector.bodies
    .join()
    .replaceAll(/"(?:\w*[sS]panId|traceId|\w+UnixNano)":"\w*"|"service\.instance\.id","value":\{[^}]*\}/g, '')
  const own = [lin.mobile, lin.userId, lin.enterpriseId, lin.addressId, lin.token ?? '', data.orders[0]?.orderNo ?? '', preview.quote]
  for (const word of [...own, '林', '612.34', '61234', '高新南一道', '127.0.0.1']) expect(received, word).not.toContain(word)
})

test('a call to a provider propagates the trace and records no address', async () => {
  const collector = await startTraceCollector()
  const heard: (string | undefined)[] = []
  const provider = createServer(({ headers }, response) => {
    heard.push(headers.traceparent as string | undefined)
    response.end('{}')
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const ask = () => callProvider(`http://127.0.0.1:${port}/orders/Y2026`, { method: 'POST', headers: { accept: '*/*' } })
  const tracer = openTracing({ url: collector.url, share: EVERY, moment })
  const span = tracer.beginJob('job pay', undefined)
  if (!span) expect.fail('every job is traced')
  await runAndEndSpan(span, ask)
  await ask()
  provider.close()
  await tracer.close()
  const [asked] = collector.spans.filter(({ name }) => name === `POST 127.0.0.1:${port}`)
  expect(asked?.facts).toEqual({
    'server.address': `127.0.0.1:${port}`,
    'http.request.method': 'POST',
    'http.response.status_code': 200,
  })
  expect(heard).toEqual([`00-${asked?.traceId}-${asked?.spanId}-01`, undefined])
  expect(collector.bodies.join()).not.toContain('Y2026')
  expect(tracer.status()).toEqual({ sent: 2, failed: 0, dropped: 0 })
})

test('an error is recorded by its kind', async () => {
  const collector = await startTraceCollector()
  const tracer = openTracing({ url: collector.url, share: EVERY, moment })
  const job = tracer.beginJob('job', undefined)
  const fails = () =>
    runInSpan(job, () => runInChildSpan({ kind: 'database', name: 'part' }, () => Promise.reject(new TypeError('林 13800000001'))))
  await expect(fails()).rejects.toThrow('林')
  job?.end(Object.assign(new Error('林'), { code: '23505' }))
  await tracer.close()
  expect(collector.spans.map(({ name, status }) => ({ name, ...status }))).toEqual([
    { name: 'part', code: 2, message: 'TypeError' },
    { name: 'job', code: 2, message: '23505' },
  ])
})

test('the server decides which calls are traced', () => {
  const url = 'http://127.0.0.1:9/v1/traces'
  const [all, none, half] = [EVERY, 0, EVERY / 2].map((share) => openTracing({ url, share, moment }))
  const sampled = `00-${TRACE}-${CALLER}-01`
  expect(all?.beginCall('call', sampled)?.traceparent).toMatch(`00-${TRACE}-`)
  // The caller says that nobody records his trace.
  expect(all?.beginCall('call', `00-${TRACE}-${CALLER}-00`)).toBeUndefined()
  for (const wrong of ['', 'x', `00-${'0'.repeat(32)}-${CALLER}-01`, `ff-${TRACE}-${CALLER}-01`, `${sampled}, ${sampled}`]) {
    const own = all?.beginCall('call', wrong)?.traceparent
    expect(own, wrong).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(own, wrong).not.toContain(TRACE)
  }
  expect(none?.beginCall('call', sampled)).toBeUndefined()
  expect(none?.beginJob('job', undefined)).toBeUndefined()
  // A job of a traced call is always traced.
  expect(none?.beginJob('job', sampled)?.traceparent).toMatch(`00-${TRACE}-`)
  const chosen = Array.from({ length: 2_000 }, () => half?.beginCall('call', undefined)).filter(Boolean).length
  expect(chosen).toBeGreaterThan(800)
  expect(chosen).toBeLessThan(1_200)
})

test('an unreachable or hanging collector breaks nothing and is counted', async () => {
  const away = openTracing({ url: `http://127.0.0.1:${await findFreePort()}/v1/traces`, share: EVERY, moment })
  away.beginCall('call', undefined)?.end()
  await expect.poll(away.status).toEqual({ sent: 0, failed: 1, dropped: 0 })
  await away.close()

  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const stuck = openTracing({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, share: EVERY, moment })
  for (let calls = 0; calls < 10_000; calls++) stuck.beginCall('call', undefined)?.end()
  // One batch is on its way, and no more than some thousand wait.
  expect(stuck.status()).toEqual({ sent: 0, failed: 0, dropped: 10_000 - 512 - 4_096 })
  // It gives up by itself.
  await stuck.close()
  silent.closeAllConnections()
  silent.close()
})

test('without a trace the work runs normally', async () => {
  const span = await runInChildSpan({ kind: 'provider', name: 'nobody' }, async (own) => own)
  expect(span).toBeUndefined()
  expect(getTraceparentOfCurrentSpan()).toBeUndefined()
})
