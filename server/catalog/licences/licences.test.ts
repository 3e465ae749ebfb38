import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { addDays, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { deleteExpiredDataAndAddPartitions } from '#server/operations/jobs/retention.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { followCatalogVersion } from '#server/platform/testing/follow-catalog-version.ts'
import { createLicenceHelpers, uploadLicencePicture } from '#server/platform/testing/licences.ts'
import { type Buyer, ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'
import { endExpiredLicencesAndSendReminders } from './reminders.ts'

const mall = await openMall()
followCatalogVersion(mall)
const { keeper, reviewer, newKind, demands, handsIn, isApproved, holds, entersForShop, orders } = await createLicenceHelpers(mall)
const admin = await mall.staff('admin')
const { licence, consoleLicence } = contract
const today = () => toShanghaiDay(mall.clock.now)
const inDays = (days: number) => addDays(today(), days)
const statusOf = async (buyer: Buyer, kindId: string) => {
  const { kinds } = await buyer.api.licence.list({})
  const { standing, validUntil, waiting } = kinds.find((kind) => kind.kindId === kindId) ?? expect.fail('no such kind')
  return { standing, validUntil, waiting }
}
const messagesOf = async (buyer: Buyer) => (await buyer.api.message.list({ kind: 'system' })).dataList

describe('a licence kind', () => {
  test('is created, edited with conflicts reported, and deleted if nothing uses it', async () => {
    const kindId = await newKind({ ofBuyer: true }, '民用爆炸物品购买许可证')
    const found = async () => (await reviewer.api.consoleLicence.kinds({})).find((kind) => kind.kindId === kindId)
    expect(await found()).toMatchObject({ name: '民用爆炸物品购买许可证', ofShop: false, ofBuyer: true, goodsCount: 0, categoryCount: 0 })
    const facts = { kindId, name: '民用爆炸物品许可证', ofShop: true, ofBuyer: true, note: '' }
    await admin.api.consoleLicence.saveKind({ ...facts, rowVersion: 0 })
    expect(await keeper.post(consoleLicence.saveKind.path, { ...facts, name: '改名', rowVersion: 0 })).toMatchObject({
      reason: 'ROW_CHANGED',
      detail: { by: 'admin' },
    })
    const twin = { name: '民用爆炸物品许可证', ofShop: true, ofBuyer: false, note: '' }
    expect(await keeper.post(consoleLicence.saveKind.path, twin)).toMatchObject({
      reason: 'LICENCE_KIND_NAME_TAKEN',
      detail: { field: 'name' },
    })
    await keeper.api.consoleLicence.deleteKind({ kindId, rowVersion: 1 })
    expect(await found()).toBeUndefined()
  })

  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['a name of 5,000 characters', { name: '证'.repeat(5_000) }, 'name'],
    ['nobody who holds it', { ofShop: false }, 'ofBuyer'],
  ])('is refused with %s', async (_, wrong, field) => {
    const body = { name: '别的许可证', ofShop: true, ofBuyer: false, note: '', ...wrong }
    expect(await keeper.post(consoleLicence.saveKind.path, body)).toMatchObject({ reason: 'INVALID_INPUT', detail: { field } })
  })

  test('in use is not deleted, and the refusal says where it is used', async () => {
    const kindId = await newKind({ ofShop: true, ofBuyer: true })
    const tree = await keeper.api.consoleCategory.list({})
    const { children: _, ...top } = tree[0] ?? expect.fail('no category')
    await demands(await mall.createSku('柴油'), [kindId])
    const saves = ({ categoryId, name, shown, pictureId, taxClass, rowVersion }: typeof top, licenceKindIds: string[]) =>
      keeper.api.consoleCategory.save({ categoryId, name, shown, pictureId, taxClass, rowVersion, licenceKindIds })
    await saves(top, [kindId])
    const refusal = async () => keeper.post(consoleLicence.deleteKind.path, { kindId, rowVersion: 0 })
    expect(await refusal()).toMatchObject({
      reason: 'LICENCE_KIND_IN_USE',
      msg: '许可证种类正在使用：1 个商品、1 个分类要求它，请先取消要求',
    })
    // The category below inherits it: goods that demand nothing themselves are restricted too.
    const inherits = await mall.createSku('润滑油')
    const { goods_id: goodsId } = await mall.db.selectFrom('sku').select('goods_id').where('id', '=', inherits).executeTakeFirstOrThrow()
    expect(await mall.guest().api.goods.detail({ goodsId })).toMatchObject({ restricted: true })
    expect((await mall.guest().api.licence.ofGoods({ goodsId })).map(({ holder, standing }) => [holder, standing])).toEqual([
      ['shop', 'missing'],
      ['buyer', null],
    ])
    const again = (await keeper.api.consoleCategory.list({}))[0] ?? expect.fail('no category')
    await saves(again, [])
    await expect.poll(() => mall.guest().api.goods.detail({ goodsId })).toMatchObject({ restricted: false })
  })

  test('that does not exist cannot be required by a category', async () => {
    const body = { name: '新分类', shown: true, pictureId: null, taxClass: null, licenceKindIds: [crypto.randomUUID()] }
    expect(await keeper.post(contract.consoleCategory.save.path, body)).toMatchObject({ reason: 'LICENCE_KIND_NOT_FOUND' })
  })
})

describe('an enterprise', () => {
  test('buys restricted goods from the approval of its licence until the end of its last day', async () => {
    const lin = await mall.buyer('林')
    const kindId = await newKind({ ofBuyer: true }, '危险化学品经营许可证')
    const skuId = await mall.createSku('0号柴油')
    await demands(skuId, [kindId])
    await lin.api.cart.add({ skuId, goodsNum: 1 })
    const fault = async () => (await lin.api.cart.list({}))[0]?.cartList[0]?.fault
    const refused = {
      reason: 'LICENCE_NEEDED',
      detail: { licences: [{ goodsName: '0号柴油', kindName: '危险化学品经营许可证', standing: 'missing' }] },
    }

    const first = await orders(lin, skuId)
    expect(first.preview.licencesMissing).toMatchObject([{ kindId, holder: 'buyer', standing: 'missing' }])
    expect(first.answer).toMatchObject(refused)
    expect(first.answer.msg).toBe('“0号柴油”需要贵公司的《危险化学品经营许可证》尚未提交，请在个人中心“许可证”提交，审核通过后可以下单')
    expect(await fault()).toBe('LICENCE_NEEDED')

    const lastDay = inDays(40)
    const ref = await handsIn(lin, kindId, lastDay)
    expect((await orders(lin, skuId)).answer).toMatchObject({ reason: 'LICENCE_NEEDED', detail: { licences: [{ standing: 'pending' }] } })
    await isApproved(ref)
    expect(await statusOf(lin, kindId)).toEqual({ standing: 'valid', validUntil: lastDay, waiting: false })
    expect((await messagesOf(lin))[0]).toMatchObject({ title: '许可证已通过', target: { screen: '/licence' } })
    const bought = await orders(lin, skuId)
    expect([bought.preview.licencesMissing, bought.answer.code, await fault()]).toEqual([[], 200, null])

    mall.clock.forward(40 * ONE_DAY_MS)
    await mall.renew()
    expect((await orders(lin, skuId)).answer).toMatchObject({ code: 200 })
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    expect((await orders(lin, skuId)).answer).toMatchObject({
      reason: 'LICENCE_NEEDED',
      detail: { licences: [{ standing: 'expired', validUntil: lastDay }] },
    })
  })

  test('is reminded thirty days before the end and at the end, and a renewal replaces the old licence', async () => {
    const lin = await mall.buyer('林')
    const clerk = await mall.subAccount(lin, ['lookGoods'])
    const kindId = await newKind({ ofBuyer: true })
    await holds(lin, kindId, inDays(31))
    const titles = async () => (await messagesOf(lin)).map(({ title }) => title)
    const runs = () => endExpiredLicencesAndSendReminders(mall.db, mall.moment())
    await runs()
    expect(await titles()).toEqual(['许可证已通过'])
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    await Promise.all([runs(), runs()])
    expect(await titles()).toEqual(['许可证即将到期', '许可证已通过'])
    expect(await messagesOf(clerk)).toEqual([])
    // Of two that are handed in at once one waits.
    const fileIds = [await uploadLicencePicture(lin), await uploadLicencePicture(lin)]
    const sent = await Promise.all(
      fileIds.map((fileId) => lin.post(licence.submit.path, { kindId, licenceNo: 'A-2', validUntil: inDays(400), fileId })),
    )
    expect(sent.map(({ reason }) => reason).sort()).toEqual(['LICENCE_PENDING', undefined])
    expect(await statusOf(lin, kindId)).toMatchObject({ standing: 'valid', waiting: true })
    const { id } = (await lin.api.licence.list({})).licences[0] ?? expect.fail('nothing was handed in')
    await isApproved({ enterpriseId: lin.enterpriseId, id })
    expect((await lin.api.licence.list({})).licences.map(({ state }) => state)).toEqual(['approved', 'replaced'])
    mall.clock.forward(401 * ONE_DAY_MS)
    await mall.renew()
    await Promise.all([runs(), runs()])
    expect((await titles()).filter((title) => title === '许可证已过期')).toHaveLength(1)
    expect((await lin.api.licence.list({})).licences[0]).toMatchObject({ state: 'expired' })
  })

  test('sees its own number masked, withdraws what is pending, and cannot touch licences of others', async () => {
    const [lin, wu] = [await mall.buyer('林'), await mall.buyer('吴')]
    const kindId = await newKind({ ofBuyer: true })
    const ref = await handsIn(lin, kindId, inDays(100))
    expect((await lin.api.licence.list({})).licences).toMatchObject([
      { state: 'pending', licenceNo: expect.stringMatching(/^粤深危\*+0001$/) },
    ])
    expect((await wu.api.licence.list({})).licences).toEqual([])
    expect(await wu.post(licence.withdraw.path, { id: ref.id })).toMatchObject({ reason: 'LICENCE_NOT_FOUND' })
    const stolen = await uploadLicencePicture(lin)
    const body = { kindId, licenceNo: 'X', validUntil: inDays(9) }
    expect(await wu.post(licence.submit.path, { ...body, fileId: stolen })).toMatchObject({ reason: 'FILE_NOT_FOUND' })
    const photo = await uploadLicencePicture(wu, 'licence')
    expect(await wu.post(licence.submit.path, { ...body, fileId: photo })).toMatchObject({ reason: 'FILE_NOT_FOUND' })
    await lin.api.licence.withdraw({ id: ref.id })
    expect(await lin.post(licence.withdraw.path, { id: ref.id })).toMatchObject({ reason: 'LICENCE_MOVED' })
    expect(await statusOf(lin, kindId)).toMatchObject({ standing: 'missing', waiting: false })
    const { sealed, number_masked } = await mall.db
      .selectFrom('enterprise_licence')
      .select(['sealed', 'number_masked'])
      .where('enterprise_id', '=', lin.enterpriseId)
      .where('id', '=', ref.id)
      .executeTakeFirstOrThrow()
    expect(`${sealed.toString('latin1')} ${sealed.toString('utf8')} ${number_masked}`).not.toContain('2026]')
  })

  test.each<[string, (days: typeof inDays) => object, object]>([
    ['a day that is over', (days) => ({ validUntil: days(-1) }), { reason: 'LICENCE_ENDED', detail: { field: 'validUntil' } }],
    ['a day that is none', () => ({ validUntil: '2027-02-30' }), { reason: 'INVALID_INPUT', detail: { field: 'validUntil' } }],
    ['no number', () => ({ licenceNo: ' ' }), { reason: 'INVALID_INPUT', detail: { field: 'licenceNo' } }],
    ['no picture', () => ({ fileId: '' }), { reason: 'INVALID_INPUT', detail: { field: 'fileId' } }],
    ['an unknown kind', () => ({ kindId: crypto.randomUUID() }), { reason: 'LICENCE_KIND_NOT_FOUND', detail: { field: 'kindId' } }],
  ])('cannot submit a licence with %s', async (_, wrong, refusal) => {
    const lin = await mall.buyer('林')
    const kindId = await newKind({ ofBuyer: true })
    const body = { kindId, licenceNo: 'A-1', validUntil: inDays(9), fileId: await uploadLicencePicture(lin), ...wrong(inDays) }
    expect(await lin.post(licence.submit.path, body)).toMatchObject(refusal)
    expect((await lin.api.licence.list({})).licences).toEqual([])
  })

  test('cannot submit a licence of a kind that only shops hold', async () => {
    const lin = await mall.buyer('林')
    const body = {
      kindId: await newKind({ ofShop: true }),
      licenceNo: 'A-1',
      validUntil: inDays(9),
      fileId: await uploadLicencePicture(lin),
    }
    expect(await lin.post(licence.submit.path, body)).toMatchObject({ reason: 'LICENCE_KIND_NOT_FOUND' })
  })
})

describe('a reviewer', () => {
  test('who has claimed a licence opens its number, which is logged, and nobody else decides meanwhile', async () => {
    const lin = await mall.buyer('林')
    const kindId = await newKind({ ofBuyer: true })
    const ref = await handsIn(lin, kindId, inDays(100))
    expect(await reviewer.post(consoleLicence.approve.path, ref)).toMatchObject({ reason: 'CASE_NOT_CLAIMED' })
    const opened = await reviewer.api.consoleLicence.claim(ref)
    expect(opened).toMatchObject({ plainNumber: '粤深危化经字[2026]0001', company: '林矿业有限公司', claimedBy: 'reviewer' })
    const seen = mall.db.selectFrom('audit_log').selectAll().where('action', '=', 'open licence').where('object_id', '=', ref.id)
    expect(await seen.execute()).toHaveLength(1)
    const shown = await reviewer.api.consoleFiles.view({ enterpriseId: lin.enterpriseId, fileId: opened.fileId, purpose: 'review' })
    expect(shown.type).toBe('image/jpeg')
    expect(await admin.post(consoleLicence.claim.path, ref)).toMatchObject({ reason: 'CASE_TAKEN' })
    const auditor = await mall.staff('auditor')
    expect(await auditor.api.consoleLicence.view(ref)).toMatchObject({ plainNumber: '粤深危化经字[2026]0001', claimedBy: 'reviewer' })
    expect(await seen.execute()).toHaveLength(2)
    await reviewer.api.consoleLicence.release(ref)
    await admin.api.consoleLicence.claim(ref)
    const reject = { ...ref, reasons: ['证号与图片不一致'], opinion: '请上传正本' }
    expect(await admin.post(consoleLicence.reject.path, { ...reject, reasons: ['随便'] })).toMatchObject({
      reason: 'INVALID_INPUT',
      detail: { field: 'reasons' },
    })
    await admin.api.consoleLicence.reject(reject)
    expect((await messagesOf(lin))[0]?.messageContent).toContain('证号与图片不一致；请上传正本')
    expect(await statusOf(lin, kindId)).toMatchObject({ standing: 'rejected' })
    expect(await reviewer.post(consoleLicence.claim.path, ref)).toMatchObject({
      reason: 'LICENCE_MOVED',
      msg: expect.stringMatching(/^admin 已于 \d\d:\d\d 驳回这张许可证$/),
    })
    expect((await reviewer.api.consoleLicence.list({ licenceState: 'rejected', kindId })).dataList).toMatchObject([{ id: ref.id }])
    // A month later its picture goes, and the decision stays.
    mall.clock.forward(31 * ONE_DAY_MS)
    await mall.renew()
    for (let run = 0; run < 2; run++) await deleteExpiredDataAndAddPartitions(mall.db, mall.moment(), mall.services.files)
    expect(await mall.services.files.get(opened.fileId)).toBeUndefined()
    expect((await lin.api.licence.list({})).licences).toMatchObject([{ state: 'rejected', reasons: ['证号与图片不一致'] }])
  })

  test.each([
    [400, {}],
    [366, { RETENTION_LICENCE_PICTURES: '366' }],
    [800, { RETENTION_LICENCE_PICTURES: '800' }],
  ])('finds the picture of a licence kept for %d days after its last day with %j, and then deleted', async (days, env) => {
    const { retentionDays } = readConfig(env)
    const lin = await mall.buyer('林')
    const ref = await handsIn(lin, await newKind({ ofBuyer: true }), inDays(10))
    await isApproved(ref)
    const own = mall.db.selectFrom('enterprise_licence').select('file_id').where('enterprise_id', '=', lin.enterpriseId)
    const { file_id: fileId } = await own.executeTakeFirstOrThrow()
    const lastDay = inDays(10)
    const isKeptOn = async (day: string) => {
      const moment = { ...mall.moment(), now: getStartOfShanghaiDay(day) }
      await endExpiredLicencesAndSendReminders(mall.db, moment)
      for (let run = 0; run < 2; run++) await deleteExpiredDataAndAddPartitions(mall.db, moment, mall.services.files, retentionDays)
      return (await mall.services.files.get(fileId)) !== undefined
    }
    expect([await isKeptOn(addDays(lastDay, days)), await isKeptOn(addDays(lastDay, days + 1))]).toEqual([true, false])
    // The job has deleted their sessions, too.
    await mall.renew()
    expect((await lin.api.licence.list({})).licences).toMatchObject([{ state: 'expired' }])
  })

  test('cannot approve a licence that has expired meanwhile', async () => {
    const lin = await mall.buyer('林')
    const ref = await handsIn(lin, await newKind({ ofBuyer: true }), inDays(1))
    mall.clock.forward(2 * ONE_DAY_MS)
    await mall.renew()
    await reviewer.api.consoleLicence.claim(ref)
    expect(await reviewer.post(consoleLicence.approve.path, ref)).toMatchObject({ reason: 'LICENCE_ENDED' })
  })
})

describe('a shop licence', () => {
  test('must be valid for the shop to sell restricted goods, which stay visible without it', async () => {
    const lin = await mall.buyer('林')
    const shopId = await mall.newShop('油品店')
    const kindId = await newKind({ ofShop: true }, '成品油零售经营批准证书')
    const skuId = await mall.createSku('国六柴油', { shopId })
    const goodsId = await demands(skuId, [kindId])
    const refusal = async () => (await orders(lin, skuId)).answer
    expect(await refusal()).toMatchObject({
      reason: 'SHOP_UNLICENSED',
      msg: '“国六柴油”暂时不能购买：店铺“油品店”的《成品油零售经营批准证书》缺失',
    })
    await lin.api.cart.add({ skuId, goodsNum: 1 })
    expect((await lin.api.cart.list({}))[0]?.cartList[0]?.fault).toBe('SHOP_UNLICENSED')
    await entersForShop(shopId, kindId, inDays(20))
    expect(await refusal()).toMatchObject({ code: 200 })
    const { dataList } = await keeper.api.consoleLicence.shopList({ shopId })
    expect(dataList).toMatchObject([{ kindId, expired: false, enteredBy: 'catalogue', licenceNo: 'SHO**0001' }])
    mall.clock.forward(21 * ONE_DAY_MS)
    await mall.renew()
    expect(await refusal()).toMatchObject({ reason: 'SHOP_UNLICENSED', detail: { licences: [{ standing: 'expired' }] } })
    expect((await mall.guest().api.goods.detail({ goodsId })).skus).toHaveLength(1)
    // A new one takes its place, and is taken away again.
    const { id } = await entersForShop(shopId, kindId, inDays(300))
    expect((await keeper.api.consoleLicence.shopList({ shopId })).total).toBe(1)
    expect(await refusal()).toMatchObject({ code: 200 })
    await keeper.api.consoleLicence.removeOfShop({ shopId, id })
    expect(await refusal()).toMatchObject({ reason: 'SHOP_UNLICENSED' })
    expect(await keeper.post(consoleLicence.removeOfShop.path, { shopId, id })).toMatchObject({ reason: 'LICENCE_NOT_FOUND' })
  })

  test('about to end is announced to keepers of its shop only, thirty days before its end and at its end', async () => {
    const [shopId, other] = [await mall.newShop('丙店'), await mall.newShop('丁店')]
    const kindId = await newKind({ ofShop: true }, '易制毒化学品经营许可证')
    await entersForShop(shopId, kindId, inDays(31))
    const bound = await mall.staff('catalogue', 'support')
    const { staffId = '' } = (await admin.api.consoleShop.staff({})).find(({ name }) => name === 'catalogue,support') ?? {}
    await admin.api.consoleShop.setStaff({ staffId, shopIds: [other], rowVersion: 0 })
    const titlesOf = async (person: typeof keeper) =>
      (await person.api.consoleNotice.list({})).dataList.filter(({ screen }) => screen.includes(shopId)).map(({ title }) => title)
    const run = async (days: number) => {
      mall.clock.forward(days * ONE_DAY_MS)
      await mall.renew()
      for (let times = 0; times < 2; times++) await endExpiredLicencesAndSendReminders(mall.db, mall.moment())
    }
    await run(0)
    expect(await titlesOf(keeper)).toEqual([])
    await run(1)
    expect(await titlesOf(keeper)).toEqual(['店铺许可证即将到期'])
    await run(31)
    expect(await titlesOf(keeper)).toEqual(['店铺许可证已过期', '店铺许可证即将到期'])
    expect(await titlesOf(bound)).toEqual([])
    // He keeps this shop from now on; whoever was told is not told again.
    await admin.api.consoleShop.setStaff({ staffId, shopIds: [other, shopId], rowVersion: 1 })
    await run(1)
    expect([await titlesOf(bound), (await titlesOf(keeper)).length]).toEqual([['店铺许可证已过期'], 2])
  })

  test('is replaced only by somebody who has seen the current one; others learn who entered what', async () => {
    const shopId = await mall.newShop('只换证的店')
    const kindId = await newKind({ ofShop: true })
    const enters = async (licenceNo: string, rowVersion: number) =>
      admin.api.consoleLicence
        .saveOfShop({ shopId, kindId, licenceNo, validUntil: inDays(9), rowVersion }, { file: toBlob(await createPhoto()) })
        .then(
          () => 'entered',
          ({ reason, detail }) => [reason, detail.rowVersion, detail.what],
        )
    expect(await enters('甲-0001', 0)).toBe('entered')
    expect(await enters('乙-0002', 0)).toEqual(['ROW_CHANGED', 1, expect.stringContaining('登记')])
    expect(await enters('乙-0002', 1)).toBe('entered')
    const [standing] = (await admin.api.consoleLicence.shopList({ shopId })).dataList
    expect(standing).toMatchObject({ rowVersion: 2 })
    await admin.api.consoleLicence.removeOfShop({ shopId, id: standing?.id ?? '' })
    expect(await enters('丙-0003', 2)).toEqual(['ROW_CHANGED', 3, '撤销'])
    // Where there is none, nothing is overwritten.
    expect(await enters('丙-0003', 0)).toBe('entered')
    expect((await admin.api.consoleLicence.shopList({ shopId })).dataList).toMatchObject([{ rowVersion: 4 }])
  })

  test('has its picture stored encrypted, and shown with a watermark to keepers of the shop only', async () => {
    const [shopId, other] = [await mall.newShop('甲店'), await mall.newShop('乙店')]
    const kindId = await newKind({ ofShop: true })
    const { id } = await entersForShop(shopId, kindId, inDays(9))
    const stored = await mall.services.files.get(id)
    expect(Buffer.from(stored ?? expect.fail('nothing was stored')).subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    const shown = await admin.api.consoleLicence.viewOfShop({ shopId, id })
    expect(Buffer.from(shown.bytes).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(await admin.post(consoleLicence.viewOfShop.path, { shopId: other, id })).toMatchObject({ reason: 'LICENCE_NOT_FOUND' })
    const bound = await mall.staff('catalogue', 'warehouse')
    const { staffId = '' } = (await admin.api.consoleShop.staff({})).find(({ name }) => name === 'catalogue,warehouse') ?? {}
    await admin.api.consoleShop.setStaff({ staffId, shopIds: [other], rowVersion: 0 })
    expect(await bound.post(consoleLicence.viewOfShop.path, { shopId, id })).toMatchObject({ reason: 'LICENCE_NOT_FOUND' })
    expect((await bound.api.consoleLicence.shopList({})).dataList.map((one) => one.shopId)).not.toContain(shopId)
    const text = toBlob(Buffer.from('no picture'), 'image/png')
    const save = { shopId: other, kindId, licenceNo: 'A', validUntil: inDays(3), rowVersion: 0 }
    await expect(bound.api.consoleLicence.saveOfShop({ ...save, shopId }, { file: text })).rejects.toMatchObject({
      reason: 'SHOP_NOT_FOUND',
    })
    await expect(bound.api.consoleLicence.saveOfShop(save, { file: text })).rejects.toMatchObject({ reason: 'NOT_AN_IMAGE' })
    await expect(bound.api.consoleLicence.saveOfShop({ ...save, validUntil: inDays(-1) }, { file: text })).rejects.toMatchObject({
      reason: 'LICENCE_ENDED',
    })
  })
})

test('submitting an order takes no extra statement for unrestricted goods and one for restricted goods', async () => {
  const lin = await mall.buyer('林')
  const kindId = await newKind({ ofBuyer: true, ofShop: true })
  await holds(lin, kindId, inDays(9))
  await entersForShop(mall.shopId, kindId, inDays(9))
  const [free, restricted] = [await mall.createSku('手套'), await mall.createSku('甲醇')]
  await demands(restricted, [kindId])
  const count = async (skuId: string) => {
    const request = { lines: [{ skuId, goodsNum: 1 }], method: 'transfer' as const }
    const { quote } = await lin.api.order.preview(request)
    const before = mall.statements.length
    await lin.api.order.submit({ ...request, addressId: lin.addressId, quote })
    const asked = mall.statements.slice(before)
    return { all: asked.length, ofLicences: asked.filter((sql) => /\b(licence_kind|shop_licence|enterprise_licence)\b/.test(sql)).length }
  }
  const [without, demanding] = [await count(free), await count(restricted)]
  expect([without.ofLicences, demanding.ofLicences, demanding.all - without.all]).toEqual([0, 1, 1])
})
