import pg from 'pg'
import readWorkbook from 'read-excel-file/node'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { insertMovedInUsers } from '#server/people/identity/public.ts'
import { insertEnterprise, recordVerifiedEnterpriseDetails, reserveUnusedEnterpriseName } from '#server/people/organisation/public.ts'
import { createSmsCodeAndSendAfterCommit } from '#server/people/sms/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { failWritesOfRowsWithValue } from '#server/platform/testing/failing-rows.ts'
import { ONE_HOUR_MS, openMall, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createMovingInHelpers } from '#server/platform/testing/moving-in.ts'
import {
  createOldSystemCreditCode,
  type MovingInWorkbook,
  type OldSystemSums,
  renderMovingInWorkbook,
} from '#server/platform/testing/moving-in-book.ts'
import { createSmsRequester } from '#server/platform/testing/sms-requester.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const [first, second] = [await mall.staff('finance'), await mall.staff('finance', 'support')]
const { run, runUntil, settle, tries, uploads, submits, agrees, moves, companiesOf, faultsOf } = createMovingInHelpers(mall, first, second)
const { movingIn } = first.api
const { dawns, jobs } = createDebtHelpers(mall)
const skuId = await mall.createSku('采煤截齿', { sale: '40.00', credit: '42.00' })
const { code: skuCode } = await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()

/** Waits until a statement waits for a lock. */
const somebodyWaits = () =>
  expect
    .poll(
      async () =>
        (await mall.pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount,
      { interval: 5 },
    )
    .toBeGreaterThan(0)

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => `${error.reason} ${error.message}`,
  )

let companies = 0
/** One company of the older system: a main account, a sub-account, a limit, and more. Returns its code and its rows. */
function oldCompany(more: MovingInWorkbook = {}): { code: string; name: string; mobile: string; clerk: string; book: MovingInWorkbook } {
  const seq = ++companies
  const code = `C${seq}`
  const [mobile, clerk] = [`1370000${String(seq).padStart(4, '0')}`, `1371000${String(seq).padStart(4, '0')}`]
  const name = `旧矿业${seq}有限公司`
  const book = {
    公司: [[code, name, createOldSystemCreditCode(seq), '企业认证', '旧系统 2024 年已核验营业执照']],
    成员: [
      [code, mobile, '王主管', '主账号'],
      [code, clerk, '李采购', '子账号', '', '5000', '20000'],
    ],
    额度: [[code, '50000']],
    ...Object.fromEntries(Object.entries(more).map(([sheet, rows]) => [sheet, rows.map((row) => [code, ...row])])),
  }
  return { code, name, mobile, clerk, book }
}
const together = (...books: MovingInWorkbook[]): MovingInWorkbook => {
  const all: Record<string, (readonly string[])[]> = {}
  for (const book of books) for (const [sheet, rows] of Object.entries(book)) all[sheet] = [...(all[sheet] ?? []), ...rows]
  return all
}
const sumsOf = (count: number, more: Partial<OldSystemSums> = {}): OldSystemSums => ({
  企业数: String(count),
  期初钱包合计: '0',
  期初账单合计: '0',
  未出账赊销合计: '0',
  未付利息合计: '0',
  额度合计: String(50_000 * count),
  ...more,
})
const books = async () =>
  (
    await mall.pool.query<{ place: string }>(
      `select ctid || ' ' || xmin as place from enterprise union all select ctid || ' ' || xmin from app_user
       union all select ctid || ' ' || xmin from ledger_transfer union all select ctid || ' ' || xmin from credit_account order by 1`,
    )
  ).rows

/** A person who has moved in sets a password with an SMS code, and logs in. */
async function comes(mobile: string) {
  mall.clock.forward(ONE_HOUR_MS)
  await mall.runInTransaction((tx) =>
    createSmsCodeAndSendAfterCommit(tx, mall.moment(), {
      keys: mall.keys,
      mobile,
      purpose: 'reset',
      ...createSmsRequester(`10.4.0.${companies}`),
    }),
  )
  const code = (await mall.texts(mobile)).at(-1)?.facts.code ?? ''
  await mall.guest().api.security.resetPwdByMobile({ mobile, code, pwd: TEST_USER_PASSWORD })
  return mall.logsIn(mobile)
}

/** Goal: everything that a company had and owed is there after one evening, and the company goes on with it. */
test('an enterprise moves in with members, limits, debts, money, prices and addresses; it logs in and repays', async () => {
  const { name, mobile, clerk, book } = oldCompany({
    期初账单: [
      ['2026-09', '3000', '2026-10-10', '12.34'],
      ['2026-10', '1000.50'],
    ],
    未出账赊销: [['DN-1', '2026-11-03', '600', '钻杆']],
    期初钱包: [['8000']],
    价格表: [[skuCode, '', '35', '36']],
    地址: [['王主管', '13700000001', '广东省深圳市南山区', '高新南一道 1 号', '是']],
  })
  const before = await books()
  const tried = await tries(book, {
    ...sumsOf(1),
    期初钱包合计: '8000',
    期初账单合计: '4000.50',
    未出账赊销合计: '600',
    未付利息合计: '12.34',
  })
  expect(await faultsOf(tried.id)).toEqual([])
  const totals = { companies: 1, wallet: 800_000, statements: 400_050, drawdowns: 60_000, interest: 1_234, limits: 5_000_000 }
  expect(tried).toMatchObject({ state: 'tried', counts: { ready: 1, refused: 0, moved: 0 }, totals, sums: totals, moved: null })
  expect(await books()).toEqual(before)

  const { code: refused } = await first.post(contract.movingIn.approve.path, { id: tried.id, seen: tried.seen, pwd: TEST_USER_PASSWORD })
  expect(refused).toBe(409)
  await submits(tried)
  expect((await movingIn.state({ id: tried.id })).whyNotApprove).toContain('须由另一人复核')
  const own = { id: tried.id, seen: tried.seen ?? '', pwd: TEST_USER_PASSWORD }
  expect(await refusal(movingIn.approve(own))).toContain('SECOND_PERSON_NEEDED')
  expect(await refusal(second.api.movingIn.approve({ ...own, seen: 'other' }))).toContain('MOVING_IN_MOVED')
  expect(await refusal(second.api.movingIn.approve({ ...own, pwd: 'Wrong123456' }))).not.toBe('done')
  await agrees(tried)
  expect(await settle(tried.id)).toMatchObject({
    state: 'done',
    counts: { ready: 0, moved: 1 },
    moved: totals,
    approvedBy: 'finance,support',
  })
  expect(await mall.findInvariantBreaches()).toEqual({})

  // The company comes the next day.
  const lin = await comes(mobile)
  expect(await lin.api.enterprise.list({})).toMatchObject([{ enterpriseName: name }])
  expect(await lin.api.wallet.overview({})).toMatchObject({ balance: 800_000 })
  expect(await lin.api.account.account({})).toMatchObject({ creditBaseAmount: 5_000_000, creditWaitReturnAmount: 460_050 })
  expect(await lin.api.statement.owed({})).toMatchObject({
    interest: 1_234,
    months: [
      { month: '2026-09', state: 'OVERDUE', owed: 300_000, dueDay: '2026-10-10' },
      { month: '2026-10', state: 'OVERDUE', owed: 100_050, dueDay: '2026-11-10' },
      { month: '2026-11', state: 'OPEN', owed: 60_000 },
    ],
  })
  expect(await lin.api.statement.detail({ month: '2026-09' })).toMatchObject({ total: 300_000, lines: [{ amount: 300_000 }] })
  expect((await lin.api.address.list({}))[0]).toMatchObject({ detail: '高新南一道 1 号', isDefault: true })
  const { quote: _, ...preview } = await lin.api.order.preview({ lines: [{ skuId, goodsNum: 1 }], method: 'wallet' })
  expect(JSON.stringify(preview)).toContain('35')
  const buyer = await comes(clerk)
  expect(await buyer.api.enterprise.list({})).toMatchObject([{ enterpriseName: name }])

  // He repays the oldest statement and its interest from the wallet.
  await mall.runInTransaction((tx) =>
    createSmsCodeAndSendAfterCommit(tx, mall.moment(), { keys: mall.keys, mobile, purpose: 'payPwd', ...createSmsRequester('10.5.0.1') }),
  )
  const code = (await mall.texts(mobile)).at(-1)?.facts.code ?? ''
  await lin.api.userSecurity.changePayPwd({ pwd: TEST_USER_PASSWORD, code, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const { interest } = await lin.api.statement.owed({})
  await lin.api.statement.repayByWallet({ amount: yuanTextToFen('3012.34'), payPwd: TEST_USER_PAYMENT_PASSWORD })
  expect(await lin.api.statement.detail({ month: '2026-09' })).toMatchObject({
    owed: interest - 1_234,
    settled: 300_000 - (interest - 1_234),
  })
  // Days of delay since it is here cost interest here, and the month of the drawdown is closed as ever.
  await dawns('2026-12-01', 1)
  await jobs()
  const again = await mall.logsIn(mobile)
  expect(await again.api.statement.detail({ month: '2026-11' })).toMatchObject({ total: 60_000, lines: [{ amount: 60_000 }] })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

/** Goal: whatever is wrong is said at its row, and nothing of it is written. */
test('a trial reports the place and reason of every wrong cell and writes nothing', async () => {
  const lin = await mall.buyer('旧矿业9')
  const [good, negative, low, twin, phone, taken, empty] = [
    oldCompany(),
    oldCompany({
      期初钱包: [['-5']],
      期初账单: [
        ['2026-11', '10'],
        ['2026-09', '0.001'],
        ['2026-10', '5'],
        ['2026-10', '6'],
      ],
    }),
    oldCompany({ 额度: [['100']], 期初账单: [['2026-10', '100.01']] }),
    oldCompany(),
    oldCompany(),
    oldCompany({
      价格表: [['NO-SUCH', '', '1']],
      地址: [['王', '13700000001', '火星', '1 号']],
      未出账赊销: [['A', '2026-10-31', '=1+1']],
    }),
    oldCompany(),
  ]
  const [row = []] = twin.book.公司 ?? []
  twin.book.公司 = [row.with(2, createOldSystemCreditCode(2)), row]
  phone.book.成员 = [
    [phone.code, lin.mobile, '林', '主账号'],
    [phone.code, '13712345678', '一', '子账号'],
    [phone.code, '13712345678', '二', '子账号'],
    [phone.code, '13712345679', '三', '子账号', '没有的权限'],
    [phone.code, '138', '四', '老板'],
  ]
  empty.book.公司 = [[empty.code, '旧矿业9矿业有限公司', '91430200MB0000001X', '初级', '']]
  empty.book.成员 = []
  const before = await books()
  const tried = await tries(together(...[good, negative, low, twin, phone, taken, empty].map(({ book }) => book), { 额度: [['X', '1']] }))
  expect(await books()).toEqual(before)
  expect(tried).toMatchObject({ state: 'tried', counts: { ready: 1, refused: 7 }, totals: { companies: 1, limits: 5_000_000 } })
  expect(await faultsOf(tried.id)).toMatchInlineSnapshot(`
    [
      "期初账单 3 待还金额：金额格式不正确，最多两位小数",
      "期初账单 5 账单月份：与第 4 行的账单月份重复，请合为一行",
      "期初钱包 2 余额：金额不能为负数",
      "额度 4 固定额度：额度 ¥100.00 低于未还的赊销 ¥100.01",
      "公司 5 统一社会信用代码：与第 2 行的企业（C2）相同",
      "公司 6 企业编码：与第 5 行的企业编码重复",
      "成员 10 手机号：该手机号已在商城注册，请迁入后由主账号邀请",
      "成员 12 手机号：与第 11 行的手机号重复",
      "成员 13 权限：没有名为“没有的权限”的权限",
      "成员 14 手机号：手机号不正确，应为 11 位数字",
      "成员 14 账号类型：请填写“主账号”或“子账号”",
      "未出账赊销 2 发货日期：发货日期须在本月；以前月份的请按月汇总填在“期初账单”表",
      "未出账赊销 2 金额：金额格式不正确，最多两位小数",
      "价格表 2 规格编码：没有编码为“NO-SUCH”的规格",
      "地址 2 省市区：没有认出省市区",
      "公司 9 统一社会信用代码：统一社会信用代码不正确，校验码不符",
      "公司 9 企业名称：商城里已有同名的企业",
      "公司 9 认证级别：请填写“企业认证”或“高级认证”",
      "公司 9 认证理由：请填写沿用旧系统认证的理由",
      "公司 9 ：“成员”表里没有该企业的主账号",
      "额度 9 企业编码：“公司”表里没有编码为“X”的企业",
    ]
  `)
  expect(await refusal(submits(tried))).toContain('MOVING_IN_FAULTY 还有 7 家企业有误')
  const { bytes } = await second.api.movingIn.result({ id: tried.id, format: 'csv' })
  expect(
    Buffer.from(bytes)
      .toString()
      .split('\r\n')
      .filter((line) => line.includes('金额不能为负数')),
  ).toHaveLength(1)
})

/** Goal: what differs from the older system by a fen goes to nobody's approval. */
test('totals that differ from the older system are refused with both numbers, as are existing enterprises', async () => {
  const { book } = oldCompany({ 期初钱包: [['100']] })
  const tried = await tries(book)
  expect(await refusal(submits(tried))).toContain('MOVING_IN_SUMS_MISSING')
  const sums = {
    companies: 2,
    wallet: yuanTextToFen('100.01'),
    statements: yuanTextToFen('0'),
    drawdowns: yuanTextToFen('0'),
    interest: yuanTextToFen('0'),
    limits: yuanTextToFen('50000'),
  }
  await movingIn.sums({ id: tried.id, ...sums, rowVersion: tried.rowVersion })
  expect(await refusal(submits(tried))).toBe(
    'MOVING_IN_SUMS_DIFFER 合计与旧系统的核对总数不一致，不能提交。企业数：试算 1 家，旧系统 2 家；期初钱包合计：试算 ¥100.00，旧系统 ¥100.01',
  )
  const corrected = { id: tried.id, ...sums, companies: 1, wallet: yuanTextToFen('100') }
  // Who has the form open from before overwrites nothing unseen.
  await expect(movingIn.sums({ ...corrected, rowVersion: tried.rowVersion })).rejects.toMatchObject({
    reason: 'ROW_CHANGED',
    detail: { rowVersion: tried.rowVersion + 1, what: expect.stringContaining('期初钱包合计 由 无 改为 ¥100.01') },
  })
  await movingIn.sums({ ...corrected, rowVersion: tried.rowVersion + 1 })
  expect(await moves(tried)).toMatchObject({ state: 'done', counts: { moved: 1 } })
  // The same file again: everything of it is there.
  const moved = await books()
  const again = await tries(book, sumsOf(1, { 期初钱包合计: '100' }))
  expect(await faultsOf(again.id)).toEqual([
    expect.stringContaining('统一社会信用代码：商城里已有'),
    expect.stringContaining('企业名称：商城里已有同名的企业'),
    expect.stringContaining('手机号：该手机号已在商城注册'),
    expect.stringContaining('手机号：该手机号已在商城注册'),
  ])
  await movingIn.cancel({ id: again.id, reason: '重复' })
  expect(await refusal(submits(again))).toContain('MOVING_IN_STATE_WRONG')
  expect(await books()).toEqual(moved)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

/** Goal: a company is moved in once, whatever happens to the server. */
test('a run that is killed, stopped, resumed or run twice at once moves each enterprise in once', async () => {
  const old = Array.from({ length: 7 }, () => oldCompany({ 期初钱包: [['10']], 期初账单: [['2026-10', '20']] }))
  const book = together(...old.map((one) => one.book))
  const { id } = await uploads(await renderMovingInWorkbook(book, sumsOf(7, { 期初钱包合计: '70', 期初账单合计: '140' })))
  await expect(runUntil(id, 1)).rejects.toThrow('the server is gone')
  const tried = await settle(id)
  expect(await faultsOf(id)).toEqual([])
  await submits(tried)
  await agrees(tried)
  for (const times of [1, 2, 4]) await expect(runUntil(id, times)).rejects.toThrow('the server is gone')
  const before = (await companiesOf(id)).filter(({ enterpriseId }) => enterpriseId !== null).length
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(7)
  await movingIn.stop({ id })
  expect(await movingIn.state({ id })).toMatchObject({ counts: { moved: before, ready: 7 - before }, doneCount: before })
  await run(id)
  expect((await companiesOf(id)).filter(({ enterpriseId }) => enterpriseId !== null)).toHaveLength(before)
  await movingIn.resume({ id })
  await Promise.all([run(id), run(id), run(id)])
  const done = await settle(id)
  expect(done).toMatchObject({
    state: 'done',
    counts: { moved: 7, refused: 0 },
    doneCount: 7,
    moved: { companies: 7, wallet: 7_000, statements: 14_000 },
  })
  const after = await books()
  await run(id)
  expect(await books()).toEqual(after)
  expect(await mall.findInvariantBreaches()).toEqual({})
  const { rows } = await mall.pool.query('select count(*)::int as entries from audit_log where action = $1 and request_id = $2', [
    'move in company',
    id,
  ])
  expect(rows).toEqual([{ entries: 7 }])
})

/** Goal: what fails for a reason that is not the company's is not the company's fault, and is not lost. */
test('an unexpected error stops the run at its enterprise with the reason; resuming moves in the rest', async () => {
  const old = Array.from({ length: 3 }, () => oldCompany({ 期初钱包: [['10']] }))
  const tried = await tries(together(...old.map(({ book }) => book)), sumsOf(3, { 期初钱包合计: '30' }))
  await submits(tried)
  await agrees(tried)
  const before = await books()
  const works = await failWritesOfRowsWithValue(mall, { table: 'enterprise', column: 'name', value: old[1]?.name ?? '' })
  const stopped = await settle(tried.id)
  expect(stopped).toMatchObject({ state: 'stopped', counts: { ready: 2, moved: 1, refused: 0 }, doneCount: 1, moved: null })
  expect(stopped.note).toBe(`迁入“${old[1]?.name}”时系统出错，这家企业没有写入。可以继续迁入；再次出错请联系技术人员`)
  expect((await companiesOf(tried.id)).map(({ result }) => result)).toEqual(['moved', 'ready', 'ready'])
  const after = await books()
  expect(after.length).toBeGreaterThan(before.length)

  // It fails again: nothing more is written.
  await movingIn.resume({ id: tried.id })
  expect((await movingIn.state({ id: tried.id })).note).toBeNull()
  expect(await settle(tried.id)).toMatchObject({ state: 'stopped', doneCount: 1 })
  expect(await books()).toEqual(after)

  await works()
  await movingIn.resume({ id: tried.id })
  expect(await settle(tried.id)).toMatchObject({
    state: 'done',
    note: null,
    counts: { ready: 0, moved: 3, refused: 0 },
    moved: { companies: 3, wallet: 3_000 },
  })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

/** Goal: what the mall learns between the trial and the move is not overwritten; the rest goes on, and the run says what is missing. */
test('of two runs with the same enterprise at once one moves it in, the other says why it does not', async () => {
  const [shared, other] = [oldCompany({ 期初钱包: [['1']] }), oldCompany()]
  const one = await tries(shared.book, sumsOf(1, { 期初钱包合计: '1' }))
  const two = await tries(together(shared.book, other.book), sumsOf(2, { 期初钱包合计: '1' }))
  for (const tried of [one, two]) {
    await submits(tried)
    await agrees(tried)
  }
  await Promise.all([settle(one.id), settle(two.id)])
  const states = [await movingIn.state({ id: one.id }), await movingIn.state({ id: two.id })]
  expect(states.map(({ counts }) => counts.moved + counts.refused)).toEqual([1, 2])
  expect(states.reduce((moved, { counts }) => moved + counts.moved, 0)).toBe(2)
  const refused = [...(await companiesOf(one.id)), ...(await companiesOf(two.id))].filter(({ result }) => result === 'refused')
  expect(refused).toMatchObject([{ code: shared.code, enterpriseId: null }])
  expect(refused[0]?.faults.map(({ column, reason }) => `${column}${reason}`).join()).toMatch(/统一社会信用代码|手机号/)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

/** Moves three companies in. While the second one waits to be written, `take` takes something of it. Returns it, and who was refused. */
async function movesThreeWhile(take: (tx: Tx, overtaken: ReturnType<typeof oldCompany>) => Promise<void>) {
  const old = Array.from({ length: 3 }, () => oldCompany({ 期初钱包: [['10']] }))
  const overtaken = old[1] ?? expect.fail('no second company')
  const tried = await tries(together(...old.map(({ book }) => book)), sumsOf(3, { 期初钱包合计: '30' }))
  await submits(tried)
  await agrees(tried)
  const running = await mall.runInTransaction(async (tx) => {
    await take(tx, overtaken)
    const going = settle(tried.id)
    await somebodyWaits()
    return { going }
  })
  expect(await running.going).toMatchObject({ state: 'done', counts: { moved: 2, refused: 1 }, moved: { companies: 2, wallet: 2_000 } })
  const refused = (await companiesOf(tried.id)).filter(({ result }) => result === 'refused')
  return { overtaken, refused }
}

/** Goal: what the mall learns between the plan of a company and its writing is said at the cell, as a trial says it. */
test('an enterprise whose mobile is taken meanwhile is checked again and refused alone, at the cell', async () => {
  const { overtaken, refused } = await movesThreeWhile(async (tx, { clerk }) => {
    const users = [{ id: mall.moment().newId(), mobile: clerk, name: '外人' }]
    await insertMovedInUsers(tx, mall.moment(), { keys: mall.keys, users })
  })
  expect(refused).toMatchObject([{ code: overtaken.code, enterpriseId: null, faults: [{ sheet: '成员', column: '手机号' }] }])
  expect((await mall.pool.query('select from enterprise where name = $1', [overtaken.name])).rows).toEqual([])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('an enterprise whose name is taken meanwhile is checked again and refused alone, at the cell', async () => {
  const { overtaken, refused } = await movesThreeWhile(async (tx, { name }) => {
    await reserveUnusedEnterpriseName(tx, name)
    const id = mall.moment().newId()
    await insertEnterprise(tx, mall.moment(), id)
    await recordVerifiedEnterpriseDetails(tx, id, { name, authLevel: 2, authStatus: 4 })
  })
  const fault = { sheet: '公司', column: '企业名称', value: overtaken.name, reason: '商城里已有同名的企业' }
  expect(refused).toMatchObject([{ code: overtaken.code, enterpriseId: null, faults: [fault] }])
  expect((await mall.pool.query('select from enterprise where name = $1', [overtaken.name])).rows).toHaveLength(1)
  expect(
    await mall.db
      .selectFrom('mobile_claim')
      .select('user_id')
      .where('mobile_hmac', '=', mall.keys.hmac('mobile', overtaken.mobile))
      .execute(),
  ).toEqual([])
})

/** Goal: a trial never says what was never so: a name that is taken by a company whose code is free. */
test('a trial reads one snapshot of the mall, whatever is written between its statements', async () => {
  const old = oldCompany()
  const { id } = await uploads(await renderMovingInWorkbook(old.book, sumsOf(1)))
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query('begin')
  await owner.query('lock table enterprise in access exclusive mode')
  const trial = settle(id)
  await somebodyWaits()
  await owner.query(
    `insert into enterprise (id, name, status, auth_level, member_level, created_at) values (gen_random_uuid(), $1, 1, 0, 1, now())`,
    [old.name],
  )
  await owner.query('commit')
  expect(await trial).toMatchObject({ state: 'tried', counts: { refused: 0 } })
  await submits(await movingIn.state({ id }))
  await agrees(await movingIn.state({ id }))
  expect(await settle(id)).toMatchObject({ state: 'done', counts: { moved: 0, refused: 1 } })
  expect(await faultsOf(id)).toEqual(['公司 2 企业名称：商城里已有同名的企业'])
})

/** Goal: the audit finds what somebody has opened by hand, or has changed afterwards. */
test('the audit finds an opening balance that no run has made', async () => {
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  const broken = async () =>
    Object.keys(await mall.findInvariantBreaches())
      .map((breach) => breach.split(' ')[0])
      .sort()
  await owner.query(`update moving_in_company set wallet_fen = wallet_fen + 1 where wallet_fen = 100`)
  expect(await broken()).toEqual(['I-21'])
  await owner.query(`update moving_in_company set wallet_fen = wallet_fen - 1 where wallet_fen = 101`)
  await owner.query(`update statement set opening_day = null where month = '2026-09'`)
  expect(await broken()).toEqual(['I-11', 'I-12d'])
  await owner.query(`update statement set opening_day = '2026-11-17' where month = '2026-09'`)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the template has every sheet that is read; one without companies, a picture or a CSV is refused', async () => {
  const bytes = Buffer.from((await movingIn.template({})).bytes)
  const read = await readWorkbook(bytes)
  const written = await readWorkbook(await renderMovingInWorkbook({}))
  expect(read.slice(1).map(({ sheet, data }) => [sheet, data[0]])).toEqual(written.map(({ sheet, data }) => [sheet, data[0]]))
  expect(await refusal(uploads(bytes))).toContain('没有企业')
  for (const other of [Buffer.from('企业编码,企业名称\nA,B\n'), Buffer.from('PK')])
    expect(await refusal(movingIn.try({ fileName: 'x.xlsx' }, { file: toBlob(other) }))).toContain('MOVING_IN_FILE_UNREADABLE')
  const warehouse = await mall.staff('warehouse')
  expect(await warehouse.post(contract.movingIn.list.path, {})).toMatchObject({ code: 403 })
})
