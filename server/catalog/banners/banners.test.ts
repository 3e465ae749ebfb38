import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const catalogue = await mall.staff('catalogue')
const lin = await mall.buyer('林')
const { consoleBanner, banner: shown } = contract
const today = () => toShanghaiDay(mall.clock.now)
const banner = (more: object = {}) => ({
  title: '春季备件',
  note: '截齿满 599 减 10',
  target: '/shop',
  tone: 'steel' as const,
  dateFrom: today(),
  dateTo: null,
  shown: true,
  position: 1,
  ...more,
})
const titles = async () => (await lin.api.banner.list({})).map(({ title }) => title)

test('a banner is shown from its first to its last day in Shanghai, unless it is disabled', async () => {
  const { id } = await catalogue.api.consoleBanner.save(banner({ dateTo: today() }))
  await catalogue.api.consoleBanner.save(banner({ title: '以后', dateFrom: '2027-01-01', position: 0 }))
  await catalogue.api.consoleBanner.save(banner({ title: '停用', shown: false }))
  expect(await titles()).toEqual(['春季备件'])
  expect((await catalogue.api.consoleBanner.list({})).map(({ title, state }) => [title, state])).toEqual([
    ['以后', 'later'],
    ['春季备件', 'now'],
    ['停用', 'off'],
  ])
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  expect(await titles()).toEqual([])
  await catalogue.api.consoleBanner.save({ ...banner(), id, dateTo: null })
  expect(await titles()).toEqual(['春季备件'])
  await catalogue.api.consoleBanner.delete({ id, rowVersion: 1 })
  expect(await titles()).toEqual([])
  expect(await catalogue.post(consoleBanner.delete.path, { id, rowVersion: 1 })).toMatchObject({ reason: 'BANNER_NOT_FOUND' })
})

test('a banner picture is encoded again and public, and a new picture gets a new address', async () => {
  const { id } = await catalogue.api.consoleBanner.save(banner())
  const send = async (rowVersion: number) =>
    (await catalogue.api.consoleBanner.setPicture({ id, rowVersion }, { file: toBlob(await createPhoto()) })).pictureId
  const first = await send(0)
  const answer = await mall.guest().get(`/api${shown.picture.path}?id=${first}`)
  expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=600' })
  // Who saw no picture yet, or the first one, replaces none that somebody has brought since.
  await expect(send(0)).rejects.toMatchObject({ reason: 'ROW_CHANGED', detail: { by: 'catalogue', what: '更换图片', rowVersion: 1 } })
  const second = await send(1)
  expect((await lin.api.banner.list({}))[0]?.pictureId).toBe(second)
  expect(await lin.post(shown.picture.path, { id: first })).toMatchObject({ code: 404 })
  expect(await catalogue.post(consoleBanner.removePicture.path, { id, rowVersion: 1 })).toMatchObject({ reason: 'ROW_CHANGED' })
  await catalogue.api.consoleBanner.removePicture({ id, rowVersion: 2 })
  expect((await lin.api.banner.list({}))[0]?.pictureId).toBeNull()
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '//evil.example',
  'http://evil.example',
  'data:text/html,x',
  'https://a@b.example',
  '/\\evil',
  ' https://a b',
])('a banner with the link %s is refused', async (target) => {
  expect(await catalogue.post(consoleBanner.save.path, banner({ target }))).toMatchObject({
    reason: 'INVALID_INPUT',
    detail: { field: 'target' },
  })
})

test('a banner that ends before it begins is refused', async () => {
  expect(await catalogue.post(consoleBanner.save.path, banner({ dateTo: '2026-01-01' }))).toMatchObject({ detail: { field: 'dateTo' } })
})
