import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { getCutOutUrl, getPictureUrl, pictureFormats, pictureSizes } from '#contract/catalog/pictures/picture-urls.ts'
import { deleteExpiredDataAndAddPartitions } from '#server/operations/jobs/retention.ts'
import { createFolderStore } from '#server/people/files/public.ts'
import { ONE_DAY_MS, ONE_HOUR_MS, openMall } from '#server/platform/testing/mall.ts'
import { createFlatPng, createFormBody, createPhoto, FORM_CONTENT_TYPE, toBlob } from '#server/platform/testing/uploads.ts'
import { findPicturesById, markPicturesUsed, storeGoodsDocumentOnce, storeGoodsPictureOnce } from './public.ts'

const mall = await openMall()
const { http } = mall.app
const keeper = await mall.staff('catalogue')
const stored = () => readdirSync(mall.filesFolder)
const NO_ONE = '00000000-0000-7000-8000-000000000000'

/** A picture that is like no other: its colour is its number. */
let brought = 0
const colour = async (width = 800, height = 400) => {
  const background = { r: ++brought % 256, g: brought >> 8, b: 90 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}
const bring = async (bytes: Buffer, alt = '') => keeper.api.goodsPicture.upload({ alt }, { file: toBlob(bytes) })
const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers })
const use = (ids: readonly string[]) => mall.runInTransaction((tx) => markPicturesUsed(tx, mall.moment(), ids))
const listed = async (unused = false) => (await keeper.api.goodsPicture.list({ unused, pageSize: 100 })).dataList.map(({ id }) => id)
const sweep = () => deleteExpiredDataAndAddPartitions(mall.db, mall.moment(), createFolderStore(mall.filesFolder))
/** The colour of one pixel. */
const pixelOf = async (bytes: Buffer, left: number, top: number) => [
  ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
]

test('a picture is converted to a white square in all sizes and formats, without metadata', async () => {
  const before = stored().length
  const { id, ...facts } = await bring(await createPhoto(), 'U84 采煤截齿 主图')
  expect(facts).toMatchObject({ alt: 'U84 采煤截齿 主图', width: 400, height: 640, used: false, staffName: 'catalogue', rowVersion: 0 })
  for (const size of pictureSizes)
    for (const format of pictureFormats) {
      const { statusCode, headers, rawPayload } = await get(getPictureUrl(id, size, format))
      expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([200, `image/${format}`, 'nosniff'])
      const seen = await sharp(rawPayload).metadata()
      expect(seen).toMatchObject({ width: size, height: size, hasAlpha: false })
      for (const trace of [seen.exif, seen.icc, seen.xmp]) expect(trace).toBeUndefined()
      expect(rawPayload.includes('SPYPHONE')).toBe(false)
    }
  const whole = (await get(getPictureUrl(id, 640, 'webp'))).rawPayload
  // All of it is in view: it stands upright in the middle, with white at both sides.
  expect((await pixelOf(whole, 5, 320)).map((value) => value > 250)).toEqual([true, true, true])
  expect((await pixelOf(whole, 320, 5)).map((value) => value > 250)).toEqual([false, false, false])
  expect(stored().length).toBe(before + 1)
})

test('a picture with a transparent background has a cut-out; others use the picture itself', async () => {
  const clear = await sharp({ create: { width: 500, height: 500, channels: 4, background: '#0000' } })
    .composite([{ input: { create: { width: 200, height: 200, channels: 4, background: '#123' } } }])
    .png()
    .toBuffer()
  const { id } = await bring(clear)
  const cutOut = (await get(getCutOutUrl(id, 320))).rawPayload
  expect([(await sharp(cutOut).metadata()).hasAlpha, (await pixelOf(cutOut, 5, 5))[3]]).toEqual([true, 0])
  expect(await pixelOf((await get(getPictureUrl(id, 320, 'webp'))).rawPayload, 5, 5)).toEqual([255, 255, 255])
  const other = (await bring(await colour())).id
  expect((await get(getCutOutUrl(other, 640))).rawPayload.equals((await get(getPictureUrl(other, 640, 'webp'))).rawPayload)).toBe(true)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>'
test.each<[string, () => Buffer | Promise<Buffer>, string, string]>([
  ['one pixel', () => createFlatPng(1, 1), 'IMAGE_TOO_SMALL', '图片太小：长边至少 320 像素'],
  ['319 pixels', () => createFlatPng(319, 319), 'IMAGE_TOO_SMALL', '图片太小：长边至少 320 像素'],
  ['100 million pixels', () => createFlatPng(10_000, 10_000), 'IMAGE_TOO_LARGE', '图片不能超过 10MB 或 4000 万像素'],
  [
    'more than ten megabytes',
    async () => Buffer.concat([await createPhoto(), Buffer.alloc(10 * 1024 * 1024)]),
    'IMAGE_TOO_LARGE',
    '图片不能超过 10MB 或 4000 万像素',
  ],
  ['SVG', () => Buffer.from(svg), 'NOT_AN_IMAGE', '仅支持 JPG、PNG、WebP 图片'],
  ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'NOT_AN_IMAGE', '仅支持 JPG、PNG、WebP 图片'],
  [
    'a GIF named .jpg',
    async () =>
      sharp(await createPhoto())
        .gif()
        .toBuffer(),
    'NOT_AN_IMAGE',
    '仅支持 JPG、PNG、WebP 图片',
  ],
  ['a PDF named .jpg', () => Buffer.from('%PDF-1.7\n%%EOF'), 'NOT_AN_IMAGE', '仅支持 JPG、PNG、WebP 图片'],
  ['half a JPEG', async () => (await createPhoto()).subarray(0, 900), 'NOT_AN_IMAGE', '仅支持 JPG、PNG、WebP 图片'],
  ['nothing', () => Buffer.alloc(0), 'NOT_AN_IMAGE', '仅支持 JPG、PNG、WebP 图片'],
])('%s is refused with the reason, and nothing is stored', async (_, make, reason, msg) => {
  const before = { stored: stored(), listed: await listed() }
  const value = await make()
  const answer = await http.inject({
    method: 'POST',
    url: `/api${contract.goodsPicture.upload.path}`,
    payload: createFormBody([{ name: 'file', value, filename: 'a.jpg', type: 'image/jpeg' }]),
    headers: { authorization: keeper.token ?? '', 'content-type': FORM_CONTENT_TYPE },
  })
  expect(answer.json()).toMatchObject({ reason, msg, data: null })
  expect({ stored: stored(), listed: await listed() }).toEqual(before)
})

test('a picture address is immutable: cached without an end, with an ETag, and answered 304 without a body', async () => {
  const { id } = await bring(await colour())
  const address = getPictureUrl(id, 320, 'avif')
  const { headers } = await get(address)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    etag: expect.stringMatching(/^"[\w-]+-320\.avif"$/),
  })
  const again = await get(address, { 'if-none-match': `"other", ${headers.etag}` })
  expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, headers.etag])
  expect((await get(address, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  expect((await get(getPictureUrl(id, 640, 'avif'))).headers.etag).not.toBe(headers.etag)
})

test('an unknown picture is answered 404 without details, whatever its address', async () => {
  const { id } = await bring(await colour())
  const addresses = [
    getPictureUrl(NO_ONE, 320, 'webp'),
    ...['321.webp', '320.jpg', '320.svg', 'cut-960.webp', 'constructor', '320.webp.br', '..%2f320.webp'].map(
      (name) => `/pictures/${id}/${name}`,
    ),
    ...['', 'pick-u84', '%27', '..%2f..%2fsecrets.json', id.toUpperCase()].map((one) => `/pictures/${one}/320.webp`),
    `/pictures/${id}`,
  ]
  for (const url of addresses) {
    const { statusCode, headers, body } = await get(url)
    expect({ url, statusCode, kept: headers['cache-control'] }).toEqual({ url, statusCode: 404, kept: 'no-store' })
    expect(body).not.toMatch(/ENOENT|select|node_modules|stack/)
  }
})

test('the same bytes give one picture, however often and concurrently they are uploaded', async () => {
  const bytes = await colour()
  const before = stored().length
  const first = await bring(bytes, '第一次')
  expect(await bring(bytes, '第二次')).toEqual(first)
  expect(stored().length).toBe(before + 1)
  const other = await colour()
  const ids = (await Promise.all([1, 2, 3, 4].map(() => bring(other)))).map(({ id }) => id)
  expect(new Set(ids).size).toBe(1)
  // What the slower ones had stored goes with the unused ones.
  mall.clock.forward(ONE_DAY_MS + 1)
  await use([first.id, ...ids])
  await sweep()
  await mall.renew()
  expect(await listed()).toEqual(expect.arrayContaining([first.id, ids[0]]))
  expect(stored().length).toBe(
    await mall.db
      .selectFrom('catalog_picture')
      .select('id')
      .execute()
      .then(({ length }) => length),
  )
})

test('unused pictures are deleted after a day from list and store; a new upload restarts the day', async () => {
  const [bytes, kept] = [await colour(), (await bring(await colour())).id]
  const { id } = await bring(bytes)
  const renewed = await colour()
  const again = (await bring(renewed)).id
  await use([kept, kept])
  expect(await listed(true)).toEqual(expect.arrayContaining([id, again]))
  expect(await listed(true)).not.toContain(kept)
  mall.clock.forward(ONE_DAY_MS - ONE_HOUR_MS)
  await mall.renew()
  await sweep()
  expect(await listed()).toEqual(expect.arrayContaining([id, again, kept]))
  expect((await bring(renewed)).id).toBe(again)
  mall.clock.forward(2 * ONE_HOUR_MS)
  await sweep()
  await mall.renew()
  expect(await listed()).toEqual(expect.arrayContaining([again, kept]))
  expect(await listed()).not.toContain(id)
  expect(stored()).not.toContain(id)
  expect((await get(getPictureUrl(kept, 320, 'webp'))).statusCode).toBe(200)
  // The same bytes are a new picture then.
  expect((await bring(bytes)).id).not.toBe(id)
})

test('a failing store leaves no row behind, and the uploader is asked to try again', async () => {
  const failing = { ...createFolderStore(mall.filesFolder), put: () => Promise.reject(new Error('no space')) }
  const around = { db: mall.db, moment: mall.moment(), files: failing, log: http.log, write: mall.runInTransaction }
  const { id: staffId } = await mall.db.selectFrom('staff').select('id').executeTakeFirstOrThrow()
  const rows = async () => [
    await mall.db.selectFrom('catalog_picture').select('id').execute(),
    await mall.db.selectFrom('catalog_document').select('id').execute(),
  ]
  const before = await rows()
  await expect(storeGoodsPictureOnce(around, { file: await colour(), alt: '', staffId })).rejects.toMatchObject({ reason: 'OVERLOADED' })
  const document = { name: '合格证', kind: 'certificate', validUntil: null, file: Buffer.from('%PDF-1.7\n%%EOF'), staffId } as const
  await expect(storeGoodsDocumentOnce(around, document)).rejects.toMatchObject({ reason: 'OVERLOADED' })
  expect(await rows()).toEqual(before)
})

test('staff describe pictures and delete unused ones, and do not overwrite the text of another', async () => {
  const { id } = await bring(await colour())
  await keeper.api.goodsPicture.saveAlt({ id, alt: '侧面', rowVersion: 0 })
  const second = await mall.staff('admin')
  const stale = await second.post(contract.goodsPicture.saveAlt.path, { id, alt: '背面', rowVersion: 0 })
  expect(stale).toMatchObject({ reason: 'ROW_CHANGED', detail: { by: 'catalogue', what: '图片说明 由 无 改为 侧面' } })
  const [newest] = (await keeper.api.goodsPicture.list({ pageSize: 1 })).dataList
  expect(newest).toMatchObject({ id, alt: '侧面', rowVersion: 1 })
  await use([id])
  expect(await keeper.post(contract.goodsPicture.delete.path, { id })).toMatchObject({ reason: 'PICTURE_IN_USE' })
  const { id: unused } = await bring(await colour())
  await keeper.api.goodsPicture.delete({ id: unused })
  expect(stored()).not.toContain(unused)
  for (const gone of [unused, NO_ONE])
    expect(await keeper.post(contract.goodsPicture.delete.path, { id: gone })).toMatchObject({ reason: 'PICTURE_NOT_FOUND' })
  expect(await findPicturesById(mall.db, [id, NO_ONE, unused])).toEqual([{ id, alt: '侧面' }])
  await expect(use([id, NO_ONE])).rejects.toMatchObject({ reason: 'PICTURE_NOT_FOUND' })
  expect(await (await mall.staff('finance')).post(contract.goodsPicture.list.path, {})).toMatchObject({ code: 403 })
})
