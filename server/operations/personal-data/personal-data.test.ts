import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { runMallSecretExchangePhase } from '#server/operations/installation/exchange-secret.ts'
import { requireKeysMatchDatabaseAndAddFormer } from '#server/operations/installation/public.ts'
import { deleteExpiredDataAndAddPartitions } from '#server/operations/jobs/retention.ts'
import { registerUserWithEnterprise } from '#server/people/identity/public.ts'
import { createSmsCodeAndSendAfterCommit } from '#server/people/sms/public.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createApplicantHelpers } from '#server/platform/testing/applicants.ts'
import {
  type Buyer,
  ONE_DAY_MS,
  openMall,
  TEST_USER_PASSWORD,
  TEST_USER_PAYMENT_PASSWORD,
  yuanTextToFen,
} from '#server/platform/testing/mall.ts'
import { createSmsRequester } from '#server/platform/testing/sms-requester.ts'
import { columnsLeftOutOfPersonalData, personalDataProfileColumns } from './columns-left-out.ts'
import { tablesInPersonalDataFile } from './personal-tables.ts'

const secret = randomBytes(32)
const mall = await openMall({ secret })
const owner = openDatabase({ url: mall.ownerUrl, poolSize: 2 })
afterAll(() => owner.close())
const applicants = await createApplicantHelpers(mall)
const LOGIN = '/user-api/api/security/login-by-mobile'

/** A code on a person's telephone. */
async function codeFor({ mobile }: Buyer): Promise<string> {
  mall.clock.forward(61_000)
  await mall.runInTransaction((tx) =>
    createSmsCodeAndSendAfterCommit(tx, mall.moment(), { keys: mall.keys, mobile, purpose: 'closeAccount', ...createSmsRequester() }),
  )
  return (await mall.texts(mobile)).at(-1)?.facts.code ?? expect.fail('no text')
}

const close = async (person: Buyer) =>
  person.post('/user-api/api/user/personal-data/close', { pwd: TEST_USER_PASSWORD, code: await codeFor(person), agree: true })

/** What the retention job does some days from now; `env` has settings for how long data is kept. */
const sweep = (days: number, env: Parameters<typeof readConfig>[0] = {}) =>
  deleteExpiredDataAndAddPartitions(
    mall.db,
    { ...mall.moment(), now: new Date(mall.clock.now.getTime() + days * ONE_DAY_MS) },
    mall.services.files,
    readConfig(env).retentionDays,
  )

/** Columns of type uuid that refer to things, to companies or to staff. Another name is of a person until somebody has looked. */
const THINGS = new Set([
  ...[
    'id',
    'enterprise_id',
    'last_enterprise_id',
    'staff_id',
    'shop_id',
    'shop_ids',
    'wave_id',
    'role_id',
    'logo_picture_id',
    'picture',
    'picture_id',
    'document_id',
    'file_id',
  ],
  ...['goods_id', 'other_id', 'sku_id', 'gift_sku_id', 'brand_id', 'attribute_id', 'choice_id', 'set_id', 'machine_model_id', 'list_id'],
  ...['order_id', 'exchange_order_id', 'trade_id', 'parcel_id', 'part_id', 'after_sale_id', 'comment_id', 'payment_id', 'voucher_id'],
  ...['invoice_id', 'issue_id', 'replaces', 'document', 'draw_id', 'line_id', 'first_line_id', 'import_id', 'archive_id', 'bulk_id'],
  ...[
    'coupon_id',
    'template_id',
    'gift_template_id',
    'gift_id',
    'project_id',
    'equipment_id',
    'patrol_id',
    'webhook_id',
    'delivery_id',
    'confirmation_id',
  ],
  ...['announcement_id', 'banner_id', 'help_category_id', 'kind_id', 'licence_kind_ids', 'moving_in_id', 'run_id', 'search_word_id'],
  'bad_debt_id',
  // Of totals: a SKU or a company.
  'key',
  'quotation_id',
  'proposal_id',
  ...['supplier_id', 'purchase_order_id', 'receipt_id', 'reverses', 'warehouse_id', 'from_id', 'to_id', 'stock_transfer_id'],
  ...['stock_count_id', 'stock_receipt_id'],
  'supplier_invoice_id',
  ...['bill_id', 'allocation_id', 'request_id', 'acceptance_id', 'source_id'],
])
const PERSONAL =
  /mobile_?(masked|sealed)?$|phone|receiver|contact|email|(^|_)ip$|user_agent|head_img|user_name|agent_name|payer|sealed|masked|address/

test('every column with personal data is in the export file or is left out for a stated reason', () => {
  const schema = readFileSync('server/schema.sql', 'utf8')
  const columns = [...schema.matchAll(/create table "(\w+)" \((.*?)\n\);/gs)].flatMap(([, table = '', body = '']) =>
    [...body.matchAll(/^ {2}(?!constraint)(\w+) (\w+)/gm)].map(([, column = '', type = '']) => ({ table, column, type })),
  )
  const named = columns.filter(({ column, type }) => (type === 'uuid' ? !THINGS.has(column) : PERSONAL.test(column)))
  const given = tablesInPersonalDataFile.flatMap(({ table, person = 'user_id', columns: shown }) => [
    `${table}.${person}`,
    ...shown.split(' ').map((column) => `${table}.${column.split('=')[0]}`),
  ])
  const decided = new Set([...given, ...personalDataProfileColumns, ...Object.keys(columnsLeftOutOfPersonalData)])
  expect(named.map(({ table, column }) => `${table}.${column}`).filter((column) => !decided.has(column))).toEqual([])
  // Nothing is decided that is not there, or twice.
  const existing = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  expect([...decided].filter((column) => !existing.has(column))).toEqual([])
  expect(Object.keys(columnsLeftOutOfPersonalData).filter((column) => [...given, ...personalDataProfileColumns].includes(column))).toEqual(
    [],
  )
})

test('a person exports his data with his password, and the file has no data of other persons', async () => {
  const [lin, wu] = [await mall.buyer('林'), await mall.buyer('吴')]
  const skuId = await mall.createSku('U84 采煤截齿')
  await lin.api.userSecurity.changeName({ name: '林大山' })
  await lin.api.cart.add({ skuId, goodsNum: 3 })
  await wu.api.userSecurity.changeName({ name: '吴小川' })
  const wrong = await lin.post('/user-api/api/user/personal-data/download', { pwd: 'Wrong12345' })
  expect(wrong).toMatchObject({ code: 422, reason: 'OLD_PASSWORD_WRONG' })

  const { name, content } = await lin.api.personalData.download({ pwd: TEST_USER_PASSWORD })
  expect(name).toMatch(/^我的个人数据-\d{4}-\d\d-\d\d\.json$/)
  const file = JSON.parse(content)
  expect(file.个人资料).toMatchObject({ 用户编号: lin.userId, 手机号: lin.mobile, 姓名: '林大山' })
  const part = (title: string) => file.数据.find((one: { 名称: string }) => one.名称 === title)?.记录
  expect(part('购物车')).toMatchObject([{ 规格: skuId, 数量: 3 }])
  expect(part('所在企业')).toMatchObject([{ 企业编号: lin.enterpriseId, 账号类型: 1 }])
  expect(part('登录过的设备').length).toBeGreaterThan(0)
  expect(part('安全与操作记录').map((row: { 操作: string }) => row.操作)).toContain('下载个人数据')
  for (const foreign of [wu.userId, wu.mobile, '吴小川', wu.enterpriseId]) expect(content).not.toContain(foreign)
  // To his sub-account the main account is another person.
  await mall.runInTransaction((tx) =>
    tx.updateTable('enterprise').set({ agent_name: '林大山' }).where('id', '=', lin.enterpriseId).execute(),
  )
  const clerk = await mall.subAccount(lin, ['lookGoods'])
  const { content: ofClerk } = await clerk.api.personalData.download({ pwd: TEST_USER_PASSWORD })
  expect(JSON.parse(ofClerk).企业).toContainEqual({ 企业编号: lin.enterpriseId, 名称: '林矿业有限公司', 经办人: null })
  for (const foreign of [lin.userId, lin.mobile, '林大山']) expect(ofClerk).not.toContain(foreign)
  const kept = await mall.db.selectFrom('payment_password').select('digest').where('enterprise_id', '=', lin.enterpriseId).execute()
  expect(content).not.toContain(kept[0]?.digest.toString('hex') ?? expect.fail('no digest'))
})

test('closing an account ends its sessions, anonymises the person and frees the mobile number', async () => {
  const lin = await mall.buyer('林')
  await lin.api.userSecurity.changeName({ name: '林大山' })
  await lin.post('/user-api/api/inquiry/submit', { name: '林大山', mobile: lin.mobile, topic: 'goods', text: '有 U85 吗' })
  const other = await mall.logsIn(lin.mobile)
  const preview = await lin.api.personalData.closing({})
  expect(preview).toMatchObject({ obstacles: [], enterprises: ['林矿业有限公司'] })
  expect(preview.kept.every(({ term, reason }) => term !== '' && reason !== '')).toBe(true)
  expect(preview.kept.map(({ term }) => term)).toEqual(
    expect.arrayContaining(['注销后 1096 天', '企业注销后 30 天', '许可证或企业终止后 400 天']),
  )
  const unagreed = await lin.post('/user-api/api/user/personal-data/close', { pwd: TEST_USER_PASSWORD, code: '000000' })
  expect(unagreed.code).toBe(400)

  expect(await close(lin)).toMatchObject({ code: 200 })

  for (const person of [lin, other]) expect((await person.post('/user-api/api/user/detail')).code).toBe(510)
  expect(await mall.guest().post(LOGIN, { mobile: lin.mobile, pwd: TEST_USER_PASSWORD })).toMatchObject({ reason: 'LOGIN_FAILED' })
  const row = await mall.db.selectFrom('app_user').selectAll().where('id', '=', lin.userId).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ user_name: '已注销用户', mobile_masked: '', password_hash: null, status: 0 })
  const inquiries = await mall.db.selectFrom('inquiry').select(['name', 'mobile_masked']).where('user_id', '=', lin.userId).execute()
  expect(inquiries).toEqual([{ name: '已注销用户', mobile_masked: '' }])
  // Only what is sealed still knows him, until the law does not ask for it any more.
  const sealed = () => mall.db.selectFrom('closed_account').select('sealed').where('id', '=', lin.userId).executeTakeFirst()
  const kept = JSON.parse(mall.keys.open(`closed_account|sealed|${lin.userId}`, (await sealed())?.sealed ?? expect.fail('nothing is kept')))
  expect(kept).toMatchObject({ mobile: lin.mobile, userName: '林大山' })

  const support = await mall.staff('support')
  const reviewer = await mall.staff('reviewer')
  expect(await support.api.consoleUser.list({ pageNo: 1, pageSize: 10, keyword: lin.mobile })).toMatchObject({ total: 0 })
  const { name, mobile, status, closedAt, seats } = await support.api.consoleUser.detail({ userId: lin.userId })
  expect({ name, mobile, status, seats }).toEqual({ name: '已注销用户', mobile: '', status: 0, seats: [] })
  expect(closedAt).not.toBeNull()
  const company = await reviewer.api.consoleEnterprise.detail({ enterpriseId: lin.enterpriseId })
  expect(company).toMatchObject({ agentName: null, status: 0, closedAt, members: [] })
  const closed = { enterpriseId: lin.enterpriseId, reason: '误操作' }
  expect(await reviewer.post('/console-api/api/enterprise/unfreeze', closed)).toMatchObject({ reason: 'ENTERPRISE_CLOSED' })
  expect(await support.post('/console-api/api/user/unfreeze', { userId: lin.userId, reason: '误操作' })).toMatchObject({
    reason: 'USER_NOT_FOUND',
  })
  const logged = await mall.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', lin.userId)
    .where('action', '=', 'close account')
    .execute()
  expect(logged).toHaveLength(1)

  const { passwordHash } = mall
  await mall.runInTransaction((tx) =>
    registerUserWithEnterprise(tx, mall.moment(), {
      keys: mall.keys,
      user: { mobile: lin.mobile, passwordHash },
      openAccounts: createLedgerAccountsOfEnterprise,
    }),
  )
  const again = await (await mall.logsIn(lin.mobile)).api.user.detail({})
  expect([again.userId === lin.userId, again.enterpriseId === lin.enterpriseId, again.userName]).toEqual([false, false, null])
})

test('a person with money, orders or colleagues cannot close the account and learns what is open', async () => {
  const lin = await mall.buyer('林', { credit: '500000', wallet: '120.50' })
  const skuId = await mall.createSku('截齿', { sale: '10.00', credit: '11.00' })
  const clerk = await mall.subAccount(lin, ['lookGoods'])
  const lines = [{ skuId, goodsNum: 2 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'credit' })
  const { tradeId } = await lin.api.order.submit({ lines, method: 'credit', addressId: lin.addressId, quote })
  await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const { obstacles } = await lin.api.personalData.closing({})
  expect(obstacles.join()).toMatch(/现金钱包还有余额 ¥?120\.50.*赊销额度.*还有 1 个订单没有完成.*还有 1 个子账号/)
  const refused = await close(lin)
  expect(refused).toMatchObject({ code: 409, reason: 'ACCOUNT_NOT_SETTLED' })
  expect(refused.msg).toContain('暂时不能注销账号：')
  for (const obstacle of obstacles) expect(refused.msg).toContain(obstacle)
  expect((await lin.post('/user-api/api/user/detail')).code).toBe(200)

  const support = await mall.staff('support')
  const of = { enterpriseId: lin.enterpriseId, contactUserId: clerk.userId, contactName: '' }
  const called = { direction: 'out', outcome: 'reached', minutes: 7, note: '核对到货', nextDay: null, completesId: null } as const
  await support.api.consolePhoneCall.record({ ...of, ...called, at: mall.clock.now })
  const { content } = await clerk.api.personalData.download({ pwd: TEST_USER_PASSWORD })
  expect(JSON.parse(content).数据).toContainEqual(
    expect.objectContaining({ 名称: '运营人员与您的通话', 记录: [expect.objectContaining({ 方向: '呼出', '时长（分钟）': 7 })] }),
  )
  expect(content).not.toContain('核对到货')

  // A sub-account owes nothing: his orders stay with the company, without his name.
  expect(await close(clerk)).toMatchObject({ code: 200 })
  expect(await lin.api.subUser.list({})).toEqual([])
  const { dataList } = await support.api.consolePhoneCall.list({ enterpriseId: lin.enterpriseId })
  expect(dataList).toMatchObject([{ contactName: '已注销用户', note: '核对到货' }])
  expect(
    await mall.db
      .selectFrom('phone_call')
      .select('id')
      .where('contact_user_id', '=', clerk.userId)
      .where('enterprise_id', '=', lin.enterpriseId)
      .execute(),
  ).toEqual([])
  expect((await lin.api.personalData.closing({})).obstacles.join()).not.toContain('子账号')
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test.each([
  ['30 days, without a setting', {}, 30],
  ['the shorter term of the setting', { RETENTION_PAPERS: '3' }, 3],
  ['the longer term of the setting', { RETENTION_PAPERS: '200' }, 200],
])('documents of an enterprise and identifying data of its people are erased after it closes: %s', async (_, env, days) => {
  const { agentForm, approves, caseOf, enterpriseForm, newcomer } = applicants
  const zhou = await newcomer()
  const form = await agentForm(zhou)
  await zhou.api.verification.agentAuth(form)
  await approves(zhou)
  const company = await enterpriseForm(zhou)
  await zhou.api.verification.enterpriseAuthOnly(company)
  const { obstacles } = await zhou.api.personalData.closing({})
  expect(obstacles).toEqual(['提交的认证正在审核，请等审核结束'])
  await approves(zhou, { baseLimit: yuanTextToFen('0') })
  const files = [form.idPhoto, company.licence, company.legalIdFront, company.legalIdBack]
  expect(await close({ ...zhou, addressId: '' })).toMatchObject({ code: 200 })
  // Its credit code is free for whoever founds it anew.
  const next = await newcomer()
  await next.api.verification.agentAuth(await agentForm(next))
  await approves(next)
  await next.api.verification.enterpriseAuthOnly({ ...(await enterpriseForm(next)), creditCode: company.creditCode })
  await approves(next, { baseLimit: yuanTextToFen('0') })
  expect(await caseOf(next).catch(() => 'decided')).toBe('decided')
  const kept = async () => Promise.all(files.map(async (id) => (await mall.services.files.get(id)) !== undefined))
  const submissions = () =>
    mall.db
      .selectFrom('verification_submission')
      .select(['state', 'sealed', 'id_hmac', 'masked'])
      .where('enterprise_id', '=', zhou.enterpriseId)
      .execute()
  for (let run = 0; run < 2; run++) await sweep(days - 1 / ONE_DAY_MS, env)
  expect(await kept()).toEqual(files.map(() => true))
  for (let run = 0; run < 2; run++) await sweep(days, env)
  expect(await kept()).toEqual(files.map(() => false))
  for (const { state, sealed, id_hmac, masked } of await submissions()) {
    expect({ state, bytes: sealed.length, id_hmac }).toEqual({ state: 'PASS', bytes: 0, id_hmac: null })
    expect(JSON.stringify(masked)).toContain('*')
  }
})

test('what staff noted about a company is deleted when its main account closes, and the person is told before', async () => {
  const [wei, admin] = [await mall.buyer('魏'), await mall.staff('admin')]
  const { enterpriseId } = wei
  const { consoleAccountManager, consoleEnterprise, consoleEnterpriseNote, consoleFollowUp, consolePhoneCall } = admin.api
  await consoleEnterpriseNote.add({ enterpriseId, text: '魏总的手机号另有一个' })
  await consoleFollowUp.add({ enterpriseId, kind: 'phone', text: '问价', nextDay: null, completesId: null })
  const called = { direction: 'out', outcome: 'reached', minutes: 3, note: '周工的儿子也在矿上', nextDay: null, completesId: null } as const
  await consolePhoneCall.record({ enterpriseId, contactUserId: null, contactName: '材料科周工', at: mall.clock.now, ...called })
  const { staffId } = await admin.api.staff.me({})
  await consoleAccountManager.assign({ companies: [{ enterpriseId, seenStaffId: null }], staffId })
  expect((await wei.api.personalData.closing({})).erased.join()).toContain('内部备注、跟进和通话记录')
  expect(await close(wei)).toMatchObject({ code: 200 })
  // Nothing is added afterwards, which nobody would delete.
  const call = { enterpriseId, contactUserId: null, contactName: '周工', at: mall.clock.now.toISOString(), ...called }
  for (const [path, added] of [
    ['/console-api/api/phone-call/record', call],
    ['/console-api/api/follow-up/add', { enterpriseId, kind: 'phone', text: '问价', nextDay: null, completesId: null }],
    ['/console-api/api/enterprise-note/add', { enterpriseId, text: '还有货款' }],
  ] as const)
    expect(await admin.post(path, added)).toMatchObject({ reason: 'ENTERPRISE_CLOSED' })
  expect(await consoleEnterpriseNote.list({ enterpriseId })).toMatchObject({ total: 0 })
  expect(await consoleFollowUp.list({ enterpriseId })).toMatchObject({ total: 0 })
  // Who had it stays, for the figures of past months: ids alone.
  expect(await consoleAccountManager.history({ enterpriseId })).toMatchObject([{ managerName: 'admin' }])
  expect(await consoleEnterprise.detail({ enterpriseId })).toMatchObject({ manager: null })
  // The audit log, which is kept, says that something was noted and how long it is.
  const { rows } = await mall.pool.query(`select facts::text from audit_log where facts ->> 'enterpriseId' = $1`, [enterpriseId])
  const logged = rows.map(({ facts }) => facts).join()
  expect(logged).toContain('（共 10 字）')
  for (const text of ['另有一个', '问价', '材料科周工', '周工的儿子']) expect(logged).not.toContain(text)
})

test('the identity behind a closed account is kept sealed for three years and then deleted', async () => {
  const wu = await mall.buyer('吴')
  expect(await close(wu)).toMatchObject({ code: 200 })
  const isKept = async () => (await mall.db.selectFrom('closed_account').select('id').where('id', '=', wu.userId).execute()).length === 1
  await sweep(3 * 365 + 1)
  expect(await isKept()).toBe(true)
  await sweep(3 * 365 + 2)
  expect(await isKept()).toBe(false)
})

test('rotating MALL_SECRET while accounts are closed loses nothing and restores no number', async () => {
  const wu = await mall.buyer('吴')
  expect(await close(wu)).toMatchObject({ code: 200 })
  await requireKeysMatchDatabaseAndAddFormer(mall.db, mall.moment(), { keys: createKeys(secret) })
  const [next, named] = [randomBytes(32), [{ id: 'k1', key: randomBytes(32) }]]
  const prepared = await runMallSecretExchangePhase(owner.db, mall.moment(), { keys: createKeys(secret, named, next) })
  const after = createKeys(next, named)
  const finished = await runMallSecretExchangePhase(owner.db, mall.moment(), { keys: after })
  expect([prepared.phase, finished.phase]).toEqual(['prepared', 'finished'])
  expect([...prepared.steps, ...finished.steps].filter(({ ok }) => !ok)).toEqual([])
  const claims = await mall.db.selectFrom('mobile_claim').select('mobile_hmac').where('user_id', '=', wu.userId).execute()
  expect(claims).toEqual([])
  const { sealed } = await mall.db.selectFrom('closed_account').select('sealed').where('id', '=', wu.userId).executeTakeFirstOrThrow()
  expect(JSON.parse(after.open(`closed_account|sealed|${wu.userId}`, sealed))).toMatchObject({ mobile: wu.mobile })
})
