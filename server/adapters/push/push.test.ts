import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { PUSH_SILENCE_MAX_MS, PUSH_STREAM_PATH } from '#contract/people/messaging/push.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { relayOutboxBatch } from '#server/operations/jobs/outbox-relay.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { expectNothingInFlight, fetchInFlightCounts } from '#server/platform/testing/in-flight.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { listenForPushes } from './public.ts'

const mall = await openMall({ limits: { streams: 5, userStreams: 2 } })
const base = await mall.app.http.listen({ host: '127.0.0.1', port: 0 })
const listening = listenForPushes(mall.appUrl, mall.app.hub)
// Once connected, it tells all screens to fetch. A screen that was open already would receive that, too.
await listening.ready
afterAll(() => listening.stop())
const hangUps: (() => void)[] = []
afterEach(async () => {
  // A failed test must not leave its streams to the next one.
  for (const hangUp of hangUps.splice(0)) hangUp()
  await expectNothingInFlight(mall)
})

const SOON_MS = 3_000
/** The signals that a screen receives. */
async function listens(token: string) {
  const hangUp = new AbortController()
  hangUps.push(() => hangUp.abort())
  const answer = await fetch(base + API_BASE + PUSH_STREAM_PATH, { headers: { authorization: token }, signal: hangUp.signal })
  const received: string[] = []
  let open = true
  const reading = (async () => {
    if (!answer.body) return
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream()))
      received.push(...[...chunk.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data))
  })()
    .catch(() => {})
    .finally(() => {
      open = false
    })
  return { answer, received, isOpen: () => open, hangUp: () => hangUp.abort(), reading }
}
const until = async (holds: () => boolean) => {
  for (const begun = performance.now(); !holds() && performance.now() - begun < SOON_MS; ) await pause(10)
  return holds()
}
/** Relays the outbox, which normally a loop does. */
const relay = () =>
  relayOutboxBatch(mall.db, mall.moment(), { addJobs: async () => [], listened: new Set(), publicUrl: mall.services.publicUrl })
const notify = async ({ enterpriseId, userId }: { enterpriseId: string; userId: string }) => {
  await mall.runInTransaction((tx) =>
    sendMessages(tx, mall.moment(), [{ enterpriseId, userIds: [userId], kind: 'system', title: '秘密', content: '秘密' }]),
  )
  await relay()
}

describe('a screen that listens for live updates', () => {
  test('learns only that something has changed, and other enterprises get nothing', async () => {
    const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
    const [hers, his] = [await listens(lin.token ?? ''), await listens(chen.token ?? '')]
    expect(hers.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(hers.answer.headers.get('cache-control')).toBe('no-store')
    await notify(lin)
    expect(await until(() => hers.received.length > 0)).toBe(true)
    expect([hers.received, his.received]).toEqual([['{"kind":"message"}'], []])
    for (const { hangUp } of [hers, his]) hangUp()
    expect(await until(() => mall.app.hub.open() === 0)).toBe(true)
  })

  test('gets no updates of the same person in another enterprise', async () => {
    const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
    const line = await listens(lin.token ?? '')
    await notify({ enterpriseId: chen.enterpriseId, userId: lin.userId })
    await notify(lin)
    expect(await until(() => line.received.length > 0)).toBe(true)
    expect(line.received).toHaveLength(1)
    line.hangUp()
  })

  test('that disconnects during authentication leaves no open connection', async () => {
    const lin = await mall.buyer('林')
    const owner = new pg.Client({ connectionString: mall.ownerUrl })
    await owner.connect()
    await owner.query('begin; lock table session in access exclusive mode')
    const { hostname, port } = new URL(base)
    const head = [`GET ${API_BASE}${PUSH_STREAM_PATH} HTTP/1.1`, 'Host: mall', `Authorization: ${lin.token}`, '', ''].join('\r\n')
    const socket = connect(Number(port), hostname, () => socket.write(head))
    await expect.poll(async () => (await fetchInFlightCounts(mall)).house).toBe(1)
    socket.destroy()
    await once(socket, 'close')
    await owner.end()
    await expectNothingInFlight(mall)
  })

  test('is disconnected when its session ends, while other devices of the person stay connected', async () => {
    const lin = await mall.buyer('林')
    const phone = await mall.logsIn(lin.mobile)
    const [desk, mobile] = [await listens(lin.token ?? ''), await listens(phone.token ?? '')]
    await phone.api.security.logOut({})
    await relay()
    expect(await until(() => !mobile.isOpen())).toBe(true)
    expect(desk.isOpen()).toBe(true)
    desk.hangUp()
  })

  test('gets no more updates once its sub-account is disabled', async () => {
    const lin = await mall.buyer('林')
    const sub = await mall.subAccount(lin, ['lookOrder'])
    const line = await listens(sub.token ?? '')
    const [seat] = await lin.api.subUser.list({})
    await lin.api.subUser.modifyStatus({ id: seat?.id ?? '', status: 0 })
    await relay()
    expect(await until(() => !line.isOpen())).toBe(true)
  })
})

describe('a caller who may not listen is refused as in any other call', () => {
  test.each(['', 'mt_nobody'])('without a session (%s)', async (token) => {
    const { answer } = await listens(token)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test('a person with too many open screens gets 429, and a full server answers 503', async () => {
    const people = [await mall.buyer('甲'), await mall.buyer('乙'), await mall.buyer('丙')]
    const lines = []
    for (const { token } of people) for (let at = 0; at < 3; at++) lines.push(await listens(token ?? ''))
    const statuses = lines.map(({ answer }) => answer.status)
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429, 200, 503, 503])
    expect(mall.app.hub.open()).toBe(5)
    for (const { hangUp } of lines) hangUp()
    expect(await until(() => mall.app.hub.open() === 0)).toBe(true)
  })
})

test('a connection sends something before the idle timeout of a proxy', () => {
  expect(PUSH_SILENCE_MAX_MS).toBeLessThan(20_000)
})

test('a server that shuts down ends all open connections', async () => {
  const lin = await mall.buyer('林')
  const line = await listens(lin.token ?? '')
  mall.app.hub.close()
  expect(await until(() => !line.isOpen())).toBe(true)
})
