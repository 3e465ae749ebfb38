import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { emptyShopAndCategoryHints } from '#contract/catalog/goods-editing/problems.ts'
import type { SetupStepState } from '#contract/operations/setup/api.ts'
import { type SetupStep, setupSteps } from '#contract/operations/setup/setup-steps.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { computeStaffPermissionCodes } from '#contract/platform/core/staff-permissions.ts'
import { GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import { buildApp } from '#server/app.ts'
import { createExternalServices, createLocalSmsGatewayWithMallName, type ExternalServices } from '#server/external-services.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { unlimitedServerLimits } from '#server/platform/core/server-limits.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { openSmsProvider } from '#server/platform/testing/sms-provider.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall({ company: false })
const boss = await mall.staff('admin')
const { consoleSetup } = contract

const stateOf = async (person = boss) => {
  const { steps, ...rest } = await person.api.consoleSetup.state({})
  return {
    ...rest,
    steps: Object.fromEntries(steps.map(({ step, state }) => [step, state])) as Record<SetupStep, SetupStepState>,
    stepList: steps,
  }
}
const settle = async (step: SetupStep, settled = true) =>
  boss.post(consoleSetup.settle.path, { step, settled, rowVersion: (await stateOf()).rowVersion })
const finish = async () => boss.post(consoleSetup.finish.path, { rowVersion: (await stateOf()).rowVersion })

test('goods in a mall without categories point to the setup step that creates the first one', async () => {
  const { pool } = mall
  const { rows: leaves } = await pool.query('select id, parent_id from category where parent_id is not null')
  const content = GoodsContent.parse({ name: '截齿' })
  const reasonsOf = async () => (await boss.api.consoleGoods.save({ content })).problems.map(({ path, reason }) => `${path}：${reason}`)
  expect(await reasonsOf()).toEqual(expect.arrayContaining(['shopId：请选择店铺', 'categoryId：请选择分类']))
  await pool.query('update category set parent_id = null')
  const reasons = await reasonsOf()
  for (const { id, parent_id } of leaves) await pool.query('update category set parent_id = $2 where id = $1', [id, parent_id])
  expect(reasons).toEqual(expect.arrayContaining(['shopId：请选择店铺', `categoryId：${emptyShopAndCategoryHints.categories}`]))
})

test('an unopened mall lists the missing setup steps in order', async () => {
  const { finished, stepList, steps } = await stateOf()
  expect(finished).toBe(false)
  expect(stepList.map(({ step }) => step)).toEqual(keysOf(setupSteps))
  const [open, unset] = ['open', 'unset'] as const
  expect(steps).toMatchObject({
    secondAdmin: open,
    otherStaff: open,
    site: open,
    party: open,
    bank: open,
    agreements: open,
    goods: open,
    movingIn: open,
  })
  expect(steps).toMatchObject({ payments: unset, sms: unset, eInvoice: unset, express: unset, files: 'connected', holidays: 'done' })
  const received = (step: SetupStep) => stepList.find((one) => one.step === step)?.note
  expect([received('party'), received('secondAdmin')]).toEqual(['还没有填写，不能开具合同', '现在只有一位管理员'])
  expect(received('otherStaff')).toBe('还没有人担任：客服、审核、仓储、财务、商品')
  expect(await (await mall.staff('support')).post(consoleSetup.state.path, {})).toMatchObject({ code: 403 })
})

test('the step moving in is done once a file of the old system is in and none is left over', async () => {
  const now = async () => (await stateOf()).stepList.find(({ step }) => step === 'movingIn')
  expect(await now()).toMatchObject({ state: 'open', note: '还没有迁入；没有旧系统请直接确认' })
  const file = { file_name: '旧系统.zip', file_hash: Buffer.alloc(32), company_count: 1, created_at: mall.clock.now }
  const add = async (state: 'done' | 'tried') => {
    const { staffId } = await boss.api.staff.me({})
    await mall.db
      .insertInto('moving_in')
      .values({ id: mall.moment().newId(), staff_id: staffId, state, ...file })
      .execute()
  }
  await add('done')
  expect(await now()).toMatchObject({ state: 'done', note: '' })
  await add('tried')
  expect(await now()).toMatchObject({ state: 'open', note: '1 个文件还没有迁入完成' })
  await mall.db.deleteFrom('moving_in').execute()
})

test('each finished step is marked done, a required one cannot be skipped, and the last opens the mall', async () => {
  expect(await finish()).toMatchObject({
    reason: 'SETUP_NOT_DONE',
    msg: expect.stringMatching(/^请先完成或确认「第二位管理员」「其他员工」「公司资料」.*「旧系统迁入」$/),
  })
  expect(await settle('site')).toMatchObject({ reason: 'SETUP_STEP_NEEDED' })
  const asked = await boss.api.consoleStaff.add({ email: 'second@staff.test', name: '次位', roles: ['admin'] })
  const waits = `现在只有一位管理员；已提出的将于 ${formatShanghaiTime(asked.takesEffectAt ?? expect.fail('at once')).slice(0, 16)} 生效`
  expect((await stateOf()).stepList[0]).toEqual({ step: 'secondAdmin', state: 'open', note: waits })
  await mall.staff('admin', 'support', 'finance')
  await mall.staff('warehouse', 'catalogue')
  expect((await stateOf()).steps.secondAdmin).toBe('done')
  expect((await stateOf()).stepList[1]).toEqual({ step: 'otherStaff', state: 'open', note: '还没有人担任：审核' })
  // A role of the mall's own with all that 审核 permits does its work.
  const reviews = computeStaffPermissionCodes(['reviewer']).join(',')
  await mall.db.updateTable('staff').set({ custom_codes: reviews }).where('name', '=', 'warehouse,catalogue').execute()
  expect((await stateOf()).stepList[1]).toMatchObject({ state: 'done' })
  await mall.db.updateTable('staff').set({ custom_codes: '' }).where('name', '=', 'warehouse,catalogue').execute()
  expect(await settle('otherStaff')).toMatchObject({ code: 200 })
  await boss.api.consoleSetting.setSite({ ...demoCompany.site, rowVersion: 0 })
  expect((await stateOf()).steps.site).toBe('done')
  await boss.api.consoleSetting.setParty({ ...demoCompany.party, rowVersion: 0, pwd: TEST_USER_PASSWORD })
  expect((await stateOf()).steps.party).toBe('done')
  await boss.api.consoleSetting.setBank({ ...demoCompany.bank, rowVersion: 0, pwd: TEST_USER_PASSWORD })
  expect((await stateOf()).steps.bank).toBe('done')
  for (const step of ['payments', 'sms', 'eInvoice', 'express', 'agreements', 'freight', 'licences', 'movingIn'] as const)
    expect(await settle(step)).toMatchObject({ code: 200 })
  expect((await stateOf()).steps).toMatchObject({ payments: 'settled', agreements: 'settled', freight: 'settled' })
  await settle('agreements', false)
  expect((await stateOf()).steps.agreements).toBe('open')
  await settle('agreements')
  expect(await boss.post(consoleSetup.settle.path, { step: 'bank', settled: true, rowVersion: 0 })).toMatchObject({ reason: 'ROW_CHANGED' })
  expect(await finish()).toMatchObject({ reason: 'SETUP_NOT_DONE', msg: '请先完成或确认「第一批商品」「商品库存」' })
  const skuId = await mall.createSku('U84 采煤截齿', { stock: 0 })
  expect((await stateOf()).steps).toMatchObject({ shops: 'done', categories: 'done', goods: 'done', stock: 'open' })
  expect(await settle('stock')).toMatchObject({ reason: 'SETUP_STEP_NEEDED' })
  const counted = { skuId, counted: 50, inHouse: 0, reason: '开业盘点' }
  await boss.api.consoleStock.count(counted)
  expect((await stateOf()).steps.stock).toBe('done')
  // What is not on sale has stock, and nobody can buy it.
  await mall.pool.query(`update goods set state = 'off_sale' where on_shelf`)
  expect((await stateOf()).stepList.find(({ step }) => step === 'stock')?.note).toBe('在售的商品都没有库存，还不能购买')
  await mall.pool.query(`update goods set state = 'on_sale' where state = 'off_sale'`)
  expect(await finish()).toMatchObject({ code: 200 })
  expect(await boss.api.consoleSetup.state({})).toMatchObject({ finished: true, steps: [] })
  expect((await boss.api.consoleSetup.state({ always: true })).steps).toHaveLength(keysOf(setupSteps).length)
  const { dataList } = await boss.api.consoleAudit.list({ action: 'change settings' })
  expect(dataList[0]).toMatchObject({ objectId: '开店准备', actorName: 'admin' })
})

/** A server whose services are these. */
async function openWith(services: Partial<ExternalServices>) {
  const outside = { ...createExternalServices({ dataDir: mall.filesFolder }, mall.db, mall.keys), ...services }
  const around = { db: mall.db, keys: mall.keys, services: outside, log: createErrorLog(), limits: unlimitedServerLimits, trustProxy: [] }
  const { http } = await buildApp({ ...around, secure: false, strict: true, requireTotp: false, clock: () => mall.clock.now })
  return Object.assign(createTestUser(http, boss.token), { close: () => http.close() })
}

test('services are tested, and their refusals are shown', async () => {
  await mall.db
    .updateTable('setting')
    .set({ value: JSON.stringify({ finished: false, settled: [] }) })
    .where('name', '=', 'setup')
    .execute()
  const refusing = { channel: 'wechat', query: () => Promise.reject(new GatewayRefusalError('SIGN_ERROR', '签名错误')) } as never
  const answering = { channel: 'alipay', query: () => Promise.resolve({ outTradeNo: '', state: 'MISSING' }) } as never
  const lossy = { put: async () => {}, get: async () => new Uint8Array([1]), delete: async () => {} }
  const sms = { ...createLocalSmsGatewayWithMallName(mall.db, mall.keys), check: () => Promise.reject(new Error('InvalidAccessKeyId')) }
  const bad = await openWith({
    gateways: new Map([
      ['wechat', refusing],
      ['alipay', answering],
    ]),
    files: lossy,
    sms,
  })
  const { stepList, steps } = await stateOf(bad as never)
  expect(steps).toMatchObject({ payments: 'failed', files: 'failed', sms: 'failed' })
  expect(stepList.find(({ step }) => step === 'payments')?.note).toBe('微信：SIGN_ERROR: 签名错误')
  expect(stepList.find(({ step }) => step === 'sms')?.note).toBe('InvalidAccessKeyId')
  await bad.close()
  const good = await openWith({ gateways: new Map([['alipay', answering]]) })
  expect((await stateOf(good as never)).stepList.find(({ step }) => step === 'payments')).toMatchObject({
    state: 'connected',
    note: '支付宝',
  })
  await good.close()
})

test('SMS are signed with the configured signature, else the short name of the mall; the checklist shows both', async () => {
  const provider = await openSmsProvider('测重商城')
  const account = { keyId: 'k', keySecret: 's', base: provider.base, templates: { code: 'A', known: 'B', invitation: 'C', alert: 'D' } }
  const testSignName = async (signName: string | undefined) => {
    const { sms } = createExternalServices({ dataDir: mall.filesFolder, sms: { ...account, signName } }, mall.db, mall.keys)
    const server = await openWith({ sms })
    const step = (await stateOf(server as never)).stepList.find((one) => one.step === 'sms')
    await server.close()
    return step
  }
  const { rowVersion } = (await boss.api.consoleSetting.read({})).site
  await boss.api.consoleSetting.setSite({ ...demoCompany.site, name: '测试重工', shortName: '测重', rowVersion })
  expect(await testSignName(undefined)).toMatchObject({ state: 'failed', note: expect.stringContaining('isv.SMS_SIGNATURE_ILLEGAL') })
  expect(await testSignName('测重商城')).toMatchObject({ state: 'connected', note: '签名「测重商城」，商城简称「测重」：两者不同，请核对' })
  await boss.api.consoleSetting.setSite({ ...demoCompany.site, name: '测试重工', shortName: '测重商城', rowVersion: rowVersion + 1 })
  expect(await testSignName(undefined)).toMatchObject({ state: 'connected', note: '签名「测重商城」，商城简称「测重商城」' })
  expect(provider.asked.map((query) => query.get('SignName'))).toEqual(['测重', '测重商城', '测重商城'])
  await provider.close()
})
