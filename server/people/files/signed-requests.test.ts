import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { getPictureUrl, pictureFormats, pictureSizes } from '#contract/catalog/pictures/picture-urls.ts'
import { buildApp } from '#server/app.ts'
import { createExternalServices } from '#server/external-services.ts'
import { deleteExpiredDataAndAddPartitions } from '#server/operations/jobs/retention.ts'
import { unlimitedServerLimits } from '#server/platform/core/server-limits.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { computeBucketRequestSignature, openSignedBucket } from '#server/platform/testing/signed-bucket.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'
import { createS3Store } from './public.ts'

const mall = await openMall()
const account = { region: 'cn-shenzhen', keyId: 'MALLKEY1', keySecret: 'correct/horse+battery' }
const bucket = await openSignedBucket({ bucket: 'mall-files', region: account.region, keyId: account.keyId, secret: account.keySecret })
afterAll(() => bucket.close())
const store = createS3Store({ ...account, endpoint: bucket.endpoint })
const outcome = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => String(error.message),
  )

// The examples of "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)".
test.each([
  ['GET', '/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  ['GET', '/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['GET', '/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
] as const)('the test bucket signs the published example %s %s with its published signature', (method, target, more, signature) => {
  const payloadHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const time = '20130524T000000Z'
  const headers = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-content-sha256': payloadHash, 'x-amz-date': time, ...more }
  expect(
    computeBucketRequestSignature(
      { method, target, headers, payloadHash },
      { time, region: 'us-east-1', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', signedHeaders: Object.keys(headers).sort() },
    ),
  ).toBe(signature)
})

describe('a bucket that verifies every signature', () => {
  test('stores, returns, replaces and deletes files of any name', async () => {
    for (const name of ['0190-abc', '图纸 一.pdf', 'a+b&c=d~e', "it's (1)*!.png"]) {
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 31 + name.length) % 256))
      await store.put(name, bytes)
      expect(bucket.objects.get(name)?.equals(bytes)).toBe(true)
      expect(Buffer.from((await store.get(name)) ?? []).equals(bytes)).toBe(true)
      await store.put(name, Buffer.from('second'))
      expect(Buffer.from((await store.get(name)) ?? []).toString()).toBe('second')
      await store.delete(name)
      await store.delete(name)
      expect(await store.get(name)).toBeUndefined()
    }
    expect(bucket.objects.size).toBe(0)
    expect(bucket.answered.filter((line) => !/ (200|204|404)$/.test(line))).toEqual([])
  })

  test.each([
    ['the secret', { keySecret: 'correct/horse+batterY' }, 'SignatureDoesNotMatch'],
    ['the key', { keyId: 'MALLKEY2' }, 'InvalidAccessKeyId'],
    ['the region', { region: 'cn-hangzhou' }, 'AuthorizationHeaderMalformed'],
  ])('refuses a client with a wrong %s, and nothing is changed', async (_, wrong, code) => {
    await store.put('kept', Buffer.from('kept'))
    const stranger = createS3Store({ ...account, endpoint: bucket.endpoint, ...wrong })
    expect(await outcome(stranger.put('kept', Buffer.from('changed')))).toContain(code)
    expect(await outcome(stranger.put('new', Buffer.from('new')))).toContain(code)
    expect(await outcome(stranger.get('kept'))).toContain(code)
    expect(await outcome(stranger.delete('kept'))).toContain(code)
    expect([...bucket.objects].map(([name, bytes]) => [name, String(bytes)])).toEqual([['kept', 'kept']])
    await store.delete('kept')
  })
})

const complaints: string[] = []
const log = pino({ level: 'error' }, { write: (line) => void complaints.push(line) })

type Http = Awaited<ReturnType<typeof openServer>>['http']

/** A server of the mall that stores its files with this account. */
async function openServer(given: typeof account) {
  const services = createExternalServices({ dataDir: mall.filesFolder, s3: { ...given, endpoint: bucket.endpoint } }, mall.db, mall.keys)
  const app = await buildApp({
    db: mall.db,
    keys: mall.keys,
    services,
    log,
    limits: unlimitedServerLimits,
    trustProxy: [],
    secure: false,
    strict: true,
    clock: () => mall.clock.now,
    requireTotp: false,
  })
  return { services, http: app.http }
}

test('a wrong secret or an unreachable bucket shows in the checklist; an upload fails and leaves nothing', async () => {
  const [admin, { token }] = [await mall.staff('admin'), await mall.staff('catalogue')]
  const filesStep = async (http: Http) =>
    (await createTestUser(http, admin.token).api.consoleSetup.state({ always: true })).steps.find(({ step }) => step === 'files')
  const picture = await createPhoto()
  const uploads = async (http: Http) => {
    const person = createTestUser(http, token)
    person.asksAgainWhenBusy = false
    await expect(person.api.goodsPicture.upload({ alt: '截齿' }, { file: toBlob(picture) })).rejects.toMatchObject({ reason: 'OVERLOADED' })
    return [(await person.api.goodsPicture.list({ unused: true })).total, bucket.objects.size]
  }
  const wrong = await openServer({ ...account, keySecret: 'wrong' })
  expect(await filesStep(wrong.http)).toMatchObject({ state: 'failed', note: expect.stringContaining('SignatureDoesNotMatch') })
  const right = await openServer(account)
  bucket.setBroken(true)
  expect(await filesStep(right.http)).toMatchObject({ state: 'failed', note: expect.stringContaining('InternalError') })
  for (const { http, broken } of [
    { ...wrong, broken: false },
    { ...right, broken: true },
  ]) {
    bucket.setBroken(broken)
    expect(await uploads(http)).toEqual([0, 0])
    await http.close()
  }
  expect(complaints.map((line) => /S3 returned [^"]+/.exec(line)?.[0])).toEqual([
    'S3 returned 403 – SignatureDoesNotMatch',
    'S3 returned 500 – InternalError',
  ])
  bucket.setBroken(false)
})

test('with valid credentials goods pictures are stored in the bucket, served to guests and deleted if unused', async () => {
  const { http, services } = await openServer(account)
  const { token } = await mall.staff('catalogue')
  const { id } = await createTestUser(http, token).api.goodsPicture.upload({ alt: '截齿' }, { file: toBlob(await createPhoto()) })
  expect([...bucket.objects.keys()]).toEqual([id])
  for (const size of pictureSizes)
    for (const format of pictureFormats) {
      const { statusCode, headers } = await http.inject({ url: getPictureUrl(id, size, format) })
      expect([statusCode, headers['content-type']]).toEqual([200, `image/${format}`])
    }
  const { api } = createTestUser(http, (await mall.staff('admin')).token)
  expect((await api.consoleSetup.state({ always: true })).steps.find(({ step }) => step === 'files')).toMatchObject({ state: 'connected' })
  mall.clock.forward(ONE_DAY_MS + 1)
  await deleteExpiredDataAndAddPartitions(mall.db, mall.moment(), services.files)
  expect([...bucket.objects.keys()]).toEqual([])
  await http.close()
})
