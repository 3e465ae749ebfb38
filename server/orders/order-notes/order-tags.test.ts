import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { TAGS_PER_ORDER_MAX } from '#contract/people/account-managers/tags.ts'
import { deleteAccountManagerDataOfEnterprises } from '#server/people/account-managers/public.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const [support, warehouse] = [await mall.staff('support'), await mall.staff('warehouse')]
const { consoleOrderTag } = contract
const [lin, wu] = [await mall.buyer('林', { wallet: '1000' }), await mall.buyer('吴', { wallet: '1000' })]
const lines = [{ skuId: await mall.createSku('截齿', { sale: '100.00' }), goodsNum: 2 }]
async function placeOrder(buyer: Buyer) {
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  mall.clock.forward(60_000)
  return { enterpriseId: buyer.enterpriseId, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
}
const [first, second, ofWu] = [await placeOrder(lin), await placeOrder(lin), await placeOrder(wu)]
const createTag = async (name: string) => (await support.api.consoleEnterpriseTag.save({ name, rowVersion: 0 })).tagId
const [urgent, invoice] = [await createTag('加急'), await createTag('待补票')]
const set = (order: typeof first, addTagIds: string[], removeTagIds: string[] = []) =>
  warehouse.api.consoleOrderTag.setOf({ ...order, addTagIds, removeTagIds })
const find = async (filter: Parameters<typeof support.api.consoleOrder.list>[0]) =>
  (await support.api.consoleOrder.list(filter)).dataList.map(({ orderNo }) => orderNo)
const tagsOf = async (order: typeof first) => (await support.api.consoleOrder.detail(order)).tags.map(({ name }) => name)

test('staff tag orders, find them by a tag and take the tags along in the file; the buyer sees nothing of it', async () => {
  await set(first, [urgent, invoice])
  await set(ofWu, [urgent])
  expect(await tagsOf(first)).toEqual(['加急', '待补票'])
  expect(await find({ tagId: urgent })).toEqual([ofWu.orderNo, first.orderNo])
  expect(await find({ tagId: urgent, enterpriseId: lin.enterpriseId })).toEqual([first.orderNo])
  const [row] = (await support.api.consoleOrder.list({ tagId: invoice })).dataList
  expect(row).toMatchObject({ orderNo: first.orderNo, tags: expect.arrayContaining([{ tagId: urgent, name: '加急' }]) })
  const { bytes } = await support.api.consoleExport.orders({ tagId: invoice, format: 'csv' })
  const file = new TextDecoder().decode(bytes)
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toContain('待补票')
  const seen = JSON.stringify([await lin.api.order.detail({ orderNo: first.orderNo }), await lin.api.order.list({})])
  expect(seen).not.toMatch(/加急|待补票|tags/)
})

test('taking one tag leaves what a colleague has added, and the log says who did it to which order', async () => {
  await set(first, [], [invoice])
  expect(await tagsOf(first)).toEqual(['加急'])
  await set(first, [invoice, invoice], [])
  expect(await tagsOf(first)).toHaveLength(2)
  const logged = await mall.db.selectFrom('audit_log').select('object_id').where('action', 'like', '%order-tag/set-of%').execute()
  expect(new Set(logged.map(({ object_id }) => object_id))).toEqual(new Set([first.orderNo, ofWu.orderNo]))
})

test('orders are found by a tag of their company, which has its tags from the same list', async () => {
  const { enterpriseId } = lin
  await support.api.consoleEnterpriseTag.setOf({ enterpriseId, addTagIds: [urgent], removeTagIds: [] })
  expect(await find({ companyTagId: urgent })).toEqual([second.orderNo, first.orderNo])
  expect(await find({ companyTagId: urgent, tagId: urgent })).toEqual([first.orderNo])
})

test('an order has at most ten tags that there are, and whoever may note on it may tag it', async () => {
  const many: string[] = []
  for (let no = 0; no <= TAGS_PER_ORDER_MAX; no++) many.push(await createTag(`标签${no}`))
  const adds = (person: typeof support, addTagIds: string[], order = second) =>
    person.post(consoleOrderTag.setOf.path, { ...order, addTagIds, removeTagIds: [] })
  expect(await adds(support, many.slice(0, TAGS_PER_ORDER_MAX))).toMatchObject({ code: 200 })
  expect(await adds(support, many.slice(TAGS_PER_ORDER_MAX))).toMatchObject({ reason: 'TAGS_OF_ORDER_FULL' })
  expect(await adds(support, [mall.moment().newId()])).toMatchObject({ reason: 'ENTERPRISE_TAG_NOT_FOUND' })
  expect(await adds(support, [urgent], { ...second, enterpriseId: wu.enterpriseId })).toMatchObject({ reason: 'ORDER_NOT_FOUND' })
  for (const role of ['reviewer', 'catalogue', 'auditor'] as const)
    expect(await adds(await mall.staff(role), [urgent])).toMatchObject({ code: 403 })
  // Those who see orders and no companies choose from the same list.
  expect((await warehouse.api.consoleOrderTag.list({})).map(({ name }) => name)).toContain('加急')
  expect(await warehouse.post(contract.consoleEnterpriseTag.list.path, {})).toMatchObject({ code: 403 })
})

test('a deleted tag goes from the orders, and all tags of a company when it closes', async () => {
  await support.api.consoleEnterpriseTag.delete({ tagId: urgent, rowVersion: 0 })
  expect([await tagsOf(first), await tagsOf(ofWu), await find({ tagId: urgent })]).toEqual([['待补票'], [], []])
  await mall.runInTransaction((tx) => deleteAccountManagerDataOfEnterprises(tx, [lin.enterpriseId]))
  expect(await tagsOf(first)).toEqual([])
})
