import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { openMall } from '#server/platform/testing/mall.ts'

// specification §7: POST sends a JSON body, GET sends its parameters in the query, PUT and DELETE are supported.

const mall = await openMall()
const lin = await mall.buyer('林')
const { http } = mall.app
const calls: Endpoint[] = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api))

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  http.inject({ method, url: API_BASE + path, headers: { authorization: lin.token ?? '' }, ...(payload ? { payload } : {}) })

const fields = { name: '林', mobile: '13800000001', areaCode: '440305', detail: '二道 2 号', isDefault: false }
const addressPaths = { modify: contract.address.modify.path, delete: contract.address.delete.path }

describe('a resource address', () => {
  test('is modified by PUT or POST', async () => {
    const { id } = await lin.api.address.add(fields)
    const answer = await ask('PUT', addressPaths.modify, { id, ...fields, name: '王' })
    expect([answer.statusCode, answer.json().data.name]).toEqual([200, '王'])
    expect((await ask('POST', addressPaths.modify, { id, ...fields })).json().data.name).toBe('林')
  })

  test('is deleted by DELETE, named in the query or in the body', async () => {
    const [one, other] = [await lin.api.address.add(fields), await lin.api.address.add({ ...fields, detail: '三道' })]
    expect((await ask('DELETE', `${addressPaths.delete}?id=${one.id}`)).json()).toMatchObject({ code: 200, success: true })
    expect((await ask('DELETE', addressPaths.delete, { id: other.id })).json()).toMatchObject({ code: 200, success: true })
    const left = (await lin.api.address.list({})).map(({ id }) => id)
    expect(left).not.toContain(one.id)
    expect(left).not.toContain(other.id)
  })

  test('is not deleted by GET, whatever its query', async () => {
    const { id } = await lin.api.address.add(fields)
    const answer = await ask('GET', `${addressPaths.delete}?id=${id}`)
    expect([answer.statusCode, answer.json().reason]).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect((await lin.api.address.list({})).map((one) => one.id)).toContain(id)
  })
})

test('cart lines and messages are deleted by DELETE as well', async () => {
  const skuId = await mall.createSku('截齿')
  await lin.api.cart.add({ skuId, goodsNum: 2 })
  const ids = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList.map(({ id }) => id))
  const answer = await ask('DELETE', `${contract.cart.delete.path}?ids=${ids.join(',')}`)
  expect(answer.json()).toMatchObject({ code: 200, data: { count: 0 } })
  expect((await ask('DELETE', `${contract.message.delete.path}?id=${ids[0]}`)).json()).toMatchObject({ reason: 'MESSAGE_NOT_FOUND' })
})

test('an unsupported method is refused with the list of supported ones', async () => {
  const answer = await ask('DELETE', addressPaths.modify, { id: lin.addressId })
  expect([answer.statusCode, answer.json().reason, answer.headers.allow]).toEqual([405, 'METHOD_NOT_ALLOWED', 'PUT, POST'])
})

test('every call answers POST, only reads answer GET, and the description lists the methods of each', async () => {
  const { paths } = JSON.parse((await http.inject({ url: '/api/openapi.json' })).body) as { paths: Record<string, object> }
  for (const { path, kind, methods } of calls) {
    expect({ path, methods }).toEqual({ path, methods: expect.arrayContaining(['POST']) })
    const reads = kind === 'read' || kind === 'download'
    expect({ path, gets: methods.includes('GET'), changes: methods.some((one) => one === 'PUT' || one === 'DELETE') && reads }).toEqual({
      path,
      gets: reads,
      changes: false,
    })
    expect({ path, described: Object.keys(paths[API_BASE + path] ?? {}).sort() }).toEqual({
      path,
      described: methods.map((one) => one.toLowerCase()).sort(),
    })
  }
  expect(calls.filter(({ methods }) => methods.includes('PUT') || methods.includes('DELETE')).length).toBeGreaterThanOrEqual(6)
})
