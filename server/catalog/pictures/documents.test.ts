import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { GOODS_DOCUMENT_BYTES_MAX } from '#contract/catalog/pictures/document-api.ts'
import { getGoodsDocumentUrl, getPictureUrl } from '#contract/catalog/pictures/picture-urls.ts'
import { buildApp } from '#server/app.ts'
import { createExternalServices } from '#server/external-services.ts'
import { deleteExpiredDataAndAddPartitions } from '#server/operations/jobs/retention.ts'
import { createFolderStore } from '#server/people/files/public.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { findDocumentsById, markDocumentsUsed } from './public.ts'

const mall = await openMall()
const keeper = await mall.staff('catalogue')
const NO_ONE = '00000000-0000-7000-8000-000000000000'
const pdf = (text: string, length = 0) =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n${text}\n`), Buffer.alloc(length), Buffer.from('\n%%EOF\n')])
const certificate = { name: 'U84 合格证', kind: 'certificate' as const, validUntil: '2027-12-31' }
const bring = (file: Buffer, given: { name?: string; validUntil?: string } = {}) =>
  keeper.api.goodsDocument.upload({ ...certificate, ...given }, { file: toBlob(file) })
const get = (url: string, headers: Record<string, string> = {}) => mall.app.http.inject({ url, headers })
const listed = async () => (await keeper.api.goodsDocument.list({ pageSize: 100 })).dataList.map(({ id }) => id)

test('a PDF is public, unchanged, a download under its name, and cached without an end', async () => {
  const file = pdf('one')
  const { id, ...facts } = await bring(file)
  expect(facts).toMatchObject({ ...certificate, bytes: file.length, used: false, staffName: 'catalogue' })
  const { rawPayload, headers } = await get(getGoodsDocumentUrl(id))
  expect(rawPayload.equals(file)).toBe(true)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': expect.stringContaining(`filename*=UTF-8''${encodeURIComponent('U84 合格证.pdf')}`),
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  const again = await get(getGoodsDocumentUrl(id), { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  expect(await findDocumentsById(mall.db, [id, NO_ONE])).toEqual([{ id, ...certificate, bytes: file.length }])
  for (const url of [getGoodsDocumentUrl(NO_ONE), `/documents/${id}`, `/documents/${id}.html`, '/documents/..%2fsecrets.pdf'])
    expect((await get(url)).statusCode).toBe(404)
})

test.each<[string, Buffer, string]>([
  ['HTML named .pdf', Buffer.from('<script>alert(1)</script>'), 'NOT_A_PDF'],
  ['a PDF behind HTML', Buffer.concat([Buffer.from('<html>'), pdf('x')]), 'NOT_A_PDF'],
  ['half a PDF', pdf('x').subarray(0, 10), 'NOT_A_PDF'],
  ['nothing', Buffer.alloc(0), 'NOT_A_PDF'],
  ['20 MB and some', pdf('x', GOODS_DOCUMENT_BYTES_MAX), 'DOCUMENT_TOO_LARGE'],
])('%s is refused and leaves nothing behind', async (_, file, reason) => {
  const before = [await listed(), readdirSync(mall.filesFolder)]
  await expect(bring(file)).rejects.toMatchObject({ reason })
  expect([await listed(), readdirSync(mall.filesFolder)]).toEqual(before)
})

test('a PDF of the maximum size is uploaded and downloaded', async () => {
  const file = pdf('large', GOODS_DOCUMENT_BYTES_MAX - 64)
  const { id } = await bring(file)
  expect((await get(getGoodsDocumentUrl(id))).rawPayload.equals(file)).toBe(true)
})

test('the same file under the same name is one document; with another last day it is a new one', async () => {
  const file = pdf('twice')
  const [first, ...others] = [await bring(file), await bring(file), ...(await Promise.all([bring(file), bring(file)]))]
  expect(new Set(others.map(({ id }) => id))).toEqual(new Set([first.id]))
  expect((await bring(file, { validUntil: '2028-12-31' })).id).not.toBe(first.id)
  const endless = () => keeper.api.goodsDocument.upload({ name: '图纸', kind: 'drawing' }, { file: toBlob(file) })
  const { id, validUntil } = await endless()
  expect([validUntil, (await endless()).id]).toEqual([null, id])
})

test('an unused document is deleted after a day or on request, a used one never', async () => {
  const [used, unused, deleted] = [await bring(pdf('used')), await bring(pdf('unused')), await bring(pdf('deleted'))]
  await mall.runInTransaction((tx) => markDocumentsUsed(tx, mall.moment(), [used.id]))
  await expect(mall.runInTransaction((tx) => markDocumentsUsed(tx, mall.moment(), [NO_ONE]))).rejects.toMatchObject({
    reason: 'DOCUMENT_NOT_FOUND',
  })
  await keeper.api.goodsDocument.delete({ id: deleted.id })
  expect(await keeper.post(contract.goodsDocument.delete.path, { id: used.id })).toMatchObject({ reason: 'DOCUMENT_IN_USE' })
  expect(await keeper.post(contract.goodsDocument.delete.path, { id: deleted.id })).toMatchObject({ reason: 'DOCUMENT_NOT_FOUND' })
  mall.clock.forward(ONE_DAY_MS + 1)
  await deleteExpiredDataAndAddPartitions(mall.db, mall.moment(), createFolderStore(mall.filesFolder))
  await mall.renew()
  expect(await listed()).toEqual([used.id])
  expect(readdirSync(mall.filesFolder)).toEqual([used.id])
  for (const { id } of [unused, deleted]) expect((await get(getGoodsDocumentUrl(id))).statusCode).toBe(404)
})

const scratch = mkdtempSync(path.join(tmpdir(), 'mall-catalog-s3-'))
const s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: scratch, configureBuckets: [{ name: 'mall-files' }] })
const { port } = await s3.run()
afterAll(async () => {
  await s3.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** A server of the mall that keeps its files in the bucket. */
async function openServer() {
  const account = {
    S3_ENDPOINT: `http://127.0.0.1:${port}/mall-files`,
    S3_REGION: 'cn-shenzhen',
    S3_KEY_ID: 'S3RVER',
    S3_KEY_SECRET: 'S3RVER',
  }
  const config = readConfig({ ...account, DATA_DIR: scratch })
  const services = createExternalServices(config, mall.db, mall.keys)
  const context = { db: mall.db, keys: mall.keys, services, log: createErrorLog(), limits: config.limits, trustProxy: [], secure: false }
  return { services, ...(await buildApp({ ...context, strict: true, clock: () => mall.clock.now, requireTotp: false })) }
}

test('two servers share one bucket, and a file missing there is an error and not an empty picture', async () => {
  const [one, other] = [await openServer(), await openServer()]
  const { api } = createTestUser(one.http, keeper.token)
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#284' } })
    .png()
    .toBuffer()
  const picture = await api.goodsPicture.upload({}, { file: toBlob(bytes) })
  const file = pdf('in the bucket')
  const document = await api.goodsDocument.upload(certificate, { file: toBlob(file) })
  expect(await one.services.files.get(picture.id)).toBeDefined()
  const [here, there] = await Promise.all([one, other].map(({ http }) => http.inject(getPictureUrl(picture.id, 640, 'webp'))))
  expect([here?.statusCode, here?.headers.etag]).toEqual([200, there?.headers.etag])
  expect(here?.rawPayload.equals(there?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  expect((await other.http.inject(getGoodsDocumentUrl(document.id))).rawPayload.equals(file)).toBe(true)
  // Memory answers for what was asked before; a server that has not seen it says that something is wrong.
  await one.services.files.delete(picture.id)
  expect((await other.http.inject(getPictureUrl(picture.id, 320, 'webp'))).statusCode).toBe(200)
  const third = await openServer()
  const lost = await third.http.inject(getPictureUrl(picture.id, 320, 'webp'))
  expect([lost.statusCode, lost.json().reason, lost.headers['cache-control']]).toEqual([500, 'DEFECT', 'no-store'])
  for (const { http } of [one, other, third]) await http.close()
})
