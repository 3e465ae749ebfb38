import { describe, expect, test } from 'vitest'
import { ADDRESSES_PER_ENTERPRISE_MAX } from '#contract/sites/address/api.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const PATH = '/user-api/api/address'
const NO_ONE = '00000000-0000-7000-8000-000000000000'
const fields = { name: '张三', mobile: '13912345678', areaCode: '440305', detail: '高新南一道 2 号', isDefault: false }

const add = (buyer: Buyer, change: Partial<typeof fields> = {}) => buyer.api.address.add({ ...fields, ...change })
const defaults = async (buyer: Buyer) => (await buyer.api.address.list({})).filter(({ isDefault }) => isDefault)

describe('there is always exactly one default address', () => {
  test('the first address becomes it in any case, a later one only on request, replacing the old one', async () => {
    const lin = await mall.buyer('林')
    const second = await add(lin)
    expect((await defaults(lin)).map(({ id }) => id)).toEqual([lin.addressId])
    const third = await add(lin, { isDefault: true })
    expect((await defaults(lin)).map(({ id }) => id)).toEqual([third.id])
    await lin.api.address.setDefault({ id: second.id })
    expect((await lin.api.address.list({})).map(({ id }) => id)[0]).toBe(second.id)
    // Taking the mark off in a form does not leave a company without one.
    expect(await lin.api.address.modify({ ...fields, id: second.id })).toMatchObject({ isDefault: true })
  })

  test('the newest remaining address becomes it after a deletion, and the last deletion leaves none', async () => {
    const lin = await mall.buyer('林')
    const [second, third] = [await add(lin), await add(lin)]
    await lin.api.address.delete({ id: lin.addressId })
    expect(await defaults(lin)).toMatchObject([{ id: third.id }])
    await lin.api.address.delete({ id: third.id })
    await lin.api.address.delete({ id: second.id })
    expect(await lin.api.address.list({})).toEqual([])
    expect(await add(lin)).toMatchObject({ isDefault: true })
  })

  // N6
  test('thirty concurrent changes leave one default', async () => {
    const lin = await mall.buyer('林')
    const ids = [lin.addressId, ...(await Promise.all(Array.from({ length: 5 }, () => add(lin)))).map(({ id }) => id)]
    const changes = Array.from({ length: 30 }, (_, at) => {
      const id = ids[at % ids.length] ?? ''
      if (at % 3 === 0) return lin.post(`${PATH}/set-default`, { id })
      if (at % 3 === 1) return lin.post(`${PATH}/modify`, { ...fields, id, isDefault: true })
      return lin.post(`${PATH}/add`, { ...fields, isDefault: true })
    })
    expect((await Promise.all(changes)).map(({ code }) => code)).toEqual(Array(30).fill(200))
    expect(await defaults(lin)).toHaveLength(1)
  })

  test('a concurrent deletion and choice of the same address leave one default', async () => {
    const lin = await mall.buyer('林')
    for (let round = 0; round < 5; round++) {
      const other = await add(lin)
      const answers = await Promise.all([lin.post(`${PATH}/delete`, { id: other.id }), lin.post(`${PATH}/set-default`, { id: other.id })])
      expect(answers.every(({ code }) => code === 200 || code === 404)).toBe(true)
      expect(await defaults(lin)).toHaveLength(1)
    }
  })
})

describe('an enterprise has at most fifty addresses', () => {
  test('and concurrent calls cannot exceed that', async () => {
    const lin = await mall.buyer('林')
    for (let at = 1; at < ADDRESSES_PER_ENTERPRISE_MAX - 3; at++) await add(lin)
    const answers = await Promise.all(Array.from({ length: 12 }, () => lin.post(`${PATH}/add`, fields)))
    expect(answers.map(({ code }) => code).sort()).toEqual([...Array(3).fill(200), ...Array(9).fill(422)])
    expect(answers.find(({ code }) => code === 422)).toMatchObject({ reason: 'ADDRESS_FULL', msg: '收货地址最多保存 50 个' })
    expect(await lin.api.address.list({})).toHaveLength(ADDRESSES_PER_ENTERPRISE_MAX)
  })
})

describe('the region of an address', () => {
  test('has its names from the district code, and names sent by the caller are refused', async () => {
    const lin = await mall.buyer('林')
    expect(await add(lin)).toMatchObject({ province: '广东省', city: '深圳市', district: '南山区' })
    expect(await lin.post(`${PATH}/add`, { ...fields, province: '北京市' })).toMatchObject({ code: 400, detail: { field: 'province' } })
  })

  test.each(['440300', '440000', '999999', '000000', '440399'])('%s is no district', async (areaCode) => {
    const lin = await mall.buyer('林')
    expect(await lin.post(`${PATH}/add`, { ...fields, areaCode })).toMatchObject({
      code: 422,
      reason: 'REGION_UNKNOWN',
      msg: '所选地区不存在，请重新选择',
    })
    expect(await lin.post(`${PATH}/modify`, { ...fields, id: lin.addressId, areaCode })).toMatchObject({
      code: 422,
      reason: 'REGION_UNKNOWN',
    })
    expect(await lin.api.address.list({})).toHaveLength(1)
  })

  test.each([
    [{ areaCode: '4403055' }, '请选择所在地区'],
    [{ areaCode: 'toString' }, '请选择所在地区'],
    [{ areaCode: '__proto' }, '请选择所在地区'],
    [{ name: '  ' }, '请输入收货人'],
    [{ detail: '' }, '请输入详细地址'],
    [{ detail: '远'.repeat(101) }, '最多100字'],
    [{ mobile: '0755-1234567' }, '请输入正确的手机号'],
  ])('%o is refused: %s', async (wrong, msg) => {
    const lin = await mall.buyer('林')
    expect(await lin.post(`${PATH}/add`, { ...fields, ...wrong })).toMatchObject({ code: 400, msg })
  })
})

test('addresses of a project site exist until the project is deleted, and projects of others are not found', async () => {
  const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
  const [{ id: projectId }, theirs] = [await lin.api.project.add({ name: '一号井' }), await chen.api.project.add({ name: '二号井' })]
  const project = { id: projectId, name: '一号井' }
  const site = await lin.api.address.add({ ...fields, projectId })
  expect(site).toMatchObject({ project })
  expect((await lin.api.address.list({})).map((one) => one.project)).toEqual([null, project])
  for (const wrong of [theirs.id, NO_ONE])
    for (const body of [fields, { ...fields, id: site.id }])
      expect(await lin.post(`${PATH}/${'id' in body ? 'modify' : 'add'}`, { ...body, projectId: wrong })).toMatchObject({
        code: 404,
        reason: 'PROJECT_NOT_FOUND',
      })
  expect(await lin.api.address.detail({ id: site.id })).toEqual(site)
  await lin.api.project.delete({ id: projectId })
  expect(await lin.api.address.detail({ id: site.id })).toEqual({ ...site, project: null })
})

// N1
test('an address of another enterprise is not found: it cannot be read, changed, chosen or deleted', async () => {
  const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
  const before = await chen.api.address.list({})
  for (const [call, body] of [
    ['detail', {}],
    ['delete', {}],
    ['set-default', {}],
    ['modify', fields],
  ] as const) {
    const [foreign, none] = [
      await lin.post(`${PATH}/${call}`, { ...body, id: chen.addressId }),
      await lin.post(`${PATH}/${call}`, { ...body, id: NO_ONE }),
    ]
    expect(foreign).toMatchObject({ status: 200, code: 404, reason: 'ADDRESS_NOT_FOUND', msg: '收货地址不存在' })
    expect(foreign).toEqual(none)
  }
  expect(await chen.api.address.list({})).toEqual(before)
})

test('an order keeps the address it was submitted with, whatever happens to that address', async () => {
  const sku = await mall.createSku('U84')
  const lin = await mall.buyer('林')
  const lines = [{ skuId: sku, goodsNum: 1 }]
  const { quote, address } = await lin.api.order.preview({ lines })
  expect(address?.id).toBe(lin.addressId)
  const { orders } = await lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
  await lin.api.address.modify({ ...fields, id: lin.addressId, name: '李四' })
  await lin.api.address.delete({ id: lin.addressId })
  expect(await lin.api.order.detail({ orderNo: orders[0]?.orderNo ?? '' })).toMatchObject({
    receiverName: '林',
    receiverRegion: '广东省 深圳市 南山区',
    receiverDetail: '高新南一道 1 号',
  })
  expect(await lin.api.order.preview({ lines })).toMatchObject({ address: null })
})
