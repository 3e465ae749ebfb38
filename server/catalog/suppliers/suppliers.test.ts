import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { ONE_DAY_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const [catalogue, admin, warehouse] = [await mall.staff('catalogue'), await mall.staff('admin'), await mall.staff('warehouse')]
const { save, addPrice } = contract.consoleSupplier
const typed = {
  name: '株洲硬质合金',
  creditCode: '',
  contactName: '周敏',
  contactPhone: '0731-8800 1200',
  paymentTerms: '月结 30 天',
  leadDays: 7,
  active: true,
}
const skuId = await mall.createSku('U84 采煤截齿')
const skuCode = (await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()).code
const { supplierId } = await catalogue.api.consoleSupplier.save(typed)
const price = { supplierId, skuCode, price: yuanTextToFen('38.50'), leadDays: 7, minimum: 100, validFrom: '2026-11-18' }
const pricesOf = async (person = warehouse) => (await person.api.consoleSupplier.prices({ supplierId })).dataList

test('suppliers are created, searched, stopped and changed, and the second of two editors learns it', async () => {
  await catalogue.api.consoleSupplier.save({ ...typed, name: '长沙钻具' })
  const names = async (input: object) => (await warehouse.api.consoleSupplier.list(input)).dataList.map(({ name }) => name)
  expect(await names({ keyword: '钻具' })).toEqual(['长沙钻具'])
  expect(await names({ keyword: '%' })).toEqual([])
  expect(await catalogue.post(save.path, typed)).toMatchObject({ reason: 'SUPPLIER_NAME_TAKEN', detail: { field: 'name' } })
  const [second] = (await catalogue.api.consoleSupplier.list({ keyword: '钻具' })).dataList
  const named = { ...typed, name: '长沙钻具', supplierId: second?.supplierId ?? '' }
  await catalogue.api.consoleSupplier.save({ ...named, active: false, leadDays: 10, rowVersion: 0 })
  expect(await admin.post(save.path, { ...named, rowVersion: 0 })).toMatchObject({
    reason: 'ROW_CHANGED',
    detail: { by: 'catalogue', what: '到货天数 由 7 改为 10；合作中 由 是 改为 否' },
  })
  expect(await names({ state: 'stopped' })).toEqual(['长沙钻具'])
  const refused = await catalogue.post(addPrice.path, { ...price, price: 38.5, supplierId: named.supplierId })
  expect(refused).toMatchObject({ code: 409, reason: 'SUPPLIER_STOPPED' })
  expect(await catalogue.post(save.path, { ...typed, name: '别家', supplierId: randomUUID() })).toMatchObject({
    reason: 'SUPPLIER_NOT_FOUND',
  })
})

test.each<[string, object, string]>([
  ['no name', { name: ' ' }, 'name'],
  ['a credit code that is none', { creditCode: '91310000123456789A' }, 'creditCode'],
  ['a telephone number with letters', { contactPhone: '问前台' }, 'contactPhone'],
  ['a lead time of two years', { leadDays: 730 }, 'leadDays'],
])('a supplier with %s is not saved', async (_, wrong, field) => {
  const { total } = await warehouse.api.consoleSupplier.list({})
  expect(await catalogue.post(save.path, { ...typed, name: '新的', ...wrong })).toMatchObject({ code: 400, detail: { field } })
  expect((await warehouse.api.consoleSupplier.list({})).total).toBe(total)
})

test('the newest price of a SKU counts from its day on, and those before it stay', async () => {
  await catalogue.api.consoleSupplier.addPrice(price)
  await catalogue.api.consoleSupplier.addPrice({ ...price, price: yuanTextToFen('41.20'), validFrom: '2026-11-20' })
  expect(await pricesOf()).toMatchObject([{ skuId, skuCode, price: yuanTextToFen('38.50'), minimum: 100, inForce: true, by: 'catalogue' }])
  mall.clock.forward(2 * ONE_DAY_MS)
  await mall.renew()
  expect(await pricesOf()).toMatchObject([{ price: yuanTextToFen('41.20'), validFrom: '2026-11-20', inForce: true }])
  const history = await warehouse.api.consoleSupplier.priceHistory({ supplierId, skuId })
  expect(history.dataList.map((one) => one.price)).toEqual([yuanTextToFen('41.20'), yuanTextToFen('38.50')])
  expect(await warehouse.api.consoleSupplier.detail({ supplierId })).toMatchObject({ skuCount: 1 })
  const unknown = await catalogue.post(addPrice.path, { ...price, price: 38.5, skuCode: 'NO-SUCH' })
  expect(unknown).toMatchObject({ reason: 'SKU_NOT_FOUND', detail: { field: 'skuCode' } })
  expect(unknown.msg).toContain('NO-SUCH')
})

test('prices are written by the people of the catalogue, and nobody else sees suppliers than those who buy, store or pay', async () => {
  for (const role of ['warehouse', 'finance'] as const)
    expect(await (await mall.staff(role)).post(addPrice.path, { ...price, price: 38.5 })).toMatchObject({ code: 403 })
  const { path } = contract.consoleSupplier.list
  expect(await (await mall.staff('finance')).post(path, {})).toMatchObject({ code: 200 })
  for (const role of ['support', 'reviewer'] as const) expect(await (await mall.staff(role)).post(path, {})).toMatchObject({ code: 403 })
  expect(await (await mall.buyer('林')).post(path, {})).not.toMatchObject({ code: 200 })
})

test('whoever keeps certain shops sees and enters the prices of their SKUs alone', async () => {
  const keeper = await mall.staff('warehouse', 'catalogue')
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  expect(await pricesOf(keeper)).toEqual([])
  expect(await keeper.post(addPrice.path, { ...price, price: 38.5 })).toMatchObject({ reason: 'SKU_NOT_FOUND' })
  const { path } = contract.consoleSupplier.priceHistory
  expect(await keeper.post(path, { supplierId, skuId })).toMatchObject({ reason: 'SKU_NOT_FOUND' })
})
