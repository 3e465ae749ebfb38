import { beforeEach, expect, test, vi } from 'vitest'
import { cart } from '../../contract/cart/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { NOT_LOGGED_IN } from '../../contract/envelope.ts'
import { enterprise, security, user } from '../../contract/identity/api.ts'
import { stubStorage } from '../../ui/stub-storage.ts'
import { on } from './events.ts'
import { dropParked, nameSeat, takeParked } from './parked.ts'
import { MovedError, send } from './send.ts'
import { readToken, storeToken } from './token.ts'

const lin = { userId: 'lin', enterpriseId: 'a' }
const stored = stubStorage()
const expired = { code: NOT_LOGGED_IN, msg: '请先登录', success: false, data: null }
let led = 0
on('notLoggedIn', () => {
  led += 1
})

beforeEach(() => {
  stored.clear()
  dropParked()
  led = 0
  nameSeat(lin)
  storeToken('old')
})

/** Sends to a server that answers 510 after `meanwhile`. */
async function meet(endpoint: Endpoint, meanwhile: () => void = () => {}): Promise<void> {
  vi.stubGlobal('fetch', async () => {
    meanwhile()
    return Response.json(expired)
  })
  await expect(send(endpoint, {}, {})).rejects.toThrow('授权处理中')
}

test('a 510 takes the token, parks what was to change something, and asks for the login screen', async () => {
  await meet(cart.add)
  expect(readToken()).toBeNull()
  expect(led).toBe(1)
  expect(takeParked(lin).map(({ endpoint }) => endpoint)).toEqual([cart.add])
})

test.each([
  ['a read', user.detail],
  ['a switch of the company', enterprise.change],
  ['a log-out', security.logOut],
])('%s is not sent again after the next login', async (_, endpoint) => {
  await meet(endpoint)
  expect(readToken()).toBeNull()
  expect(takeParked(lin)).toEqual([])
})

test('a late 510 of the token before says nothing of the one that has come since', async () => {
  await meet(cart.add, () => storeToken('new'))
  expect(readToken()).toBe('new')
  expect(led).toBe(0)
  expect(takeParked(lin)).toEqual([])
})

test('what was pressed for one seat is not sent in the name of another, which another tab has switched to', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address)
    return Response.json({ code: 200, msg: 'success', success: true, data: null })
  })
  stored.set('yanfeng.token', 'of another company')
  await expect(send(cart.add, {}, {})).rejects.toThrow(MovedError)
  expect(sent).toEqual([])
  // The screen has been told and shows the other seat now: what is pressed there is meant for it.
  await send(cart.add, {}, {})
  stored.set('yanfeng.token', 'of a third')
  await send(cart.list, {}, {})
  expect(sent).toEqual([`/api${cart.add.path}`, `/api${cart.list.path}`])
})

test('an answer that was sent for beforehand is taken once, by who sits here and for the same words', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address)
    return Response.json({ code: 200, msg: 'success', success: true, data: 'asked' })
  })
  const ahead = (token: string | null, body = '{}') => {
    const answer = Promise.resolve(Response.json({ code: 200, msg: 'success', success: true, data: 'ahead' }))
    globalThis.beforehand = { [`/api${cart.list.path}`]: { body, token, answer } }
  }
  const ask = async () => (await send(cart.list, {}, {})).data

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
