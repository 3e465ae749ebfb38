import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { sendBackInStockMessages } from '#server/catalog/favourites/public.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSeededRandom } from '#server/platform/testing/random.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const [pick, rod] = [
  await mall.createSku('合金截齿', { sale: '100.00', step: 5, minimum: 10 }),
  await mall.createSku('钻杆', { sale: '600.00' }),
]
const admin = await mall.staff('admin')
const NO_ONE = '00000000-0000-7000-8000-000000000000'
const TODAY = '2026-11-18'

interface Booked {
  lines: { skuId: string; goodsNum: number }[]
  projectId?: string
  bookings?: { skuId: string; equipmentId: string }[]
}

/** Orders by wallet, pays, and says the order's number. */
async function buys(buyer: Buyer, { lines, ...booked }: Booked, pays = true): Promise<string> {
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote, ...booked })
  if (pays) await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return orders[0]?.orderNo ?? expect.fail('no order')
}
const lin = await mall.buyer('林', { wallet: '900000' })
const wu = await mall.buyer('吴', { wallet: '9000' })
const month = { monthFrom: '2026-11', monthTo: '2026-11' }

describe('a project', () => {
  test('has a site, manager, members and budget; all can read it, those who manage addresses can change it', async () => {
    const chen = await mall.buyer('陈')
    const [keeper, looker] = [await mall.subAccount(chen, ['addressSet'], '周'), await mall.subAccount(chen, [], '郑')]
    const given = {
      name: '三号井',
      code: 'P-03',
      site: '山西大同',
      managerId: keeper.userId,
      memberIds: [looker.userId],
      budget: yuanTextToFen('5000'),
    }
    const { id } = await keeper.api.project.add(given)
    const listed = {
      id,
      name: '三号井',
      code: 'P-03',
      site: '山西大同',
      budget: yuanTextToFen('5000'),
      budgetSpan: 'month',
      open: true,
      manager: { userId: keeper.userId, name: '周' },
      members: [{ userId: looker.userId, name: '郑' }],
    }
    expect(await keeper.api.project.list({})).toEqual([listed])
    expect(await looker.api.project.list({}), 'its budget is not').toEqual([{ ...listed, budget: null }])
    expect(await looker.post(contract.project.add.path, given)).toMatchObject({ code: 403 })
    expect(await keeper.post(contract.project.add.path, { name: '三号井' })).toMatchObject({ reason: 'PROJECT_NAME_TAKEN' })
    expect(await keeper.post(contract.project.modify.path, { id, name: '三号井', managerId: wu.userId })).toMatchObject({
      reason: 'SEAT_NOT_FOUND',
    })
    expect(await wu.post(contract.project.setOpen.path, { id, open: false })).toMatchObject({ reason: 'PROJECT_NOT_FOUND' })
    await keeper.api.project.delete({ id })
    expect(await chen.api.project.list({})).toEqual([])
    await keeper.api.project.add({ name: '三号井' })
  })

  test('that is closed takes no more orders, and a project of another enterprise takes none', async () => {
    const { id } = await wu.api.project.add({ name: '关掉的' })
    await wu.api.project.setOpen({ id, open: false })
    const lines = [{ skuId: rod, goodsNum: 1 }]
    for (const [buyer, projectId] of [
      [wu, id],
      [lin, id],
      [lin, NO_ONE],
    ] as const) {
      const { quote } = await buyer.api.order.preview({ lines, method: 'transfer' })
      const body = { lines, method: 'transfer', addressId: buyer.addressId, quote, projectId }
      const answer = await buyer.post(contract.order.submit.path, body, { 'idempotency-key': `closed-${projectId}` })
      expect(answer).toMatchObject({ code: 404, reason: 'PROJECT_NOT_FOUND' })
    }
  })
})

describe('orders allocated to a project', () => {
  test('are found by it and show it; the next order proposes the same project', async () => {
    const { id: projectId } = await lin.api.project.add({ name: '一号井', budget: yuanTextToFen('2000'), budgetSpan: 'whole' })
    const { id: equipmentId } = await lin.api.equipment.add({ name: '掘进机 1', projectId })
    const orderNo = await buys(lin, {
      lines: [
        { skuId: pick, goodsNum: 10 },
        { skuId: rod, goodsNum: 1 },
      ],
      projectId,
      bookings: [{ skuId: pick, equipmentId }],
    })
    await buys(lin, { lines: [{ skuId: rod, goodsNum: 1 }] })
    const { dataList, total } = await lin.api.order.list({ projectId })
    expect([total, dataList[0]?.orderNo, dataList[0]?.projectName]).toEqual([1, orderNo, '一号井'])
    const { lines, projectName } = await lin.api.order.detail({ orderNo })
    expect([projectName, lines.map(({ equipmentName }) => equipmentName)]).toEqual(['一号井', ['掘进机 1', null]])
    expect((await wu.api.order.list({ projectId })).total).toBe(0)
    expect(await lin.api.project.bookingOptions({})).toMatchObject({
      projectId,
      projects: [{ id: projectId, budgetLeft: yuanTextToFen('400') }],
    })
    expect(await lin.api.project.budgets({})).toEqual([{ projectId, managerId: null, used: yuanTextToFen('1600'), percent: 80 }])
    await lin.api.project.delete({ id: projectId })
    expect((await lin.api.order.detail({ orderNo })).projectName).toBe('一号井')
  })

  test('add up by project, equipment and month; together with unallocated ones they equal all orders', async () => {
    const buyer = await mall.buyer('费', { wallet: '900000' })
    const projects = [undefined, (await buyer.api.project.add({ name: '甲' })).id, (await buyer.api.project.add({ name: '乙' })).id]
    const rigs = [undefined, (await buyer.api.equipment.add({ name: '钻机' })).id]
    const skus = [
      { skuId: pick, goodsNum: 10 },
      { skuId: rod, goodsNum: 2 },
    ]
    const random = createSeededRandom(47)
    let due = 0
    for (let at = 0; at < 15; at++) {
      const [sku, rig, paid, back] = [random.below(2), random.below(2), random.below(4) > 0, random.below(4) === 0]
      const [line, projectId, equipmentId] = [skus[sku] ?? expect.fail('no SKU'), projects[at % 3], rigs[rig]]
      const bookings = equipmentId ? [{ skuId: line.skuId, equipmentId }] : []
      const orderNo = await buys(buyer, { lines: [line], bookings, ...(projectId ? { projectId } : {}) }, paid)
      const { goodsAmount } = await buyer.api.order.detail({ orderNo })
      if (paid && back) await buyer.api.order.askCancel({ orderNo, reason: '不要了' })
      if (paid && back) await admin.api.consoleOrder.agreeCancel({ enterpriseId: buyer.enterpriseId, orderNo })
      if (paid && !back) due += goodsAmount
    }
    const { rows, total, projects: named } = await buyer.api.project.costs(month)
    expect(total).toBe(due)
    expect(due).toBeGreaterThan(0)
    expect(rows.reduce((sum, { net }) => sum + net, 0)).toBe(due)
    expect(new Set(rows.map(({ month: of }) => of))).toEqual(new Set(['2026-11']))
    expect(named.map(({ name }) => name).sort()).toEqual(['乙', '甲'].sort())
    const booked = (await buyer.api.order.list({ projectId: projects[1] })).dataList.filter(({ state }) => state === 'WAIT_SEND')
    const inFirst = rows.filter(({ projectId }) => projectId === projects[1]).reduce((sum, { net }) => sum + net, 0)
    expect(inFirst).toBe(booked.flatMap(({ lines }) => lines).reduce((sum, { amount }) => sum + amount, 0))
    expect(await buyer.post(contract.project.costs.path, { monthFrom: '2026-12', monthTo: '2026-11' })).toMatchObject({
      reason: 'COST_SPAN',
    })
    expect((await wu.api.project.costs(month)).rows).toEqual([])
  })

  test('are reduced by refunds', async () => {
    const buyer = await mall.buyer('退', { wallet: '9000' })
    const { id: projectId } = await buyer.api.project.add({ name: '退货的' })
    const orderNo = await buys(buyer, { lines: [{ skuId: rod, goodsNum: 3 }], projectId })
    const asks = {
      orderNo,
      type: 'REFUND' as const,
      lines: [{ lineNo: 1, stage: 'unsent' as const, quantity: 1 }],
      reason: '其他',
      description: '',
    }
    const ref = { enterpriseId: buyer.enterpriseId, id: (await buyer.api.afterSale.apply(asks)).id }
    await admin.api.consoleAfterSale.approve({
      ...ref,
      note: '',
      lines: [{ lineNo: 1, stage: 'unsent', quantity: 1 }],
      freight: yuanTextToFen('0'),
    })
    const { preview } = await admin.api.consoleAfterSale.detail(ref)
    await (await mall.staff('finance')).api.consoleAfterSale.refund({ ...ref, amount: preview?.total ?? yuanTextToFen('0') })
    expect(await buyer.api.project.costs(month)).toMatchObject({
      rows: [{ projectId, net: yuanTextToFen('1200') }],
      total: yuanTextToFen('1200'),
    })
  })
})

describe('equipment', () => {
  test('needs increasing readings: one between others fits between them, a future day is refused', async () => {
    const { id } = await lin.api.equipment.add({ name: '钻机 7', model: 'ZDY-4000', serialNo: 'SN7', wears: [{ skuId: pick, rate: 6.25 }] })
    const read = (day: string, hours: number) => lin.post(contract.equipment.addReading.path, { id, day, runHours: hours })
    for (const [day, hours] of [
      ['2026-11-01', 100],
      ['2026-11-10', 200],
    ] as const)
      await lin.api.equipment.addReading({ id, day, runHours: hours })
    expect(await read('2026-11-05', 201)).toMatchObject({
      reason: 'HOURS_BACKWARD',
      msg: '与 2026-11-10 的 200 小时矛盾，请核对后重新填写',
    })
    expect(await read('2026-11-12', 199)).toMatchObject({ reason: 'HOURS_BACKWARD' })
    expect(await read('2026-11-19', 300)).toMatchObject({ reason: 'DAY_AHEAD' })
    expect(await read('2026-11-10', 210)).toMatchObject({ code: 200 })
    const detail = await lin.api.equipment.detail({ id })
    expect(detail).toMatchObject({ hours: 210, readAt: '2026-11-10', wears: [{ sku: { skuId: pick }, rate: 6.25 }] })
    expect(detail.readings.map(({ hours, by }) => [hours, by])).toEqual([
      [210, '林'],
      [100, '林'],
    ])
    expect(await wu.post(contract.equipment.detail.path, { id })).toMatchObject({ reason: 'EQUIPMENT_NOT_FOUND' })
  })

  test('gets advice of its wear minus what was sent and what is to come', async () => {
    const buyer = await mall.buyer('耗', { wallet: '90000' })
    const { id } = await buyer.api.equipment.add({ name: '掘进机', wears: [{ skuId: pick, rate: 6 }] })
    await buyer.api.equipment.addReading({ id, day: '2026-10-01', runHours: 1_000 })
    await buyer.api.equipment.addReading({ id, day: TODAY, runHours: 1_640 })
    const advised = async () => (await buyer.api.equipment.advice({})).map(({ goodsNum }) => goodsNum)
    expect(await advised()).toEqual([40])
    const orderNo = await buys(buyer, { lines: [{ skuId: pick, goodsNum: 20 }], bookings: [{ skuId: pick, equipmentId: id }] })
    expect(await advised()).toEqual([20])
    await admin.api.consoleFulfilment.ship({
      enterpriseId: buyer.enterpriseId,
      orderNo,
      carrier: '德邦快递',
      trackingNo: createWaybillNo(),
      lines: [{ lineNo: 1, quantity: 20 }],
    })
    expect((await buyer.api.equipment.advice({}))[0]?.why).toContain('期间已发 20 支、在途 0 支，还需 18.4 支')
    await buys(buyer, { lines: [{ skuId: pick, goodsNum: 20 }], bookings: [{ skuId: pick, equipmentId: id }] })
    expect(await advised()).toEqual([])
  })
})

test('a patrol finding is added to the cart and ordered; its picture is visible to the enterprise only', async () => {
  const buyer = await mall.buyer('巡', { wallet: '9000' })
  const walker = await mall.subAccount(buyer, ['addCart', 'lookGoods', 'buyPay'], '巡检员')
  const { fileId } = await walker.api.files.uploadImage({ purpose: 'patrol' }, { file: toBlob(await createPhoto()) })
  const nothing = { fileId: null, equipmentId: null, skuId: null, goodsNum: null }
  const findings = [
    { ...nothing, text: '截齿磨损', severity: 'URGENT' as const, fileId, skuId: pick, goodsNum: 10 },
    { ...nothing, text: '钻杆弯曲', severity: 'MINOR' as const, skuId: rod, goodsNum: 1 },
    { ...nothing, text: '积水', severity: 'MAJOR' as const },
  ]
  const { id } = await walker.api.patrol.add({ route: '主运输巷', day: TODAY, findings })
  expect((await buyer.api.patrol.list({ open: true })).dataList).toMatchObject([{ id, by: '巡检员', findings: 3, open: 3, urgent: 1 }])
  const now = async () => (await buyer.api.patrol.detail({ id })).findings
  const [worn, bent, water] = (await now()).map((one) => one.id)
  expect(await walker.api.patrol.toCart({ findingIds: [worn ?? ''] })).toMatchObject([{ added: true }])
  expect(await walker.post(contract.patrol.toCart.path, { findingIds: [water] })).toMatchObject({ reason: 'FINDING_NOT_FOUND' })
  expect(await wu.post(contract.patrol.toCart.path, { findingIds: [bent] })).toMatchObject({ reason: 'FINDING_NOT_FOUND' })
  const cartIds = (await walker.api.cart.list({})).flatMap(({ cartList }) => cartList).map((line) => line.id)
  const { quote } = await walker.api.order.preview({ cartIds, method: 'transfer' })
  const { orders } = await walker.api.order.submit({ cartIds, method: 'transfer', addressId: buyer.addressId, quote })
  expect((await now()).map(({ state, orderNo }) => [state, orderNo])).toEqual([
    ['ORDERED', orders[0]?.orderNo],
    ['OPEN', null],
    ['OPEN', null],
  ])
  await walker.api.patrol.setClosed({ findingId: worn ?? '', closed: true })
  await walker.api.patrol.setClosed({ findingId: worn ?? '', closed: false })
  expect((await now())[0]?.state).toBe('ORDERED')
  expect((await buyer.get(`/api${contract.files.viewFile.path}?fileId=${fileId}`)).headers['content-type']).toBe('image/jpeg')
  expect(await wu.post(contract.files.viewFile.path, { fileId })).toMatchObject({ reason: 'FILE_NOT_FOUND' })
  await walker.api.patrol.delete({ id })
  expect(await walker.post(contract.patrol.toCart.path, { findingIds: [bent] })).toMatchObject({ reason: 'FINDING_NOT_FOUND' })
})

test('a finding is added to the cart once by anybody; after removal it can be added again', async () => {
  const buyer = await mall.buyer('检', { wallet: '9000' })
  const walker = await mall.subAccount(buyer, ['addCart', 'editCart', 'lookGoods'], '巡检员')
  const finding = { text: '磨损', severity: 'MAJOR' as const, fileId: null, equipmentId: null, skuId: pick, goodsNum: 10 }
  const { id } = await walker.api.patrol.add({ route: '回风巷', day: TODAY, findings: [finding] })
  const found = async () => (await buyer.api.patrol.detail({ id })).findings[0] ?? expect.fail('no finding')
  const findingIds = [(await found()).id]
  const press = (person: Buyer) => person.post(contract.patrol.toCart.path, { findingIds })
  const answers = await Promise.all([buyer, walker, walker, buyer, walker].map(press))
  expect(answers.map(({ code, reason }) => (code === 200 ? 'in' : reason)).sort()).toEqual([
    ...Array<string>(4).fill('FINDING_IN_CART'),
    'in',
  ])
  const cartOf = async (person: Buyer) => (await person.api.cart.list({})).flatMap(({ cartList }) => cartList)
  const lines = [
    ...(await cartOf(buyer)).map((line) => [buyer, line] as const),
    ...(await cartOf(walker)).map((line) => [walker, line] as const),
  ]
  expect(lines.map(([, { goodsNum }]) => goodsNum)).toEqual([10])
  expect([(await found()).inCart, (await press(buyer)).reason]).toEqual([true, 'FINDING_IN_CART'])
  for (const [person, line] of lines) await person.api.cart.delete({ ids: [line.id] })
  expect((await found()).inCart).toBe(false)
  expect(await press(buyer)).toMatchObject({ code: 200, data: [{ added: true }] })
  expect([(await found()).inCart, (await cartOf(buyer)).length]).toEqual([true, 1])
})

test('a person waiting for a sold-out SKU is notified once when it is available', async () => {
  const gone = await mall.createSku('售罄的', { stock: 0 })
  for (const one of [lin, wu]) for (const skuId of [gone, gone]) await one.api.stockWait.add({ skuId })
  expect(await lin.post(contract.stockWait.add.path, { skuId: rod })).toMatchObject({ reason: 'STOCK_THERE' })
  expect(await lin.api.stockWait.list({})).toMatchObject([{ sku: { skuId: gone } }])
  const published = async () =>
    (await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'stock.changed').execute()).map(({ payload }) => payload)
  const tells = () => sendBackInStockMessages(mall.db, mall.moment(), { skuIds: [gone] })
  await tells()
  const heard = async (one: Buyer) =>
    (await one.api.message.list({ kind: 'system' })).dataList.filter(({ title }) => title === '到货通知').length
  expect([await heard(lin), await heard(wu)]).toEqual([0, 0])
  await admin.api.consoleSku.adjustStock({ skuId: gone, change: 5, reason: '到货' })
  expect(await published()).toContainEqual({ skuIds: [gone] })
  await Promise.all([tells(), tells(), tells()])
  await tells()
  expect([await heard(lin), await heard(wu), await lin.api.stockWait.list({})]).toEqual([1, 1, []])
  // Each is offered to the SMS of whoever wants them (server/operations/alerts), once too.
  const alerts = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'alert.made').execute()
  expect(alerts.filter(({ payload }) => (payload as { alert: string }).alert === 'stock')).toHaveLength(2)
  await lin.api.alert.choose({ alertKind: 'stock', bySms: true })
  expect(await lin.api.alert.mine({})).toContainEqual({ alertKind: 'stock', bySms: true, byMail: false, byWechat: false })
})
