import { randomUUID } from 'node:crypto'
import pg from 'pg'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const [catalogue, admin, support] = [await mall.staff('catalogue'), await mall.staff('admin'), await mall.staff('support')]
const { save, delete: remove } = contract.consoleBrand
const typed = { name: '岩锋', origin: '湖南株洲', certificates: 'ISO 9001\nMA 矿用产品安全标志', pictureId: null }
const names = async (input: Parameters<typeof catalogue.api.consoleBrand.list>[0] = {}) =>
  (await support.api.consoleBrand.list(input)).dataList.map(({ name }) => name)
const version = async () => (await mall.db.selectFrom('catalog_version').select('version').executeTakeFirstOrThrow()).version

test('brands are created, searched, paged, changed and deleted, and cached answers of buyers are renewed', async () => {
  const before = await version()
  const { brandId } = await catalogue.api.consoleBrand.save(typed)
  for (const name of ['山特', '100%好']) await catalogue.api.consoleBrand.save({ ...typed, name })
  expect(await names({ keyword: '岩' })).toEqual(['岩锋'])
  expect(await names({ keyword: '%' })).toEqual(['100%好'])
  expect(await names({ pageSize: 2, pageNo: 2 })).toHaveLength(1)
  await catalogue.api.consoleBrand.save({ ...typed, brandId, name: '岩锋工品', rowVersion: 0 })
  expect((await catalogue.api.consoleBrand.list({ keyword: '岩锋' })).dataList).toEqual([
    { ...typed, brandId, name: '岩锋工品', rowVersion: 1 },
  ])
  await catalogue.api.consoleBrand.delete({ brandId, rowVersion: 1 })
  expect(await names({ keyword: '岩锋' })).toEqual([])
  expect(await version()).toBe(before + 5)
})

test.each<[string, object, string]>([
  ['no name', { name: '　' }, 'name'],
  ['a name of 5,000 characters', { name: '牌'.repeat(5_000) }, 'name'],
  ['an origin of 5,000 characters', { origin: '长'.repeat(5_000) }, 'origin'],
  ['certificates that are no text', { certificates: ['ISO'] }, 'certificates'],
  ['a picture that is no id', { pictureId: 'x' }, 'pictureId'],
])('nothing is changed by %s', async (_, wrong, field) => {
  const before = await names()
  expect(await catalogue.post(save.path, { ...typed, name: '别的', ...wrong })).toMatchObject({ code: 400, detail: { field } })
  expect(await names()).toEqual(before)
})

test('brand names are unique, and the second of two editors is refused with the first change', async () => {
  const both = await Promise.all([1, 2].map(() => catalogue.post(save.path, { ...typed, name: '同名' })))
  expect(both.map(({ reason }) => reason).sort()).toEqual(['BRAND_NAME_TAKEN', undefined].sort())
  const [brand] = (await catalogue.api.consoleBrand.list({ keyword: '同名' })).dataList
  const brandId = brand?.brandId ?? ''
  await catalogue.api.consoleBrand.save({ ...typed, brandId, name: '同名', origin: '瑞典' })
  const received = { code: 409, reason: 'ROW_CHANGED', detail: { by: 'catalogue', what: '产地 由 湖南株洲 改为 瑞典' } }
  expect(await admin.post(save.path, { ...typed, brandId, name: '改名', rowVersion: 0 })).toMatchObject(received)
  expect(await admin.post(remove.path, { brandId, rowVersion: 0 })).toMatchObject(received)
  expect(await admin.post(save.path, { ...typed, brandId: randomUUID() })).toMatchObject({ reason: 'BRAND_NOT_FOUND' })
  expect(await support.post(remove.path, { brandId, rowVersion: 1 })).toMatchObject({ code: 403 })
})

test('a brand in use cannot be deleted: the foreign keys of all tables refuse it', async () => {
  const { brandId } = await catalogue.api.consoleBrand.save({ ...typed, name: '在用' })
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  await owner.query('create table names_brand (brand_id uuid references brand)')
  await owner.query('insert into names_brand values ($1)', [brandId])
  expect(await catalogue.post(remove.path, { brandId, rowVersion: 0 })).toMatchObject({ code: 409, reason: 'BRAND_IN_USE' })
  await owner.query('drop table names_brand')
  await owner.end()
  await catalogue.api.consoleBrand.delete({ brandId, rowVersion: 0 })
  expect(await names({ keyword: '在用' })).toEqual([])
})

test('pictures of brands, shops and categories come from the library; buyers see that of a category', async () => {
  const bytes = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  const { id: pictureId } = await catalogue.api.goodsPicture.upload({ alt: '' }, { file: toBlob(bytes, 'image/png') })
  const isUsed = async () =>
    (await mall.db.selectFrom('catalog_picture').select('used_at').where('id', '=', pictureId).executeTakeFirstOrThrow()).used_at !== null
  const { consoleShop, consoleCategory } = contract
  const { goodsCount: _, state: __, createdAt: ___, ...shop } = await catalogue.api.consoleShop.detail({ shopId: mall.shopId })
  const category = { name: '有图', shown: true, taxClass: null, rowVersion: 0 }
  for (const [path, sent] of [
    [save.path, { ...typed, name: '有图' }],
    [consoleShop.save.path, shop],
    [consoleShop.save.path, { ...shop, shopId: undefined, name: '有图', rowVersion: 0 }],
    [consoleCategory.save.path, category],
    [consoleCategory.save.path, { ...category, categoryId: 2 }],
  ] as const) {
    expect(await catalogue.post(path, { ...sent, pictureId: randomUUID() })).toMatchObject({
      code: 404,
      reason: 'PICTURE_NOT_FOUND',
      detail: { field: 'pictureId' },
    })
    await mall.runInTransaction((tx) => tx.updateTable('catalog_picture').set({ used_at: null }).where('id', '=', pictureId).execute())
    expect(await catalogue.post(path, { ...sent, pictureId })).toMatchObject({ code: 200 })
    expect(await isUsed()).toBe(true)
  }
  const top = (
    await mall.db.selectFrom('category').select('id').where('parent_id', 'is', null).orderBy('position').executeTakeFirstOrThrow()
  ).id
  const seen = (await catalogue.api.consoleCategory.list({})).find(({ categoryId }) => categoryId === top) ?? expect.fail('no category')
  const image = async () => (await (await mall.buyer('林')).api.goodsCategory.list({})).find(({ id }) => id === top)?.image
  await catalogue.api.consoleCategory.save({
    categoryId: top,
    name: seen.name,
    shown: true,
    taxClass: null,
    pictureId,
    rowVersion: seen.rowVersion,
  })
  expect(await image()).toBe(pictureId)
})
