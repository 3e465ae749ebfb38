import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { builtInHomeSectionKinds, HOME_SECTIONS_MAX } from '#contract/operations/home/sections.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readMallProfileForPages } from '#server/content/content/public.ts'
import { updateMemberLevelColumn } from '#server/people/organisation/public.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { createFlatPng, toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const [catalogue, admin, support] = [await mall.staff('catalogue'), await mall.staff('admin'), await mall.staff('support')]
const [lin, wu] = [await mall.buyer('林'), await mall.buyer('吴')]
await mall.runInTransaction((tx) => updateMemberLevelColumn(tx, wu.enterpriseId, 3))
const goods = new Map<string, string>()
for (const [name, sale, stock] of [
  ['旧而贵', '90.00', 5],
  ['便宜', '1.00', 0],
  ['新到', '50.00', 5],
] as const) {
  const skuId = await mall.createSku(name, { sale, credit: null, stock })
  const row = await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()
  goods.set(name, row.goods_id)
}
const idOf = (name: string): string => goods.get(name) ?? expect.fail(name)
const { save, order, delete: remove } = contract.consoleHomeSection
const home = catalogue.api.consoleHomeSection
const picked = (title: string, more: object = {}) => ({ kind: 'picked' as const, title, goodsRule: 'sales' as const, ...more })
const today = () => toShanghaiDay(mall.clock.now)
const seenBy = async ({ api }: Pick<typeof lin, 'api'>) => (await api.home.sections({}))?.map(({ kind, title }) => title || kind)
const clear = async () => {
  for (const { id, rowVersion } of (await home.list({})).sections) await home.delete({ id, rowVersion })
}

test('the home page has its default sections until staff create some, and again after they delete all', async () => {
  expect(await lin.api.home.sections({})).toBeNull()
  await home.arrange({})
  expect(await seenBy(lin)).toEqual([...builtInHomeSectionKinds])
  expect(await admin.post(contract.consoleHomeSection.arrange.path, {})).toMatchObject({ reason: 'HOME_ARRANGED' })
  await clear()
  expect(await lin.api.home.sections({})).toBeNull()
})

test('goods of a section are picked in order or by a rule; 现货专区 shows goods in stock', async () => {
  const names = async () => (await lin.api.home.sections({}))?.map((section) => section.goods.map(({ name }) => name))
  await home.save(picked('手选', { goodsRule: 'hand', goodsIds: ['便宜', '旧而贵'].map(idOf) }))
  await home.save(picked('新品', { goodsRule: 'newest', goodsCount: 2 }))
  await home.save(picked('低价', { goodsRule: 'priceUp', goodsCount: 1 }))
  await home.save({ kind: 'stock', goodsRule: 'priceUp' })
  expect(await names()).toEqual([['便宜', '旧而贵'], ['新到', '便宜'], ['便宜'], ['新到', '旧而贵']])
  const hidden = await mall.db.selectFrom('sku').select('id').where('goods_id', '=', idOf('便宜')).executeTakeFirstOrThrow()
  await catalogue.api.consoleSku.setShelf({ skuId: hidden.id, onShelf: false, rowVersion: 0 })
  expect(await names()).toEqual([['旧而贵'], ['新到', '旧而贵'], ['新到'], ['新到', '旧而贵']])
  await clear()
})

test('a member who may not see goods gets the sections without goods', async () => {
  await home.save(picked('精选', { goodsRule: 'hand', goodsIds: [idOf('新到')] }))
  const blind = await mall.subAccount(lin, ['buyPay'])
  const cardsOf = async ({ api }: Pick<typeof lin, 'api'>) =>
    (await api.home.sections({}))?.map(({ goods: cards }) => cards.map(({ name }) => name))
  expect(await cardsOf(lin)).toEqual([['新到']])
  expect(await cardsOf(blind)).toEqual([[]])
  await clear()
})

test('a section is shown from its first to its last day, to guests and the levels it is for', async () => {
  await home.save(picked('今天', { dateFrom: today(), dateTo: today() }))
  await home.save(picked('明天', { dateFrom: addDays(today(), 1) }))
  await home.save(picked('停用', { shown: false }))
  await home.save(picked('游客', { levels: [] }))
  await home.save(picked('黄金', { guests: false, levels: [3, 4] }))
  expect(await seenBy(mall.guest())).toEqual(['今天', '游客'])
  expect([await seenBy(lin), await seenBy(wu)]).toEqual([['今天'], ['今天', '黄金']])

  const { path } = await home.preview({ day: addDays(today(), 1), viewer: '3' })
  const ticket = path.split('preview=')[1] ?? ''
  const previewed = (preview: string) => lin.post(contract.home.sections.path, { preview })
  const { data } = await previewed(ticket)
  expect((data as { title: string }[]).map(({ title }) => title)).toEqual(['明天', '黄金'])
  const forged = [ticket.replace('_3_', '_4_'), `${ticket.slice(0, -1)}${ticket.endsWith('0') ? '1' : '0'}`, 'x', '']
  for (const one of forged) expect(await previewed(one)).toMatchObject({ reason: 'HOME_PREVIEW_OVER' })

  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  expect(await previewed(ticket)).toMatchObject({ reason: 'HOME_PREVIEW_OVER' })
  expect(await seenBy(lin)).toEqual(['明天'])
  await clear()
})

test('sections are reordered as a whole, and a change based on an older order is refused', async () => {
  const ids = []
  for (const title of ['甲', '乙', '丙']) ids.push((await home.save(picked(title))).id)
  const { orderVersion } = await home.list({})
  await home.order({ ids: [...ids].reverse(), rowVersion: orderVersion })
  expect(await seenBy(lin)).toEqual(['丙', '乙', '甲'])
  expect(await admin.post(order.path, { ids, rowVersion: orderVersion })).toMatchObject({ code: 409, reason: 'ROW_CHANGED' })
  const next = { rowVersion: orderVersion + 1 }
  for (const wrong of [ids.slice(1), [...ids, randomUUID()], [ids[0], ids[0], ids[1]]])
    expect(await admin.post(order.path, { ids: wrong, ...next })).toMatchObject({ reason: 'HOME_SECTION_NOT_FOUND' })
  expect(await seenBy(lin)).toEqual(['丙', '乙', '甲'])
  await clear()
})

test('the second of two editors learns what the first has changed; only catalog staff may edit', async () => {
  const { id } = await home.save(picked('旧名'))
  await home.save({ ...picked('新名'), id, rowVersion: 0 })
  const received = { code: 409, reason: 'ROW_CHANGED', detail: { by: 'catalogue', what: '标题 由 旧名 改为 新名' } }
  expect(await admin.post(save.path, { ...picked('别名'), id, rowVersion: 0 })).toMatchObject(received)
  expect(await admin.post(remove.path, { id, rowVersion: 0 })).toMatchObject(received)
  expect(await admin.post(save.path, { kind: 'stock', goodsRule: 'sales', id, rowVersion: 1 })).toMatchObject({
    reason: 'HOME_SECTION_NOT_FOUND',
  })
  expect(await support.post(save.path, picked('客服'))).toMatchObject({ code: 403 })
  await clear()
})

test.each<[string, object, string]>([
  ['no title of picked goods', { title: '' }, 'title'],
  ['a title of the stage', { kind: 'stage', goodsRule: null }, 'title'],
  ['a title of 5,000 characters', { title: '题'.repeat(5_000) }, 'title'],
  ['an unknown kind', { kind: 'x' }, 'kind'],
  ['no source of goods', { goodsRule: null }, 'goodsRule'],
  ['stock by hand', { kind: 'stock', goodsRule: 'hand', goodsIds: [randomUUID()] }, 'goodsRule'],
  ['no goods by hand', { goodsRule: 'hand' }, 'goodsIds'],
  ['goods beside a rule', { goodsIds: [randomUUID()] }, 'goodsIds'],
  ['21 goods', { goodsRule: 'hand', goodsIds: Array.from({ length: 21 }, () => randomUUID()) }, 'goodsIds'],
  ['0 goods', { goodsCount: 0 }, 'goodsCount'],
  ['a text that nothing shows', { text: '文字' }, 'text'],
  ['a link that nothing shows', { target: '/shop' }, 'target'],
  ['an end before its beginning', { dateFrom: '2026-12-02', dateTo: '2026-12-01' }, 'dateTo'],
  ['nobody who sees it', { guests: false, levels: [] }, 'levels'],
  ['one level twice', { levels: [1, 1] }, 'levels'],
  ['an unknown level', { levels: [5] }, 'levels'],
])('a section with %s is refused', async (_, wrong, field) => {
  const answer = await catalogue.post(save.path, { ...picked('精选'), ...wrong })
  expect(answer).toMatchObject({ code: 400, detail: { field: expect.stringContaining(field) } })
  expect((await home.list({})).sections).toEqual([])
})

test('announcement links must be internal or https, goods must exist, and at most twenty sections are allowed', async () => {
  for (const target of ['javascript:alert(1)', '//evil.example', 'http://evil.example'])
    expect(await catalogue.post(save.path, { kind: 'announcement', title: '公告', target })).toMatchObject({ detail: { field: 'target' } })
  const unknown = picked('手选', { goodsRule: 'hand', goodsIds: [randomUUID()] })
  expect(await catalogue.post(save.path, unknown)).toMatchObject({ reason: 'GOODS_NOT_FOUND', detail: { field: 'goodsIds' } })
  for (let made = 0; made < HOME_SECTIONS_MAX; made++) await home.save({ kind: 'announcement', title: `第 ${made}` })
  expect(await catalogue.post(save.path, picked('多'))).toMatchObject({ reason: 'HOME_SECTIONS_FULL' })
})

test('the hero shows the picture that staff choose with its alt text; concurrent edits conflict', async () => {
  expect((await readMallProfileForPages(mall.db)).stage).toBeNull()
  expect(await home.stage({})).toEqual({ pictureId: null, goodsId: null, rowVersion: 0 })
  const file = toBlob(createFlatPng(600, 600), 'image/png')
  const { id: pictureId } = await catalogue.api.goodsPicture.upload({ alt: '钎头' }, { file })
  const asked = { pictureId, goodsId: idOf('便宜'), rowVersion: 0 }
  await home.saveStage(asked)
  expect(await home.stage({})).toEqual({ ...asked, rowVersion: 1 })
  expect((await readMallProfileForPages(mall.db)).stage).toEqual({ pictureId, goodsId: idOf('便宜'), alt: '钎头' })
  const saves = (change: object) => admin.post(contract.consoleHomeSection.saveStage.path, { ...asked, ...change })
  expect(await saves({ pictureId: null })).toMatchObject({ reason: 'ROW_CHANGED' })
  expect(await saves({ rowVersion: 1, pictureId: randomUUID() })).toMatchObject({ reason: 'PICTURE_NOT_FOUND' })
  expect(await saves({ rowVersion: 1, goodsId: randomUUID() })).toMatchObject({ reason: 'GOODS_NOT_FOUND' })
  expect(await support.post(contract.consoleHomeSection.saveStage.path, { ...asked, rowVersion: 1 })).toMatchObject({ code: 403 })
  await home.saveStage({ pictureId: null, goodsId: null, rowVersion: 1 })
  expect((await readMallProfileForPages(mall.db)).stage).toBeNull()
})
