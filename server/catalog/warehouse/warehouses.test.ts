import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { createColleagues } from '#server/platform/testing/colleagues.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'

const mall = await openMall()
const [warehouse, admin] = [await mall.staff('warehouse'), await mall.staff('admin')]
const { save, list, stock, setBin } = contract.consoleWarehouse
const { adjustStock } = contract.consoleSku
const typed = { code: 'sy-1', name: '沈阳仓', address: '沈阳市铁西区', provinces: ['辽宁省', '吉林省'], open: true }
const codeOf = async (skuId: string) =>
  (await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()).code
const lying = async (warehouseId: string, skuId: string) => {
  const { dataList } = await warehouse.api.consoleWarehouse.stock({ warehouseId, keyword: await codeOf(skuId) })
  return dataList.map(({ units, inHouse, bin }) => [units, inHouse, bin])
}
const importsBins = (lines: string[], staff: Pick<TestUser, 'api'> = warehouse) =>
  staff.api.consoleStock.importBins({ fileName: '货位.csv' }, { file: new Blob([lines.join('\n')], { type: 'text/csv' }) })

test('every mall has a main warehouse, which cannot be closed, and further ones are created, changed and closed', async () => {
  const names = async (input: object) => (await warehouse.api.consoleWarehouse.list(input)).dataList.map(({ name }) => name)
  expect(await names({})).toEqual(['主仓'])
  const main = { code: 'MAIN', name: '主仓', address: '', provinces: [], warehouseId: MAIN_WAREHOUSE_ID, rowVersion: 0 }
  expect(await warehouse.post(save.path, { ...main, open: false })).toMatchObject({ reason: 'WAREHOUSE_MAIN' })
  await warehouse.api.consoleWarehouse.save({ ...main, address: '深圳市龙华区', open: true })
  const { warehouseId } = await warehouse.api.consoleWarehouse.save(typed)
  expect(await names({})).toEqual(['主仓', '沈阳仓'])
  expect(await names({ keyword: 'SY' })).toEqual(['沈阳仓'])
  expect(await warehouse.post(save.path, { ...typed, name: '别的' })).toMatchObject({ reason: 'WAREHOUSE_TAKEN' })
  expect(await warehouse.post(save.path, { ...typed, code: 'X', name: 'X', provinces: ['火星省'] })).toMatchObject({
    reason: 'REGION_UNKNOWN',
  })
  expect(await warehouse.post(save.path, { ...typed, code: '仓 1' })).toMatchObject({ code: 400, detail: { field: 'code' } })
  await warehouse.api.consoleWarehouse.save({ ...typed, warehouseId, open: false, rowVersion: 0 })
  expect(await admin.post(save.path, { ...typed, warehouseId, rowVersion: 0 })).toMatchObject({
    reason: 'ROW_CHANGED',
    detail: { what: '使用中 由 是 改为 否' },
  })
  expect(await names({ state: 'closed' })).toEqual(['沈阳仓'])
  const { warehouses, provinces } = await warehouse.api.consoleWarehouse.choices({})
  expect([warehouses.map(({ name }) => name), provinces.length]).toEqual([['主仓'], 34])
  const closed = await warehouse.post(adjustStock.path, { skuId: await mall.createSku('件'), change: 1, reason: '到货', warehouseId })
  expect(closed).toMatchObject({ reason: 'WAREHOUSE_CLOSED' })
})

test('units come to a warehouse and leave it, and none leave one that has too few while others have enough', async () => {
  const warehouseId = await createSecondWarehouse(mall)
  const skuId = await mall.createSku('截齿', { stock: 5 })
  const adjusts = (change: number, where?: string) =>
    warehouse.post(adjustStock.path, { skuId, change, reason: '盘点', ...(where && { warehouseId: where }) })
  expect(await adjusts(10, warehouseId)).toMatchObject({ code: 200 })
  expect(await adjusts(-6)).toMatchObject({
    code: 409,
    reason: 'WAREHOUSE_TOO_FEW',
    msg: '主仓库存不足：现有 5，需要 6；请另选仓库、减少数量或先调拨',
  })
  expect(await adjusts(-6, randomUUID())).toMatchObject({ reason: 'WAREHOUSE_NOT_FOUND' })
  expect(await adjusts(-16)).toMatchObject({ reason: 'OUT_OF_STOCK' })
  expect(await adjusts(-6, warehouseId)).toMatchObject({ code: 200 })
  expect([await lying(MAIN_WAREHOUSE_ID, skuId), await lying(warehouseId, skuId)]).toEqual([[[5, 9, '']], [[4, 9, '']]])
  const { dataList } = await warehouse.api.consoleStock.movements({ skuId })
  expect(dataList.map(({ change, balance, warehouseName }) => [change, balance, warehouseName])).toEqual([
    [-6, 9, 'GZ 仓'],
    [10, 15, 'GZ 仓'],
    [5, 5, '主仓'],
  ])
  const counted = await warehouse.post(contract.consoleStock.count.path, { skuId, counted: 3, inHouse: 9 })
  expect(counted).toMatchObject({ reason: 'WAREHOUSE_TOO_FEW' })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a SKU has a bin in each warehouse; that of the main one is the bin that it has always had', async () => {
  const warehouseId = await createSecondWarehouse(mall, [], 'BJ')
  const skuId = await mall.createSku('钻头')
  await warehouse.api.consoleSku.adjustStock({ skuId, change: 1, reason: '到货', warehouseId })
  await warehouse.api.consoleStock.setBin({ skuId, bin: 'A-1', rowVersion: 0 })
  await warehouse.api.consoleWarehouse.setBin({ warehouseId, skuId, bin: 'b-7', rowVersion: 0 })
  expect([await lying(MAIN_WAREHOUSE_ID, skuId), await lying(warehouseId, skuId)]).toEqual([[[1_000, 1_001, 'A-1']], [[1, 1_001, 'B-7']]])
  expect(await admin.post(setBin.path, { warehouseId, skuId, bin: 'B-8', rowVersion: 0 })).toMatchObject({ reason: 'ROW_CHANGED' })
  await warehouse.api.consoleWarehouse.setBin({ warehouseId: MAIN_WAREHOUSE_ID, skuId, bin: 'A-2', rowVersion: 1 })
  expect(await lying(MAIN_WAREHOUSE_ID, skuId)).toEqual([[1_000, 1_001, 'A-2']])
})

test('a file of bins names the warehouse of a row, by name or code; a row without one is of the main warehouse', async () => {
  const warehouseId = await createSecondWarehouse(mall, [], 'NJ')
  const skuIds = [await mall.createSku('链轮'), await mall.createSku('刮板')]
  for (const skuId of skuIds) await warehouse.api.consoleSku.adjustStock({ skuId, change: 1, reason: '到货', warehouseId })
  const [one = '', other = ''] = await Promise.all(skuIds.map((skuId) => codeOf(skuId)))
  const imports = (lines: string[]) => importsBins(['规格编码,货位,仓库', ...lines])
  const lines = [`${one},n-2,nj`, `${one},M-1,`, `${other},N-3,NJ 仓`, `${one},N-9,NJ 仓`, `${other},N-4,没有的仓`]
  const { changed, refused, rows } = await imports(lines)
  expect([changed, refused]).toEqual([3, 2])
  expect(rows.map(({ row, result, text }) => [row, result, text])).toEqual([
    [2, 'changed', `${one} NJ 仓 货位 无 → N-2`],
    [3, 'changed', `${one} 货位 无 → M-1`],
    [4, 'changed', `${other} NJ 仓 货位 无 → N-3`],
    [5, 'refused', `${one} NJ 仓 与第 2 行重复，以第 2 行为准`],
    [6, 'refused', `${other}：没有仓库“没有的仓”，或已停用`],
  ])
  const binsOf = async (id: string) => (await Promise.all(skuIds.map((skuId) => lying(id, skuId)))).flat().map(([, , bin]) => bin)
  expect([await binsOf(MAIN_WAREHOUSE_ID), await binsOf(warehouseId)]).toEqual([
    ['M-1', ''],
    ['N-2', 'N-3'],
  ])
  // The edit of a bin in a warehouse has its version, and clearing one is a change.
  expect(await admin.post(setBin.path, { warehouseId, skuId: skuIds[0], bin: 'N-8', rowVersion: 0 })).toMatchObject({
    reason: 'ROW_CHANGED',
  })
  expect((await imports([`${other},,NJ`, `${one},N-2,NJ`])).rows.map(({ result }) => result)).toEqual(['changed', 'unchanged'])
  expect(await binsOf(warehouseId)).toEqual(['N-2', ''])
})

test('a file of bins sets those of other warehouses for who may set them one by one; of others it refuses these rows', async () => {
  const warehouseId = await createSecondWarehouse(mall, [], 'XM')
  const skuId = await mall.createSku('齿轮')
  const code = await codeOf(skuId)
  await warehouse.api.consoleSku.adjustStock({ skuId, change: 1, reason: '到货', warehouseId })
  const { works, makesRole, gives } = await createColleagues(mall)
  const keeper = await works('support')
  const { roleId } = await makesRole('stock', 'skuView', 'warehouseChoice')
  expect((await gives(keeper, [roleId], ['support'])).done).toBe(true)
  expect(await keeper.post(setBin.path, { warehouseId, skuId, bin: 'X-1', rowVersion: 0 })).toMatchObject({ reason: 'STAFF_ONLY' })
  const { changed, rows } = await importsBins(['规格编码,货位,仓库', `${code},X-1,XM`, `${code},X-2,主仓`], keeper)
  expect([changed, rows.map(({ row, result, text }) => [row, result, text])]).toEqual([
    1,
    [
      [2, 'refused', `${code}：您没有登记 XM 仓 货位的权限`],
      [3, 'changed', `${code} 货位 无 → X-2`],
    ],
  ])
  expect([await lying(MAIN_WAREHOUSE_ID, skuId), await lying(warehouseId, skuId)]).toEqual([[[1_000, 1_001, 'X-2']], [[1, 1_001, '']]])
})

test('the columns of a file of bins are told apart where a heading has several of their words', async () => {
  await createSecondWarehouse(mall, [], 'FZ')
  const code = await codeOf(await mall.createSku('链条'))
  const says = async (...lines: string[]) => (await importsBins(lines)).rows.map(({ text }) => text)
  expect(await says('规格编码,仓库货位', `${code},C-1`)).toEqual([`${code} 货位 无 → C-1`])
  expect(await says('规格编码,货位（仓库）', `${code},C-2`)).toEqual([`${code} 货位 C-1 → C-2`])
  expect(await says('仓库编码,规格编码,货位', `FZ,${code},C-3`)).toEqual([`${code} FZ 仓 货位 无 → C-3`])
  expect(await says('仓库货位,编码,货位,仓库', `D-1,${code},C-4,FZ`)).toEqual([`${code} FZ 仓 货位 C-3 → C-4`])
})

test('the release before, which names no warehouse, takes from the main one if it has enough, else from the one that has', async () => {
  const warehouseId = await createSecondWarehouse(mall, [], 'CD')
  const skuId = await mall.createSku('轴承', { stock: 3 })
  await warehouse.api.consoleSku.adjustStock({ skuId, change: 8, reason: '到货', warehouseId })
  for (const quantity of [-2, -5, 4]) {
    await mall.pool.query('update sku_stock set available = available + $1 where sku_id = $2', [quantity, skuId])
    await mall.pool.query(
      `insert into stock_movement (sku_id, id, kind, quantity, balance, reason, at) values ($1, $2, 'adjustment', $3, 1, '旧版', now())`,
      [skuId, randomUUID(), quantity],
    )
  }
  expect([await lying(MAIN_WAREHOUSE_ID, skuId), await lying(warehouseId, skuId)]).toEqual([[[5, 8, '']], [[3, 8, '']]])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the platform’s programs report the stock of all warehouses, and what is missing is taken from the main one', async () => {
  const warehouseId = await createSecondWarehouse(mall, [], 'WH')
  const skuId = await mall.createSku('销轴', { stock: 5 })
  await warehouse.api.consoleSku.adjustStock({ skuId, change: 10, reason: '到货', warehouseId })
  const { setOrChangeStockByCode } = await import('./public.ts')
  const staffId = (await mall.db.selectFrom('staff').select('id').executeTakeFirstOrThrow()).id
  const reports = (quantity: number) =>
    mall.runInTransaction(async (tx) =>
      setOrChangeStockByCode(tx, mall.moment(), { rows: [{ row: 1, code: await codeOf(skuId), quantity }], staffId, reason: '接口' }),
    )
  expect(await reports(12)).toMatchObject([{ outcome: 'changed' }])
  expect(await reports(9)).toMatchObject([{ outcome: 'refused', reason: '主仓现有 2，不能减少 3；其余在其他仓库，请在后台调整' }])
  expect(await lying(MAIN_WAREHOUSE_ID, skuId)).toEqual([[2, 12, '']])
})

test('programs do not set the stock of a SKU that is on an unfinished count sheet, but may change it', async () => {
  const skuId = await mall.createSku('密封圈', { stock: 5 })
  const code = await codeOf(skuId)
  const { setOrChangeStockByCode } = await import('./public.ts')
  const staffId = (await mall.db.selectFrom('staff').select('id').executeTakeFirstOrThrow()).id
  const reports = async (units: { quantity: number } | { change: number }) => {
    const rows = [Object.assign({ row: 1, code }, units)]
    const [result] = await mall.runInTransaction((tx) => setOrChangeStockByCode(tx, mall.moment(), { rows, staffId, reason: '接口' }))
    return result
  }
  const { id } = await warehouse.api.consoleStockCount.create({ warehouseId: MAIN_WAREHOUSE_ID, blind: false, skuCodes: [code] })
  const { countNo } = (await warehouse.api.consoleStockCount.detail({ id })).count
  expect(await reports({ quantity: 4 })).toMatchObject({
    outcome: 'refused',
    field: 'quantity',
    reason: `正在盘点单 ${countNo} 中盘点，请在盘点单中录入`,
  })
  expect([await reports({ quantity: 5 }), await reports({ change: 2 })]).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'changed' }])
  await warehouse.api.consoleStockCount.cancel({ id })
  expect(await reports({ quantity: 4 })).toMatchObject({ outcome: 'changed' })
  expect(await lying(MAIN_WAREHOUSE_ID, skuId)).toEqual([[4, 4, '']])
  // A quantity is that of all warehouses: what is missing in another one would be missing twice.
  const warehouseId = await createSecondWarehouse(mall, [], 'PD')
  await warehouse.api.consoleSku.adjustStock({ skuId, change: 5, reason: '到货', warehouseId })
  const elsewhere = await warehouse.api.consoleStockCount.create({ warehouseId, blind: false, skuCodes: [code] })
  expect(await reports({ quantity: 8 })).toMatchObject({ outcome: 'refused', field: 'quantity' })
  await warehouse.api.consoleStockCount.cancel({ id: elsewhere.id })
  expect(await reports({ quantity: 8 })).toMatchObject({ outcome: 'changed' })
})

test('whoever keeps certain shops sees and changes the stock of their SKUs alone', async () => {
  const skuId = await mall.createSku('联轴器')
  const keeper = await mall.staff('warehouse', 'catalogue')
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  expect((await keeper.api.consoleWarehouse.stock({ warehouseId: MAIN_WAREHOUSE_ID })).total).toBe(0)
  const warehouseId = await createSecondWarehouse(mall, [], 'XA')
  for (const where of [MAIN_WAREHOUSE_ID, warehouseId])
    expect(await keeper.post(setBin.path, { warehouseId: where, skuId, bin: 'C-1', rowVersion: 0 })).toMatchObject({
      reason: 'SKU_NOT_FOUND',
    })
})

test('nobody but the warehouse and administrators changes warehouses, and nobody outside sees them', async () => {
  for (const role of ['catalogue', 'support'] as const) {
    const person = await mall.staff(role)
    expect(await person.post(save.path, { ...typed, code: 'NO', name: '不' })).toMatchObject({ code: 403 })
    expect(await person.post(list.path, {})).toMatchObject({ code: 200 })
  }
  for (const role of ['finance', 'reviewer'] as const)
    expect(await (await mall.staff(role)).post(stock.path, { warehouseId: MAIN_WAREHOUSE_ID })).toMatchObject({ code: 403 })
  expect(await (await mall.buyer('林')).post(list.path, {})).not.toMatchObject({ code: 200 })
})
