import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createExternalServices } from '#server/external-services.ts'
import { deleteExpiredDataAndAddPartitions } from '#server/operations/jobs/retention.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'
import { createFolderStore, createS3Store, type FileStore } from './public.ts'

const mall = await openMall()
const scratch = mkdtempSync(path.join(tmpdir(), 'mall-stores-'))
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: path.join(scratch, 's3'),
  configureBuckets: [{ name: 'mall-files' }],
})
const { port } = await server.run()
const account = { endpoint: `http://127.0.0.1:${port}/mall-files`, region: 'cn-shenzhen', keyId: 'S3RVER', keySecret: 'S3RVER' }
afterAll(async () => {
  await server.close()
  rmSync(scratch, { recursive: true, force: true })
})

const folder = path.join(scratch, 'folder')
const stores: [string, FileStore][] = [
  ['a folder', createFolderStore(folder)],
  ['a bucket', createS3Store(account)],
]

describe.each(stores)('%s', (_, store) => {
  test('returns every byte that it stored until it is deleted', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256))
    await store.put('one', bytes)
    await store.put('two', Buffer.from('second'))
    expect(Buffer.from((await store.get('one')) ?? []).equals(bytes)).toBe(true)
    await store.put('one', Buffer.from('again'))
    expect(Buffer.from((await store.get('one')) ?? []).toString()).toBe('again')
    await store.delete('one')
    expect(await store.get('one')).toBeUndefined()
    expect(Buffer.from((await store.get('two')) ?? []).toString()).toBe('second')
  })

  test('reports a missing file, and deleting it is no error', async () => {
    expect(await store.get('never')).toBeUndefined()
    await store.delete('never')
  })

  test('stores a file completely when several write it at once', async () => {
    const bytes = Buffer.alloc(200_000, 'same')
    await Promise.all(Array.from({ length: 20 }, () => store.put('same', bytes)))
    expect(Buffer.from((await store.get('same')) ?? []).equals(bytes)).toBe(true)
  })

  test('stores ten megabytes', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, 'ten')
    await store.put('ten', bytes)
    expect((await store.get('ten'))?.length).toBe(bytes.length)
  })
})

test('a folder store is private to its owner, holds no partial file, and file names cannot escape it', async () => {
  const store = createFolderStore(folder)
  writeFileSync(path.join(scratch, 'outside'), 'secret')
  expect(await store.get('../outside')).toBeUndefined()
  await store.put('../../escape', Buffer.from('x'))
  expect(readdirSync(folder)).toContain('escape')
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(folder, 'escape')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([])
})

test('a bucket that refuses or is unreachable gives an error, never an empty answer', async () => {
  const strange = createS3Store({ ...account, keyId: 'NOBODY' })
  const away = createS3Store({ ...account, endpoint: 'http://127.0.0.1:9/mall-files' })
  for (const store of [strange, away]) {
    await expect(store.put('x', Buffer.from('x'))).rejects.toThrow()
    await expect(store.get('two')).rejects.toThrow()
    await expect(store.delete('two')).rejects.toThrow()
  }
})

test('a mall configured with a bucket uploads, serves and cleans up its pictures there', async () => {
  const { S3_ENDPOINT, ...rest } = { S3_ENDPOINT: account.endpoint, S3_REGION: 'cn-shenzhen', S3_KEY_ID: 'S3RVER', S3_KEY_SECRET: 'S3RVER' }
  expect(() => readConfig(rest)).toThrow('文件存储的设置不完整：缺少 S3_ENDPOINT')
  expect(() => readConfig({ ...rest, S3_ENDPOINT: 'bucket' })).toThrow('S3_ENDPOINT 应为含存储桶的网址')
  const config = readConfig({ ...rest, S3_ENDPOINT, DATA_DIR: scratch })
  const outside = createExternalServices(config, mall.db, mall.keys)
  const { http } = await buildApp({
    db: mall.db,
    keys: mall.keys,
    services: outside,
    log: createErrorLog(),
    limits: config.limits,
    trustProxy: [],
    secure: false,
    strict: true,
    clock: () => mall.clock.now,
    requireTotp: false,
  })
  const lin = await mall.buyer('林')
  const { files } = createTestUser(http, lin.token).api
  const { fileId, bytes } = await files.uploadImage({ purpose: 'licence', consent: true }, { file: toBlob(await createPhoto()) })
  const stored = (await outside.files.get(fileId)) ?? expect.fail('not in the bucket')
  const seen = await files.viewFile({ fileId })
  expect(seen.bytes.length).toBe(bytes)
  expect(Buffer.from(stored).includes(Buffer.from(seen.bytes).subarray(0, 64))).toBe(false)
  expect(readdirSync(mall.filesFolder)).toEqual([])
  mall.clock.forward(ONE_DAY_MS + 1)
  await deleteExpiredDataAndAddPartitions(mall.db, mall.moment(), outside.files)
  expect(await outside.files.get(fileId)).toBeUndefined()
  await http.close()
  expect(readFileSync(path.join(scratch, 'outside'), 'utf8')).toBe('secret')
})
