import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { expectNothingInFlight, fetchInFlightCounts } from '#server/platform/testing/in-flight.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { createPhoto, createUploadBody, FORM_CONTENT_TYPE, toBlob } from '#server/platform/testing/uploads.ts'

// M6, P7: senders that are slow, silent or gone.

const UPLOAD = API_BASE + contract.files.uploadImage.path
/** In production a minute and 15 seconds. */
const [UPLOAD_MS, GRACE_MS] = [3_000, 800]
const UPLOADS_EACH = 4
const MEMORY = 4 * 1024 * 1024
/** An upload takes one of these while its session is read, and none while it comes in. */
const PROCESSING_PLACES = 10

/** A mall that listens, with five people. */
async function openUploadMall({ uploadMs, transferGraceMs }: { uploadMs: number; transferGraceMs: number }) {
  const limits = { inFlight: PROCESSING_PLACES, uploadMs, transferGraceMs, userUploads: UPLOADS_EACH, uploadBytes: MEMORY }
  const mall = await openMall({ limits })
  const address = new URL(await mall.app.http.listen({ host: '127.0.0.1', port: 0 }))
  const people = await Promise.all(['林', '王', '陈', '赵', '钱'].map((name) => mall.buyer(name)))
  const [lin, wang] = people as [Buyer, Buyer]
  return { mall, address, people, lin, wang }
}
type UploadMall = Awaited<ReturnType<typeof openUploadMall>>

const hasty = await openUploadMall({ uploadMs: UPLOAD_MS, transferGraceMs: GRACE_MS })
/** Here nothing is too slow, so that what is begun is under way until it is aborted, however busy the machine is. */
const patient = await openUploadMall({ uploadMs: 600_000, transferGraceMs: 600_000 })
const picture = await createPhoto()
const body = createUploadBody(picture)

interface Sender {
  socket: Socket
  /** Everything that was received. */
  heard: () => string
  /** Resolves when the connection is closed. */
  closed: Promise<string>
}

/** Starts an upload with a Content-Length. The test writes the rest by hand. */
async function begin({ address }: UploadMall, { token }: Buyer, length = body.length): Promise<Sender> {
  let heard = ''
  const socket = connect({ host: address.hostname, port: Number(address.port) })
  const head = ['Host: x', `Authorization: ${token}`, `Content-Type: ${FORM_CONTENT_TYPE}`, `Content-Length: ${length}`]
  socket.on('data', (chunk) => (heard += chunk.toString()))
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(heard)))
  await new Promise<void>((resolve) => socket.write([`POST ${UPLOAD} HTTP/1.1`, ...head, '', ''].join('\r\n'), () => resolve()))
  return { socket, heard: () => heard, closed }
}

/** Several uploads of one person that have sent their beginning and then nothing. */
const stalled = (at: UploadMall, person: Buyer, count = UPLOADS_EACH): Promise<Sender[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const sender = await begin(at, person)
      sender.socket.write(body.subarray(0, 300))
      return sender
    }),
  )
const underWay = async ({ mall }: UploadMall, count: number) =>
  expect.poll(async () => (await fetchInFlightCounts(mall)).uploads, { interval: 10 }).toBe(count)

const uploadsAFace = (person: Buyer) => person.api.files.uploadImage({ purpose: 'avatar' }, { file: toBlob(picture) })

afterEach(async () => {
  await expectNothingInFlight(hasty.mall)
  await expectNothingInFlight(patient.mall)
})

/** Sends the rest in pieces, with a pause before each. */
async function sendsOn({ socket }: Sender, rest: Buffer, pieces: number, pauseMs: number): Promise<void> {
  const size = Math.ceil(rest.length / pieces)
  for (let at = 0; at < rest.length && !socket.destroyed; at += size) {
    await pause(pauseMs)
    socket.write(rest.subarray(at, at + size))
  }
}

test('twenty silent uploads are refused as too slow, and then uploads work as before', async () => {
  const received: string[] = []
  // One person after another, because more sessions than places cannot be read at the same moment.
  for (const person of hasty.people) received.push(...(await Promise.all((await stalled(hasty, person)).map(({ closed }) => closed))))
  expect(received.filter((text) => text.startsWith('HTTP/1.1 408 ') && text.includes('"reason":"TOO_SLOW"'))).toHaveLength(20)
  await expectNothingInFlight(hasty.mall)
  for (const person of hasty.people) expect(await uploadsAFace(person)).toHaveProperty('fileId')
})

test('twenty incoming uploads occupy none of the ten processing places', async () => {
  const { mall, people, lin } = patient
  const senders: Sender[] = []
  for (const person of people) {
    senders.push(...(await stalled(patient, person)))
    await underWay(patient, senders.length)
  }
  expect(senders).toHaveLength(2 * PROCESSING_PLACES)
  expect((await fetchInFlightCounts(mall)).house).toBe(0)
  expect((await lin.post(contract.address.list.path)).code).toBe(200)
  for (const { socket } of senders) socket.destroy()
})

test('a slow upload with pauses below the limit is accepted', async () => {
  const slow = createUploadBody(Buffer.concat([picture, Buffer.alloc(60_000)]))
  const sender = await begin(hasty, hasty.lin, slow.length)
  // Twice as long in total as a silent sender may take.
  await sendsOn(sender, slow, 8, GRACE_MS / 4)
  await expect.poll(sender.heard).toContain('"fileId"')
  sender.socket.destroy()
})

test('an upload of a byte now and then is refused as too slow', async () => {
  const sender = await begin(hasty, hasty.lin)
  void sendsOn(sender, body.subarray(0, 100), 100, GRACE_MS / 20)
  expect(await sender.closed).toContain('"reason":"TOO_SLOW"')
})

test('an upload that is always fast enough but never ends is cut off at the time limit', async () => {
  const large = createUploadBody(Buffer.alloc(2 * 1024 * 1024, picture))
  const sender = await begin(hasty, hasty.lin, large.length)
  void sendsOn(sender, large, (2 * UPLOAD_MS) / 100, 100)
  expect(await sender.closed).toContain('"reason":"TOO_SLOW"')
})

test('an upload that is aborted half way frees its place', async () => {
  const senders = await stalled(patient, patient.lin)
  await underWay(patient, UPLOADS_EACH)
  for (const { socket } of senders) socket.destroy()
  await underWay(patient, 0)
})

test('an upload that is aborted before authentication takes no place', async () => {
  const { mall, lin } = patient
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  await owner.query('begin; lock table session in access exclusive mode')
  const sender = await begin(patient, lin)
  sender.socket.write(body)
  await expect.poll(async () => (await fetchInFlightCounts(mall)).house).toBe(1)
  sender.socket.destroy()
  await sender.closed
  await owner.end()
  await expectNothingInFlight(mall)
})

test('a person has a limited number of concurrent uploads, and so has his colleague', async () => {
  const { mall, lin } = patient
  const li = await mall.subAccount(lin, ['buyPay'])
  const senders = await stalled(patient, lin)
  await underWay(patient, UPLOADS_EACH)
  const further = await (await begin(patient, lin)).closed
  expect(further).toMatch(/^HTTP\/1.1 429 /)
  expect(further).toContain('"reason":"TOO_MANY"')
  senders.push(...(await stalled(patient, li)))
  await underWay(patient, 2 * UPLOADS_EACH)
  for (const { socket } of senders) socket.destroy()
})

test('when the upload memory is full, the enterprise that holds the most of it is cut off', async () => {
  const { mall, lin, wang } = patient
  const large = createUploadBody(Buffer.alloc(1.2 * 1024 * 1024, picture))
  const nearlyAll = async (person: Buyer) => {
    const sender = await begin(patient, person, large.length)
    sender.socket.write(large.subarray(0, -100))
    return sender
  }
  const held = async () => (await mall.app.metrics.getSingleMetric('mall_upload_bytes')?.get())?.values[0]?.value ?? 0
  const hoarded = [await nearlyAll(lin), await nearlyAll(lin), await nearlyAll(lin)]
  await expect.poll(held, { interval: 5 }).toBeGreaterThan(3.5 * 1024 * 1024)
  const honest = await begin(patient, wang, large.length)
  honest.socket.write(large)
  const [received] = await Promise.all([Promise.any(hoarded.map(({ closed }) => closed)), expect.poll(honest.heard).toContain('"fileId"')])
  expect(received).toMatch(/^HTTP\/1.1 503 /)
  expect(await held()).toBeLessThanOrEqual(MEMORY)
  for (const { socket } of [...hoarded, honest]) socket.destroy()
})
