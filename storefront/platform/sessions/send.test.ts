import { beforeEach, expect, test, vi } from 'vitest'
import { cartEndpoints } from '#contract/orders/cart/api.ts'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import { currentUserEndpoints, loginAndRegistrationEndpoints, ownEnterprisesEndpoints } from '#contract/people/identity/api.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { NOT_LOGGED_IN_CODE } from '#contract/platform/core/envelope.ts'
import { stubStorage } from '#ui/stub-storage.ts'
import { onClientEvent } from './events.ts'
import { dropPendingRequests, listPendingActionLabels, setCurrentMembership, takePendingRequests } from './pending-requests.ts'
import { MembershipChangedInOtherTabError, resendOnePendingRequest, sendOrHoldUntilLogin } from './send.ts'
import { clearToken, readToken, storeToken } from './token.ts'

const lin = { userId: 'lin', enterpriseId: 'a' }
const stored = stubStorage()
const done = { code: 200, msg: 'success', success: true, data: { count: 3 } }
const expired = { code: NOT_LOGGED_IN_CODE, msg: '请先登录', success: false, data: null }
let led = 0
onClientEvent('notLoggedIn', ({ expired }) => {
  led += expired ? 1 : 100
})
let wanted = 0
onClientEvent('loginWanted', () => {
  wanted += 1
})
const refused: { act: string; msg: string }[] = []
onClientEvent('parkedRefused', (refusal) => refused.push(refusal))

beforeEach(() => {
  stored.clear()
  dropPendingRequests()
  led = 0
  wanted = 0
  refused.length = 0
  setCurrentMembership(lin)
  storeToken('old')
})

/** A server that gives the same answer to every request. */
function answerWith(envelope: object, meanwhile: () => void = () => {}): string[] {
  const heard: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    heard.push(address)
    meanwhile()
    return Response.json(envelope)
  })
  return heard
}

/** Sends a call to a server that runs `meanwhile` and answers 510. */
async function meet(endpoint: Endpoint, meanwhile?: () => void): Promise<void> {
  answerWith(expired, meanwhile)
  await expect(sendOrHoldUntilLogin(endpoint, {}, {})).rejects.toThrow('授权处理中')
}

/** Makes a call whose session has expired. Returns its result, and what is pending. */
async function expire() {
  answerWith(expired)
  const outcome = sendOrHoldUntilLogin(cartEndpoints.add, {}, {}).catch((error: Error) => error.message)
  await vi.waitUntil(() => led > 0)
  const [parked] = takePendingRequests(lin)
  if (!parked) throw new Error('nothing is parked')
  return { outcome, parked }
}

test('a 510 clears the token, keeps the write pending and opens the login screen once', async () => {
  const { parked } = await expire()
  expect(readToken()).toBeNull()
  expect(led).toBe(1)
  expect(parked.request.endpoint).toBe(cartEndpoints.add)
})

test('other writes in flight when the session expires are kept pending without a second login prompt', async () => {
  answerWith(expired)
  for (const endpoint of [cartEndpoints.add, cartEndpoints.delete]) void sendOrHoldUntilLogin(endpoint, {}, {}).catch(() => {})
  await vi.waitUntil(() => led > 0)
  await new Promise((resolve) => setTimeout(resolve))
  expect(takePendingRequests(lin).map(({ request }) => request.endpoint)).toEqual([cartEndpoints.add, cartEndpoints.delete])
  expect(led).toBe(1)
})

test('a 510 of a request without a token does not affect the expired session: its writes stay pending', async () => {
  const answers: PromiseWithResolvers<Response>[] = []
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>()
    answers.push(answer)
    return answer.promise
  })
  const ask = (endpoint: Endpoint) => sendOrHoldUntilLogin(endpoint, {}, {}).catch(() => {})
  const first = ask(currentUserEndpoints.detail)
  void ask(cartEndpoints.add)
  answers[0]?.resolve(Response.json(expired))
  await first
  const withoutToken = ask(currentUserEndpoints.detail)
  answers[2]?.resolve(Response.json(expired))
  await withoutToken
  answers[1]?.resolve(Response.json(expired))
  await vi.waitUntil(() => listPendingActionLabels().length > 0)
  expect(takePendingRequests(lin).map(({ request }) => request.endpoint)).toEqual([cartEndpoints.add])
})

test('a request sent again after the login answers its original caller', async () => {
  const { outcome, parked } = await expire()
  storeToken('new')
  const heard = answerWith(done)
  await resendOnePendingRequest(parked)
  expect(await outcome).toEqual({ ...done, status: 200 })
  expect(heard).toEqual([`/api${cartEndpoints.add.path}`])
})

test.each([
  ['refused', () => answerWith({ ...done, code: 409, success: false, msg: '库存不足' }), '库存不足'],
  ['lost on the line', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline'))), '网络连接失败，请检查网络后重试'],
])('a request %s after the login is reported once, and its caller gets no further error', async (_, now, msg) => {
  const { outcome, parked } = await expire()
  storeToken('new')
  now()
  await resendOnePendingRequest(parked)
  expect(await outcome).toBe('授权处理中')
  expect(refused).toEqual([{ act: '加入购物车', msg }])
})

test('a request that gets another 510 waits for the next login', async () => {
  const { outcome, parked } = await expire()
  storeToken('new')
  await resendOnePendingRequest(parked)
  expect([led, refused]).toEqual([2, []])
  expect(takePendingRequests(lin)).toEqual([parked])
  answerWith(done)
  storeToken('newest')
  await resendOnePendingRequest(parked)
  expect(await outcome).toEqual({ ...done, status: 200 })
})

test('a write of a guest opens the login without a server call; payments are never kept for the next user', async () => {
  dropPendingRequests()
  clearToken()
  const heard = answerWith(expired)
  const outcome = sendOrHoldUntilLogin(cartEndpoints.add, {}, {})
  expect([heard, wanted]).toEqual([[], 1])
  const [parked] = takePendingRequests(lin)
  storeToken('new')
  answerWith(done)
  if (parked) await resendOnePendingRequest(parked)
  expect(await outcome).toEqual({ ...done, status: 200 })

  clearToken()
  answerWith(expired)
  await expect(sendOrHoldUntilLogin(orderEndpoints.payByWallet, {}, {})).rejects.toThrow('授权处理中')
  expect([wanted, led, takePendingRequests(lin)]).toEqual([1, 100, []])
})

test.each([
  ['a read', currentUserEndpoints.detail],
  ['a switch of the company', ownEnterprisesEndpoints.change],
  ['a log-out', loginAndRegistrationEndpoints.logOut],
])('%s is not sent again after the next login', async (_, endpoint) => {
  await meet(endpoint)
  expect(readToken()).toBeNull()
  expect(takePendingRequests(lin)).toEqual([])
})

test('a late 510 for an old token does not affect the new session', async () => {
  await meet(cartEndpoints.add, () => storeToken('new'))
  expect(readToken()).toBe('new')
  expect(led).toBe(0)
  expect(takePendingRequests(lin)).toEqual([])
})

test('a write for one membership is not sent after another tab has switched to another one', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address)
    return Response.json({ code: 200, msg: 'success', success: true, data: null })
  })
  stored.set('yanfeng.token', 'of another company')
  await expect(sendOrHoldUntilLogin(cartEndpoints.add, {}, {})).rejects.toThrow(MembershipChangedInOtherTabError)
  expect(sent).toEqual([])
  // The screen knows about the change and shows the other company now, so the call is meant for it.
  await sendOrHoldUntilLogin(cartEndpoints.add, {}, {})
  stored.set('yanfeng.token', 'of a third')
  await sendOrHoldUntilLogin(cartEndpoints.list, {}, {})
  expect(sent).toEqual([`/api${cartEndpoints.add.path}`, `/api${cartEndpoints.list.path}`])
})

test('a prefetched answer is used once, only for the same user and the same input', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address)
    return Response.json({ code: 200, msg: 'success', success: true, data: 'asked' })
  })
  const ahead = (token: string | null, body = '{}') => {
    const answer = Promise.resolve(Response.json({ code: 200, msg: 'success', success: true, data: 'ahead' }))
    globalThis.prefetched = { [`/api${cartEndpoints.list.path}`]: { body, token, answer } }
  }
  const ask = async () => (await sendOrHoldUntilLogin(cartEndpoints.list, {}, {})).data

  ahead('old')
  expect([await ask(), await ask()]).toEqual(['ahead', 'asked'])
  ahead('of another')
  expect(await ask()).toBe('asked')
  ahead('old', '{"pageNo":2}')
  expect(await ask()).toBe('asked')
  ahead('old')
  vi.spyOn(performance, 'now').mockReturnValue(31_000)
  expect(await ask()).toBe('asked')
  expect(sent).toHaveLength(4)
  vi.restoreAllMocks()
})
