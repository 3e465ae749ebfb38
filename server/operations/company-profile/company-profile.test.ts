import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { defaultMallCompanyProfile } from '#contract/content/content/default-company-profile.ts'
import { deleteMallCompanyPicturesUnusedForADay } from '#server/content/content/public.ts'
import { createLocalSmsGatewayWithMallName } from '#server/external-services.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { fillPageWithMallProfile, fillWebAppManifest } from '#server/platform/web/company-html.ts'

const mall = await openMall({ company: false })
const { consoleSetting, contracts } = contract
const [admin, second] = [await mall.staff('admin'), await mall.staff('admin', 'support')]
const lin = await mall.buyer('林', { credit: '9000' })
const { order, send } = await createAfterSaleHelpers(mall)
const bought = await order(lin, [{ price: '100.00', units: 6 }], 'credit')

const site = { ...demoCompany.site, name: '测试重工', shortName: '测重', tagline: '重型配件', copyright: '© 测试重工' }
const party = { ...demoCompany.party, companyName: '测试重工有限公司' }
const get = (url: string) => mall.app.http.inject({ url })
const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#28407f80' } })
    .png()
    .toBuffer()
const upload = async (use: 'logo' | 'stamp', side = 400) =>
  admin.api.consoleCompanyPicture.upload({ use }, { file: toBlob(await picture(side)) })
const contractText = async () =>
  parsePdfTextByPage(Buffer.from((await lin.api.contracts.purchase({ orderNo: bought.orderNo })).bytes)).join('')
const titleOf = async (url: string) => ((await get(url)).json() as { info: { title: string } }).info.title

test('a mall without a profile has a neutral name and refuses only what needs the company', async () => {
  expect(await mall.guest().api.site.info({})).toEqual(defaultMallCompanyProfile)
  expect((await get('/')).body).toContain(`<title>${defaultMallCompanyProfile.name}</title>`)
  expect(await lin.post(contracts.purchase.path, { orderNo: bought.orderNo })).toMatchObject({ reason: 'CONTRACT_PARTY_MISSING' })
  await expect(lin.api.transfer.topUp({ amount: yuanTextToFen('100') })).rejects.toMatchObject({ reason: 'BANK_ACCOUNT_MISSING' })
  const lines = [{ skuId: await mall.createSku('截齿'), goodsNum: 1 }]
  const { methods } = await lin.api.order.preview({ lines })
  expect(methods.find(({ method }) => method === 'transfer')).toMatchObject({
    available: false,
    reason: expect.stringContaining('收款账户'),
  })
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await expect(lin.api.order.changeMethod({ tradeId, method: 'transfer' })).rejects.toMatchObject({ reason: 'BANK_ACCOUNT_MISSING' })
})

test('a saved name appears at once on pages, documents and messages', async () => {
  await admin.api.consoleSetting.setSite({ ...site, rowVersion: 0 })
  await expect.poll(async () => (await get('/')).body).toContain('<title>测试重工</title>')
  for (const url of ['/', '/console/']) {
    const { body } = await get(url)
    expect(body).toMatch(url === '/' ? '<title>测试重工</title>' : /<title>(?:测重 运营后台|测试重工)<\/title>/)
    expect(body).not.toContain('岩锋')
  }
  expect(await titleOf('/api/openapi.json')).toBe('测试重工')
  expect(await titleOf('/api/open-api/openapi.json')).toBe('测试重工开放接口')
  const sms = createLocalSmsGatewayWithMallName(mall.db, mall.keys)
  await sms.send(mall.moment(), { mobile: '13800000009', template: 'known', facts: {} })
  expect((await sms.listStored?.())?.[0]?.text).toContain('本手机号注册测试重工')
})

const PAGE = `<link rel="icon" href="/icon.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/icons/apple-touch-180.png" />
<meta name="company" content="__COMPANY__" /><title>__NAME__</title><svg viewBox="0 0 40 40" aria-hidden="true" class="size-8"><path /></svg>`

test('a name is escaped in the page, and a logo replaces the default mark and icons', () => {
  const nasty = { ...site, stage: null, name: '"><script>alert(1)</script>' }
  expect(fillPageWithMallProfile(PAGE, nasty)).not.toContain('<script>')
  const page = fillPageWithMallProfile(PAGE, { ...site, stage: null, logoId: 'L' })
  expect(page).toContain('<link rel="icon" href="/company/L/192.png"')
  expect(page).toContain('<link rel="apple-touch-icon" href="/company/L/180.png"')
  expect(page).toContain('<img src="/company/L/192.png" alt="" class="size-8">')
  expect(page).not.toContain('<svg')
  expect(JSON.parse(fillWebAppManifest('{"start_url":"/","icons":[]}', { ...site, logoId: 'L' }))).toMatchObject({
    name: '测试重工',
    short_name: '测重',
    start_url: '/',
    icons: [{ sizes: '192x192' }, { sizes: '512x512' }, { purpose: 'maskable' }],
  })
})

test('the hero of the home page shows the picture of the mall, or no picture if none is set', () => {
  const stage = { pictureId: 'P', alt: '钎头', goodsId: null }
  const page =
    '<meta name="stage" content="__STAGE__" /><section><img\n  src="/pictures/__STAGE__/cut-640.webp" /><p>__NAME__</p></section>'
  const withPicture = '<meta name="stage" content="P" /><section><img\n  src="/pictures/P/cut-640.webp" /><p>测试重工</p></section>'
  expect(fillPageWithMallProfile(page, { ...site, stage })).toBe(withPicture)
  expect(fillPageWithMallProfile(page, { ...site, stage: null })).toBe('<meta name="stage" content="" /><section><p>测试重工</p></section>')
})

test('logos are served in their sizes, stamps only to administrators; unused pictures go after a day', async () => {
  const [logo, stamp, unused] = [await upload('logo'), await upload('stamp'), await upload('logo')]
  await expect(upload('logo', 100)).rejects.toMatchObject({ reason: 'IMAGE_TOO_SMALL' })
  const saves = (logoId: string) => admin.post(consoleSetting.setSite.path, { ...site, logoId, rowVersion: 1 })
  expect(await saves(stamp.pictureId)).toMatchObject({ reason: 'PICTURE_NOT_FOUND' })
  expect(await saves(logo.pictureId)).toMatchObject({ code: 200 })
  const shown = await get(`/company/${logo.pictureId}/512.png`)
  expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 512, height: 512, format: 'png' })
  for (const part of ['stamp.png', '512.png']) expect((await get(`/company/${stamp.pictureId}/${part}`)).statusCode).toBe(404)
  const { bytes } = await admin.api.consoleCompanyPicture.stamp({ id: stamp.pictureId })
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 400 })

  const pwd = TEST_USER_PASSWORD
  const wrong = { ...party, creditCode: '91440300MA5FAKE00E', rowVersion: 0, pwd }
  expect(await admin.post(consoleSetting.setParty.path, wrong)).toMatchObject({ reason: 'INVALID_INPUT', detail: { field: 'creditCode' } })
  expect(await admin.post(consoleSetting.setParty.path, { ...party, rowVersion: 0 })).toMatchObject({ reason: 'PASSWORD_AGAIN_NEEDED' })
  expect(await admin.api.consoleSetting.setParty({ ...party, stampId: stamp.pictureId, rowVersion: 0, pwd })).toMatchObject({ done: true })
  await mall.runInTransaction((tx) =>
    deleteMallCompanyPicturesUnusedForADay(tx, { ...mall.moment(), now: new Date(mall.clock.now.getTime() + ONE_DAY_MS + 1) }),
  )
  const served = async (id: string) => (await get(`/company/${id}/192.png`)).statusCode
  expect([await served(logo.pictureId), await served(unused.pictureId)]).toEqual([200, 404])
})

test('contracts show the company and its stamp; later changes need a second person; issued ones stay', async () => {
  const { bytes } = await lin.api.contracts.purchase({ orderNo: bought.orderNo })
  expect(Buffer.from(bytes).includes('/Subtype /Image')).toBe(true)
  const text = await contractText()
  expect(text).toContain('卖方（乙方）测试重工有限公司')
  expect(text).not.toContain('岩锋')
  const { party: stored } = await admin.api.consoleSetting.read({})
  const asked = await admin.api.consoleSetting.setParty({ ...party, companyName: '改名重工有限公司', rowVersion: stored.rowVersion })
  expect(asked.done).toBe(false)
  await second.api.consoleSensitiveChange.approve({ id: asked.changeId ?? '', pwd: TEST_USER_PASSWORD })
  expect((await admin.api.consoleSetting.read({})).party.values).toMatchObject({ companyName: '改名重工有限公司' })
  expect(await contractText()).toBe(text)
  await send(bought, { 1: 6 })
  const note = await lin.api.documents.deliveryNote({ orderNo: bought.orderNo, parcelNo: 1 })
  const printed = parsePdfTextByPage(Buffer.from(note.bytes)).join('')
  expect(printed).toContain('改名重工有限公司')
  expect(printed + Buffer.from(note.bytes).toString('latin1')).not.toContain('岩锋')
  const history = await admin.api.consoleSetting.history({ group: 'party' })
  expect(history.map(({ no, savedBy, changes }) => [no, savedBy, changes[0]?.to])).toEqual([
    [2, 'admin', '改名重工有限公司'],
    [1, 'admin', '测试重工有限公司'],
  ])
})

test('bank transfer is offered once a bank account is set', async () => {
  await admin.api.consoleSetting.setBank({ ...demoCompany.bank, accountName: '测试重工有限公司', rowVersion: 0, pwd: TEST_USER_PASSWORD })
  const { paymentId } = await lin.api.transfer.topUp({ amount: yuanTextToFen('100') })
  expect((await lin.api.transfer.detail({ paymentId })).account).toMatchObject({ accountName: '测试重工有限公司' })
})
