import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAttributeValueProblems } from '#contract/catalog/attributes/values.ts'
import { parseQuickOrderText } from '#contract/orders/quick-order/rows.ts'
import { buildApp } from '#server/app.ts'
import { findAttributesOfCategory, findAttributeValuesByGoods } from '#server/catalog/attributes/public.ts'
import { readReadingSettings } from '#server/content/content/public.ts'
import { createInProcessAppOptions } from '#server/platform/testing/app-options.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { createEmptyDemoDatabaseForTest } from './empty-mall.ts'
import { fillDemo, isMallDatabaseEmpty } from './fill-demo.ts'
import { toLocalReading } from './fill-job.ts'
import { DEMO_PASSWORD, GROUP_MEMBER, GROUP_PARENT, MAIN, OPS, SUB, TWO_SEATS, UNVERIFIED } from './people.ts'

const MINING_PICKS = ['U82', 'U84', 'U85', 'U92', 'U94', 'U95', 'S120', 'S150'].map((model) => `${model} 采煤截齿`)
const MISSPELT = ['采煤截此', '采媒截齿']

// The server reads it when it is built.
const { db, keys, outside, ...mall } = await createEmptyDemoDatabaseForTest()
const now = new Date('2026-11-18T06:00:00Z')
const app = await buildApp({
  db,
  keys,
  services: outside,
  ...createInProcessAppOptions(),
  clock: () => now,
})

const logIn = async (mobile: string) => {
  const { token, ...seat } = await createTestUser(app.http).api.security.loginByMobile({ mobile, pwd: DEMO_PASSWORD })
  return Object.assign(createTestUser(app.http, token), { seat })
}

beforeAll(async () => {
  expect(await isMallDatabaseEmpty(db)).toBe(true)
  await fillDemo(db, { keys, outside, now })
})

afterAll(async () => {
  await app.http.close()
  await mall.close()
})

test('pictures of papers stay on this machine: reading is switched on for the local reader only', async () => {
  expect(await readReadingSettings(db)).toEqual({ pictures: false, register: false })
  const documentReader = { secretId: 'i', secretKey: 'k', region: 'r', base: 'http://127.0.0.1:8095' }
  const companyRegister = { key: 'k', secret: 's', base: 'https://api.qichacha.com' }
  expect(toLocalReading({ documentReader, companyRegister })).toEqual({ pictures: true, register: false })
  const own = { ...documentReader, base: 'https://ocr.tencentcloudapi.com' }
  expect(toLocalReading({ documentReader: own, companyRegister: undefined })).toEqual({ pictures: false, register: false })
})

test('goods and their SKUs have the attributes of their category', async () => {
  const rows = await db.selectFrom('goods').select(['id', 'slug', 'category_id']).execute()
  const values = await findAttributeValuesByGoods(
    db,
    rows.map(({ id }) => id),
  )
  const wrong: string[] = []
  for (const { id, slug, category_id } of rows) {
    const attributes = await findAttributesOfCategory(db, category_id ?? 0)
    const { values: own = [], skuValues = [] } = values.get(id) ?? {}
    const apart = attributes.filter(({ makesSkus }) => makesSkus)
    const problems = [
      ...findAttributeValueProblems(
        attributes.filter(({ makesSkus }) => !makesSkus),
        own,
      ),
      ...skuValues.flatMap((sku) => findAttributeValueProblems(apart, sku.values)),
    ]
    wrong.push(...problems.map(({ name, reason }) => `${slug}: ${name} ${reason}`))
  }
  expect(wrong).toEqual([])
  expect(values.size).toBe(rows.length)
  const fitting = await db.selectFrom('goods_machine_model').select('goods_id').distinct().execute()
  expect(fitting.length).toBeGreaterThan(20)
  const branded = await db.selectFrom('goods').select(['brand_id']).distinct().where('brand_id', 'is not', null).execute()
  expect(branded.length).toBe(3)
})

test('the main account matches the README', async () => {
  const lin = await logIn(MAIN)
  expect(lin.seat).toMatchObject({ authLevel: 3, authStatus: 7, memberLevel: 3, accountType: 1, enterpriseName: '深圳市鹏岩矿业有限公司' })
  expect(await lin.api.account.account({})).toMatchObject({ creditBaseAmount: 50_000_000, creditTempAmount: 10_000_000 })
  expect((await lin.api.wallet.overview({})).balance).toBe(8_000_000)
  const track = await lin.api.verification.enterpriseAuthApproveTrack({})
  expect(track.map(({ step, state }) => `${step} ${state}`)).toEqual(['senior PASS', 'enterprise PASS', 'agent PASS'])
})

test('every product has pictures and a drawing in the file store, and orders show its picture', async () => {
  const lin = await logIn(MAIN)
  const { dataList } = await lin.api.goods.list({ keyword: 'KT-U84-22', pageSize: 1 })
  const { pictures } = await lin.api.goods.detail({ goodsId: dataList[0]?.goodsId ?? '' })
  expect(pictures.map(({ alt, drawing }) => [alt.split(' ').at(-1), drawing])).toEqual([
    ['主图', false],
    ['侧面', false],
    ['工作端', false],
    ['尺寸图', true],
  ])
  expect(dataList[0]?.image).toBe(pictures[0]?.id)
  for (const { id } of pictures)
    for (const name of ['320.webp', '640.avif', '960.avif', 'cut-640.webp']) {
      const { statusCode, rawPayload } = await app.http.inject(`/pictures/${id}/${name}`)
      const size = Number(/\d+/.exec(name)?.[0])
      // A drawing and the other views have no cut-out: the picture itself stands for it.
      expect([statusCode, await sharp(rawPayload).metadata()]).toMatchObject([200, { width: size, height: size }])
    }
  const lines = (await lin.api.order.list({ pageSize: 20 })).dataList.flatMap((order) => order.lines)
  expect(lines.find(({ skuCode }) => skuCode === 'KT-U84-22')?.image).toBe(pictures[0]?.id)
  const unillustrated = db.selectFrom('goods').select('slug').where(sql<boolean>`jsonb_array_length(pictures) <> 4`)
  expect(await unillustrated.execute()).toEqual([])
})

test('the sub-account, the unverified user and the user with two memberships match the README', async () => {
  const chen = await logIn(SUB)
  expect(chen.seat).toMatchObject({ accountType: 2, permCode: 'lookGoods,addCart', enterpriseName: '深圳市鹏岩矿业有限公司' })
  expect((await chen.api.enterprise.list({})).map(({ accountType }) => accountType).sort()).toEqual([1, 2])
  expect((await logIn(UNVERIFIED)).seat).toMatchObject({ authLevel: 0, authStatus: null, hasAuthed: false, userName: '周海' })
  const huang = await logIn(TWO_SEATS)
  expect(huang.seat).toMatchObject({ authLevel: 2, authStatus: 4, accountType: 1, hasMultiSubAccount: true })
  expect((await huang.api.enterprise.list({})).map(({ enterpriseName }) => enterpriseName)).toEqual([
    '广东穗隧建设工程有限公司',
    '深圳市鹏岩矿业有限公司',
  ])
})

test('two enterprises wait for review, and their identity documents can be viewed', async () => {
  const { token } = await createTestUser(app.http).api.staff.logIn({ email: OPS, pwd: DEMO_PASSWORD })
  const ops = createTestUser(app.http, token).api
  const { dataList } = await ops.consoleVerification.list({ state: 'WAIT' })
  expect(dataList.map(({ step, company }) => `${step} ${company}`)).toEqual(['enterprise 山西****有限公司', 'agent 贵州****有限公司'])
  for (const { enterpriseId, id } of dataList) {
    const { pictures, checks } = await ops.consoleVerification.claim({ enterpriseId, id })
    expect(checks.filter(({ passed }) => !passed)).toEqual([])
    for (const { fileId } of pictures)
      expect((await ops.consoleFiles.view({ enterpriseId, fileId, purpose: 'review' })).bytes.length).toBeGreaterThan(2_000)
  }
})

test('two credit months have ended: one repaid and confirmed, one partly repaid with a disputed line', async () => {
  const lin = await logIn(MAIN)
  const { dataList } = await lin.api.statement.list({})
  expect(dataList.map(({ month, state, owed, confirmedAt }) => [month, state, owed, confirmedAt !== null])).toEqual([
    ['2026-10', 'CLOSED', 0, false],
    ['2026-09', 'PAID', 0, true],
  ])
  const [last, before] = dataList
  expect(last?.disputed).toBe((last?.total ?? 0) - (last?.settled ?? 0))
  // Everything unpaid is in dispute: nothing is due, and the label of the month says that.
  expect([last?.label, last?.dues]).toEqual(['异议处理中', []])
  for (const one of dataList) expect(one.settled + one.disputed + one.owed).toBe(one.total)
  expect(before?.settled).toBe(before?.total)
  expect((await lin.api.statement.repayments({})).total).toBe(3)
})

test('a group of two companies shares a limit, and its last month has a consolidated statement', async () => {
  const [peng, jiang] = [await logIn(GROUP_PARENT), await logIn(GROUP_MEMBER)]
  const { group } = await peng.api.companyGroup.own({})
  expect(group).toMatchObject({ name: '湘峦集团', isParent: true, shares: { limit: 80_000_000, unshared: 15_000_000 } })
  expect(group?.shares?.members.map(({ share, used }) => [share, used > 0])).toEqual([
    [20_000_000, true],
    [45_000_000, true],
  ])
  expect((await jiang.api.companyGroup.own({})).group).toMatchObject({ isParent: false, share: 45_000_000, shares: null })
  expect(await peng.api.groupBuyer.list({})).toMatchObject([{ name: '谭丽', state: 'active' }])
  const { members, sums } = await peng.api.companyGroup.statement({ month: '2026-10' })
  // The day when it would be overdue has passed.
  expect(members.map(({ statement }) => [(statement?.drawn ?? 0) > 0, statement?.owed])).toEqual([
    [true, 0],
    [true, 0],
  ])
  expect(sums.repaid).toBe(sums.total)
  const { categories } = await peng.api.companyGroup.purchaseCategories({})
  expect(categories.length).toBeGreaterThan(1)
  const ops = await createTestUser(app.http).api.staff.logIn({ email: OPS, pwd: DEMO_PASSWORD })
  const { dataList } = await createTestUser(app.http, ops.token).api.consoleCompanyGroup.list({})
  expect(dataList).toMatchObject([{ name: '湘峦集团', members: 2 }])
  const { dataList: orders } = await createTestUser(app.http, ops.token).api.consoleOrder.list({ pageSize: 100 })
  expect(orders.flatMap(({ parentName }) => parentName ?? [])).toEqual(['湖南湘峦路桥集团有限公司'])
})

test('one request for prices is answered in part, the other waits for staff', async () => {
  const lin = await logIn(MAIN)
  const { dataList } = await lin.api.quotation.list({})
  expect(dataList.map(({ title, state }) => [title, state])).toEqual([
    ['三号井大修', 'REQUESTED'],
    ['铣刨机年度备件', 'QUOTED'],
  ])
  const { lines, validUntil } = await lin.api.quotation.detail({ id: dataList[1]?.id ?? '' })
  expect([validUntil, ...lines.map(({ offer }) => offer?.validUntil)]).toEqual(['2026-12-03', '2026-12-03', null, '2026-11-23'])
  for (const { createdAt } of dataList) expect(createdAt.getTime()).toBeLessThanOrEqual(now.getTime())
})

test('there is an invoice in every state with its file, and something left to invoice', async () => {
  const { invoice } = (await logIn(MAIN)).api
  expect(await invoice.count({})).toEqual({ wait: 2, issued: 2, rejected: 1, red: 1 })
  for (const standing of ['issued', 'red'] as const) {
    const { dataList } = await invoice.list({ standing })
    for (const { id } of dataList)
      for (const { id: issueId } of (await invoice.detail({ id })).issues)
        expect(
          Buffer.from((await invoice.file({ id, issueId, format: 'pdf' })).bytes)
            .subarray(0, 5)
            .toString(),
        ).toBe('%PDF-')
  }
  expect((await invoice.openOrders({})).total).toBeGreaterThan(2)
  expect(await invoice.openStatements({})).toHaveLength(1)
})

test('buyers have written comments with pictures, and staff have answered', async () => {
  const { dataList } = await createTestUser(app.http).api.goods.list({ keyword: 'KT-U84-22', pageSize: 1 })
  const found = await createTestUser(app.http).api.comment.list({ goodsId: dataList[0]?.goodsId ?? '' })
  expect(found.rating).toEqual({ count: 4, tenths: 48, byStars: [3, 1, 0, 0, 0], pictured: 2 })
  expect(found.dataList.map(({ by }) => by)).toContain('广东穗隧建设工程有限公司')
  const { token } = await createTestUser(app.http).api.staff.logIn({ email: OPS, pwd: DEMO_PASSWORD })
  const ops = createTestUser(app.http, token).api.consoleComment
  expect((await ops.list({})).total).toBe(16)
  expect([(await ops.list({ queue: 'answered' })).total, (await ops.list({ queue: 'low' })).total]).toEqual([4, 1])
})

test('diesel came by tanker with a proof of delivery, and another parcel has a track typed by staff', async () => {
  const lin = await logIn(MAIN)
  const { dataList } = await lin.api.order.list({ pageSize: 50 })
  const orders = await Promise.all(dataList.map(({ orderNo }) => lin.api.order.detail({ orderNo })))
  const parcels = orders.flatMap((one) => one.parcels)
  const byTanker = parcels.filter(({ kind }) => kind === 'tanker')
  expect(byTanker).toMatchObject([{ tanker: { litres: 1_200 }, receipts: [expect.any(String)], track: [{}, {}] }])
  expect(byTanker[0]?.receivedAt).not.toBeNull()
  expect(parcels.filter(({ kind, track }) => kind === 'courier' && track.length > 0).map(({ track }) => track.length)).toEqual([3])
})

test('projects have equipment with replenishment advice, patrols, costs and one stock wait', async () => {
  const { project, equipment, patrol, stockWait } = (await logIn(MAIN)).api
  expect((await project.budgets({})).map(({ percent }) => (percent ?? 0) > 0)).toEqual([true, true])
  const { rows } = await project.costs({ monthFrom: '2026-06', monthTo: '2026-11' })
  expect(new Set(rows.map(({ projectId }) => projectId)).size).toBe(3)
  expect((await equipment.advice({})).map(({ equipmentName, sku }) => `${equipmentName} ${sku.skuCode}`)).toEqual([
    ...['1 号掘进机 KT-U84-22', '1 号掘进机 KT-DZ38-45', '2 米铣刨机 KT-W6-20', '旋挖钻机 KT-BKH47-22'],
  ])
  const { dataList } = await patrol.list({})
  expect(dataList.map(({ by, findings, open, urgent }) => [by, findings, open, urgent])).toEqual([
    ['陈敏', 2, 2, 1],
    ['陈敏', 2, 0, 0],
  ])
  const [worn, loose] = (await patrol.detail({ id: dataList[1]?.id ?? '' })).findings
  expect([worn?.state, worn?.fileId === null, loose?.state]).toEqual(['ORDERED', false, 'CLOSED'])
  expect((await stockWait.list({})).map(({ sku }) => sku.skuCode)).toEqual(['KT-DZ38-40'])
})

test('there are coupons of every kind: claimable, locked, used, expired, granted and redeemed', async () => {
  const { coupon, order } = (await logIn(MAIN)).api
  expect(await coupon.count({})).toEqual({ unused: 4, locked: 1, used: 2, expired: 1 })
  const named = async (state: 'unused' | 'used' | 'expired') =>
    (await coupon.list({ state })).dataList.map(({ name, ...one }) => `${name} ${one.state}`).sort()
  expect(await named('unused')).toEqual([
    '截齿旺季满减 unused',
    '矿机展兑换券 unused',
    '老客回馈 unused',
    '铣刨齿满减 locked',
    '黄金会员满减 unused',
  ])
  expect(await named('used')).toEqual(['新客满减 used', '新客满减 used'])
  expect(await named('expired')).toEqual(['备件节大额券 expired'])
  const offers = (await coupon.centre({ pageSize: 50 })).dataList.map(({ name, reason }) => [name, reason])
  expect(Object.fromEntries(offers)).toEqual({
    新客满减: null,
    铣刨齿满减: '已领取',
    截齿旺季满减: null,
    'U84 截齿专享': null,
    黄金会员满减: '已领取',
    铂金会员满减: '铂金会员及以上可领取',
    牙轮九折: null,
    牙轮运费券: null,
    首单立减: null,
    大客户专享: null,
    限量满减: '已领完',
  })
  const [held] = (await order.list({ state: 'WAIT_PAY' })).dataList
  expect(await order.detail({ orderNo: held?.orderNo ?? '' })).toMatchObject({ couponAmount: 8_000 })
  const { token } = await createTestUser(app.http).api.staff.logIn({ email: OPS, pwd: DEMO_PASSWORD })
  const { dataList } = await createTestUser(app.http, token).api.consoleCoupon.templates({ pageSize: 50 })
  expect(new Set(dataList.map(({ way }) => way)).size).toBe(3)
  expect(new Set(dataList.map(({ couponKind }) => couponKind)).size).toBe(3)
  expect(new Set(dataList.map(({ scope }) => scope)).size).toBe(3)
  expect(new Set(dataList.map(({ state }) => state))).toEqual(new Set(['open', 'full', 'over', 'stopped']))
  expect(dataList.find(({ name }) => name === '新客满减')).toMatchObject({ claimed: 2, used: 2, given: 2_000 })
})

test('two enterprises have different member levels and benefits to claim', async () => {
  const [lin, huang] = [await logIn(MAIN), await logIn(TWO_SEATS)]
  const states = ({ benefits }: Awaited<ReturnType<typeof lin.api.member.status>>) =>
    benefits.map(({ benefit, state }) => `${benefit} ${state}`)
  const gold = await lin.api.member.status({})
  expect(gold).toMatchObject({ level: 3, paid: { next: { level: 4 } } })
  expect(gold.keptUntil).not.toBeNull()
  expect(gold.paid?.amount).toBeGreaterThan(0)
  // Its temporary limit was granted by staff.
  expect(states(gold)).toEqual(['temp waiting', 'coupons available', 'gift available'])
  const silver = await huang.api.member.status({})
  expect(silver.level).toBe(2)
  expect(states(silver)).toEqual(['temp available', 'coupons available', 'gift locked'])
})

test('there are favourites, orders with PO numbers, and inquiries waiting for an answer', async () => {
  const { favourites, order } = (await logIn(MAIN)).api
  expect((await favourites.list({})).dataList.map(({ card }) => card === null)).toEqual(Array(6).fill(false))
  const { dataList } = await order.list({ pageSize: 50 })
  expect(dataList.filter(({ poNumber }) => poNumber.startsWith('PY-CG-2026'))).toHaveLength(7)
  const { token } = await createTestUser(app.http).api.staff.logIn({ email: OPS, pwd: DEMO_PASSWORD })
  const waiting = (await createTestUser(app.http, token).api.consoleInquiry.list({ state: 'OPEN' })).dataList
  expect(waiting.map(({ name, enterpriseId }) => [name, enterpriseId === null])).toEqual([
    ['周先生', false],
    ['何经理', true],
  ])
})

test('the enterprise has material codes and shopping lists, and an order above a limit waits for approval', async () => {
  const { shoppingList: standing, materialCode, approval } = (await logIn(MAIN)).api
  const lists = await standing.list({})
  expect(lists.map(({ name, lineCount }) => [name, lineCount])).toEqual([
    ['采掘队月度备件', 3],
    ['铣刨班组', 1],
  ])
  expect((await materialCode.list({})).total).toBe(4)
  const { dataList } = await approval.list({ state: 'PENDING' })
  expect(dataList.map(({ askedBy, mayDecide, orders }) => [askedBy, mayDecide, orders.length])).toEqual([['黄志远', true, 1]])
})

test('nothing has happened later than now: else the sessions and notices of people would be older than those of the demo', async () => {
  const { rows } = await sql<
    Record<string, Date>
  >`select (select max(at) from audit_log) as audit, (select max(created_at) from session) as session,
    (select max(at) from staff_notice) as notice, (select max(created_at) from announcement) as announcement`.execute(db)
  for (const [name, at] of Object.entries(rows[0] ?? expect.fail('no row'))) expect(at.getTime(), name).toBeLessThanOrEqual(now.getTime())
})

test.each([
  ['U-84 22mm', ['U84 采煤截齿']],
  ['KT U84 22', ['U84 采煤截齿']],
  ['u84×22', ['U84 采煤截齿']],
  ['采煤截此', MINING_PICKS],
  ['采媒截齿', MINING_PICKS],
  ['齿 38柄', ['U84 采煤截齿', 'U85 采煤截齿', 'S150 采煤截齿', 'S135 掘进截齿', 'BKH85 旋挖截齿']],
])('the search %s finds what is meant, first', async (keyword, meant) => {
  const { dataList, correctedKeyword } = await createTestUser(app.http).api.goods.list({ keyword, pageSize: 3 })
  const first = dataList.slice(0, meant.length).map(({ name }) => name)
  expect({ found: first.length, others: first.filter((name) => !meant.includes(name)), correctedKeyword }).toEqual({
    found: Math.min(3, meant.length),
    others: [],
    correctedKeyword: MISSPELT.includes(keyword) ? '采煤截齿' : undefined,
  })
})

test('the chat lines of a buyer become items with their quantities, and what fits several SKUs is asked about', async () => {
  const buyer = await logIn(MAIN)
  const read = async (line: string) => {
    const { rows, skus } = await buyer.api.quickOrder.match({ rows: parseQuickOrderText(line).rows })
    const codes = new Map(skus.map(({ skuId, skuCode }) => [skuId, skuCode]))
    return rows.map(({ status, skuId, goodsNum, candidates }) => {
      const first = skuId === null ? candidates[0] : { skuId, goodsNum }
      return [status, first && codes.get(first.skuId), first?.goodsNum].join(' ')
    })
  }
  const lines = {
    'Φ10球齿 500': ['AMBIGUOUS KT-QC-1014-8 500'],
    '2#锂基脂 5桶': ['AMBIGUOUS KT-LJ2-15 5'],
    'kt-w6-20：60': ['FOUND KT-W6-20 60'],
    'BKH47 10支 急用': ['AMBIGUOUS KT-BKH47-22 10'],
    'U84 22mm 100个': ['AMBIGUOUS KT-U84-22 100'],
    'W6-20 *500': ['AMBIGUOUS KT-W6-20 500'],
    'U84 22mm 100个 W6-20 50': ['AMBIGUOUS KT-U84-22 100', 'AMBIGUOUS KT-W6-20 50'],
  }
  for (const [line, items] of Object.entries(lines)) expect({ line, items: await read(line) }).toEqual({ line, items })
})

test('staff see a waybill number that was given back, one without an answer, an order with a tag and a note, a role of the mall, and two own accounts', async () => {
  const { token } = await createTestUser(app.http).api.staff.logIn({ email: OPS, pwd: DEMO_PASSWORD })
  const { api } = createTestUser(app.http, token)
  const waybills = (await api.consoleWaybill.list({})).dataList
  expect(waybills.map(({ carrier, state }) => [carrier, state])).toEqual(
    expect.arrayContaining([
      ['德邦快递', 'ASKED'],
      ['德邦快递', 'RETURNED'],
    ]),
  )
  expect((await api.consoleWaybill.list({ unanswered: true })).total).toBe(1)
  const { dataList } = await api.consoleOrder.list({ queue: 'waitSend', pageSize: 50 })
  const tagged = dataList.find(({ tags }) => tags.some(({ name }) => name === '加急')) ?? expect.fail('no tagged order')
  const { enterpriseId, orderNo } = tagged
  expect((await api.consoleOrderNote.list({ enterpriseId, orderNo })).total).toBe(1)
  expect(await api.consoleCustomRole.list({})).toMatchObject([{ name: '仓储主管', holders: [], endedAt: null }])
  expect((await api.consoleBank.lines({ open: true })).total).toBe(3)
  expect((await api.consoleBank.exactMatches({})).total).toBe(1)
  expect((await api.consoleBank.accounts({})).map(({ isDefault }) => isDefault)).toEqual([true, false])
})

test('all invariants hold', async () => expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({}))

test('the main account has a used API key, and a webhook whose last delivery failed', async () => {
  const { api } = await logIn(MAIN)
  expect(await api.apiKey.list({})).toMatchObject([{ name: '用友 U8 对接', state: 'ACTIVE', lastUsedAt: expect.any(Date) }])
  const [hook] = await api.webhook.list({})
  const { dataList } = await api.webhook.deliveries({ webhookId: hook?.id ?? '' })
  expect(dataList.map(({ state, lastStatus }) => [state, lastStatus])).toEqual([
    ['WAIT', 502],
    ...Array.from({ length: dataList.length - 1 }, () => ['DELIVERED', 200]),
  ])
  expect(dataList.length).toBeGreaterThan(2)
  expect(await api.punchOutSetup.overview({})).toMatchObject({
    setup: { protocol: 'OCI', active: true, returnHosts: ['srm.pengyan.example'] },
  })
})

test('the journal of the days that are over is there, so finance sees entries at once', async () => {
  const { last, transfers } = await db
    .selectFrom('journal_day')
    .select((eb) => [eb.fn.max('day').as('last'), eb.fn.sum<number>('transfers').as('transfers')])
    .executeTakeFirstOrThrow()
  expect([last, Number(transfers) > 30]).toEqual(['2026-11-17', true])
})
