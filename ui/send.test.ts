import { afterEach, describe, expect, test, vi } from 'vitest'
import { cartEndpoints } from '#contract/orders/cart/api.ts'
import { messageEndpoints } from '#contract/people/messaging/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { addressEndpoints } from '#contract/sites/address/api.ts'
import { createRequestSender } from './send.ts'

const send = createRequestSender({ token: () => 'mt_x', notLoggedIn: () => {} })
const [addresses, messages, carts] = [
  createApiClient(addressEndpoints, send),
  createApiClient(messageEndpoints, send),
  createApiClient(cartEndpoints, send),
]
const ID = '00000000-0000-7000-8000-000000000001'
const sent: { url: string; init: RequestInit }[] = []

/** A server or a proxy that gives one prepared answer after the other. */
function answering(...answers: (() => Response)[]): void {
  let at = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return answers[Math.min(at++, answers.length - 1)]?.()
  })
}
const answerWith = (status: number, body: object) => () => Response.json(body, { status })
const DONE = { code: 200, msg: 'success', success: true, data: null }

afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

// specification §7: HTTP is 200 and the body code is 200, or a success flag is set.
describe('a call succeeds', () => {
  test.each([
    ['with the code of success', { ...DONE, success: false }],
    ['with the flag of success', { ...DONE, code: 0 }],
  ])('if HTTP is 200, %s', async (_, body) => {
    answering(answerWith(200, body))
    await expect(messages.delete({ id: ID })).resolves.toBeNull()
  })

  test.each([500, 502, 404, 429, 201, 202])('but never with HTTP %d, whatever its body is', async (status) => {
    answering(answerWith(status, DONE))
    await expect(messages.readAll({})).rejects.toThrow('服务暂时不可用，请稍后再试')
  })

  test('or gives its refusal with any HTTP status', async () => {
    for (const status of [200, 429]) {
      answering(answerWith(status, { code: 429, msg: '操作过于频繁，请稍后再试', success: false, data: null, reason: 'TOO_MANY' }))
      await expect(messages.readAll({})).rejects.toMatchObject({ reason: 'TOO_MANY', message: '操作过于频繁，请稍后再试' })
    }
  })
})

// specification §7: GET sends its parameters in the query, POST a JSON body, PUT and DELETE are supported.
describe('a call is sent by the first method of its contract', () => {
  test('as PUT with a body', async () => {
    answering(answerWith(200, { ...DONE, data: null }))
    await carts.setCartNum({ id: ID, goodsNum: 3 }).catch(() => {})
    expect(sent).toMatchObject([
      {
        url: '/api/goods-api/api/goods-shopping-cart/set-cart-num',
        init: { method: 'PUT', body: JSON.stringify({ id: ID, goodsNum: 3 }) },
      },
    ])
  })

  test('as DELETE with its fields in the query and without a body', async () => {
    answering(answerWith(200, DONE))
    await addresses.delete({ id: ID })
    expect(sent).toMatchObject([{ url: `/api/user-api/api/address/delete?id=${ID}`, init: { method: 'DELETE' } }])
    expect(sent[0]?.init.body).toBeUndefined()
  })

  test('as POST if the contract names no other method', async () => {
    answering(answerWith(200, DONE))
    await addresses.setDefault({ id: ID })
    expect(sent).toMatchObject([{ init: { method: 'POST', body: JSON.stringify({ id: ID }) } }])
  })

  // Some company firewalls only allow GET and POST, and answer other methods themselves.
  test('or as POST if a firewall on the way blocks the method', async () => {
    answering(
      () => new Response('<html>Method Not Allowed', { status: 405, headers: { 'Content-Type': 'text/html' } }),
      answerWith(200, DONE),
    )
    await expect(addresses.delete({ id: ID })).resolves.toBeNull()
    expect(sent.map(({ init }) => init.method)).toEqual(['DELETE', 'POST'])
    expect(sent[1]).toMatchObject({ url: '/api/user-api/api/address/delete', init: { body: JSON.stringify({ id: ID }) } })
  })
})
