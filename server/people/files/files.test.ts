import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { FilePurpose } from '#contract/people/files/api.ts'
import { SUCCESS_CODE } from '#contract/platform/core/envelope.ts'
import { deleteExpiredDataAndAddPartitions } from '#server/operations/jobs/retention.ts'
import { ONE_DAY_MS, ONE_HOUR_MS, openMall } from '#server/platform/testing/mall.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'
import { bindFile, createFolderStore, deleteOrphanFiles } from './public.ts'

const mall = await openMall()
const { filesFolder } = mall
const lin = await mall.buyer('林')
const wang = await mall.buyer('王')
const clerk = await mall.subAccount(lin, ['applyLimit'])
const other = await mall.subAccount(lin, ['applyLimit'])
const reviewer = await mall.staff('reviewer')
const NO_ONE = '00000000-0000-7000-8000-000000000000'
const VIEW = contract.files.viewFile.path
const REVIEW = contract.consoleFiles.view.path

const brings = async (person: TestUser, purpose: FilePurpose, consent = true): Promise<string> => {
  const { fileId } = await person.api.files.uploadImage({ purpose, consent }, { file: toBlob(await createPhoto()) })
  return fileId
}
const binds = (owner: { enterpriseId: string; userId: string }, fileId: string, purpose: FilePurpose) =>
  mall.runInTransaction((tx) =>
    bindFile(tx, { enterpriseId: owner.enterpriseId, userId: owner.userId, fileId, purpose, boundTo: `submission:${fileId}` }),
  )
const audited = (fileId: string) =>
  mall.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'actor_id', 'action', 'facts'])
    .where((eb) => eb.or([eb('object_id', '=', fileId), eb(eb.cast('facts', 'text'), 'like', `%${fileId}%`)]))
    .execute()
const rowsOf = (fileId: string) =>
  mall.db.selectFrom('file').select(['id', 'bound_to']).where('enterprise_id', '=', lin.enterpriseId).where('id', '=', fileId).execute()
const stored = () => readdirSync(filesFolder)

test('a photo is re-encoded: upright, without location, time and device', async () => {
  const taken = await createPhoto()
  expect(await sharp(taken).metadata()).toMatchObject({ width: 640, height: 400, orientation: 6 })
  expect(taken.includes('SPYPHONE')).toBe(true)
  const answer = await lin.api.files.uploadImage({ purpose: 'idPhoto', consent: true }, { file: toBlob(taken) })
  expect(answer).toMatchObject({ width: 400, height: 640 })
  const { type, bytes, name } = await lin.api.files.viewFile({ fileId: answer.fileId })
  expect({ type, name, length: bytes.length }).toEqual({ type: 'image/jpeg', name: `${answer.fileId}.jpg`, length: answer.bytes })
  const seen = await sharp(bytes).metadata()
  expect(seen).toMatchObject({ format: 'jpeg', width: 400, height: 640 })
  for (const trace of [seen.exif, seen.icc, seen.xmp, seen.orientation]) expect(trace).toBeUndefined()
  expect(Buffer.from(bytes).includes('SPYPHONE')).toBe(false)
})

test('an avatar is cropped to a square of 320', async () => {
  const answer = await lin.api.files.uploadImage({ purpose: 'avatar' }, { file: toBlob(await createPhoto({ width: 900, height: 300 })) })
  expect(answer).toMatchObject({ width: 320, height: 320 })
  expect(await lin.api.files.viewFile({ fileId: answer.fileId })).toMatchObject({ type: 'image/webp' })
})

test('an identity document is served with headers against caching, execution and embedding', async () => {
  const fileId = await brings(lin, 'licence')
  for (const { status, headers } of [await lin.get(`/api${VIEW}?fileId=${fileId}`)]) {
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `inline; filename="${fileId}.jpg"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
  }
})

test('identity documents are stored encrypted, each with its own key; avatars are not', async () => {
  const ids = [await brings(lin, 'idPhoto'), await brings(lin, 'idPhoto')]
  const seen = Buffer.from((await lin.api.files.viewFile({ fileId: ids[0] ?? '' })).bytes)
  const [first, second] = ids.map((id) => readFileSync(path.join(filesFolder, id)))
  expect(first?.includes(seen.subarray(0, 64))).toBe(false)
  expect(first?.subarray(0, 3)).not.toEqual(seen.subarray(0, 3))
  expect(first?.subarray(12)).not.toEqual(second?.subarray(12))
  const face = await brings(lin, 'avatar')
  expect((await sharp(readFileSync(path.join(filesFolder, face))).metadata()).format).toBe('webp')
})

test('an identity document needs a separate consent, once per text, recorded with text, time and address', async () => {
  const chen = await mall.buyer('陈')
  const file = toBlob(await createPhoto())
  await expect(chen.api.files.uploadImage({ purpose: 'idPhoto' }, { file })).rejects.toMatchObject({ reason: 'CONSENT_NEEDED' })
  await expect(chen.api.files.uploadImage({ purpose: 'idPhoto', consent: false }, { file })).rejects.toThrow('请先同意证件信息的处理')
  await chen.api.files.uploadImage({ purpose: 'avatar' }, { file })
  const consents = () =>
    mall.db
      .selectFrom('consent')
      .select(['user_id', 'text_version', 'text_hash', 'ip', 'at'])
      .where('enterprise_id', '=', chen.enterpriseId)
      .where('kind', '=', 'papers')
      .execute()
  expect(await consents()).toEqual([])
  await chen.api.files.uploadImage({ purpose: 'idPhoto', consent: true }, { file })
  await chen.api.files.uploadImage({ purpose: 'licence' }, { file })
  const { version } = await chen.api.site.agreement({ categoryId: 7 })
  expect(await consents()).toEqual([
    { user_id: chen.userId, text_version: version, text_hash: expect.any(Buffer), ip: '127.0.0.1', at: mall.clock.now },
  ])
})

test('an identity document is visible to its uploader and the main account, and to no other member', async () => {
  const fileId = await brings(clerk, 'idPhoto')
  for (const person of [clerk, lin]) expect((await person.api.files.viewFile({ fileId })).type).toBe('image/jpeg')
  await expect(other.api.files.viewFile({ fileId })).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
  const face = await brings(clerk, 'avatar')
  expect((await other.api.files.viewFile({ fileId: face })).type).toBe('image/webp')
})

test('a voucher is visible to its uploader and those who may see orders, and to no other member', async () => {
  const looks = await mall.subAccount(lin, ['lookOrder'])
  const fileId = await brings(clerk, 'voucher')
  const answers = async (person: TestUser) => (await person.post(VIEW, { fileId })).reason
  expect([await answers(other), await answers(wang)]).toEqual(['NO_PERMISSION', 'FILE_NOT_FOUND'])
  for (const person of [clerk, lin, looks]) expect((await person.api.files.viewFile({ fileId })).type).toBe('image/jpeg')
  const bill = await brings(lin, 'acceptance')
  expect((await looks.post(VIEW, { fileId: bill })).reason).toBe('NO_PERMISSION')
})

test('a picture of another enterprise answers as not found, to members and reviewers', async () => {
  const fileId = await brings(lin, 'licence')
  const face = await brings(lin, 'avatar')
  const nothing = await wang.post(VIEW, { fileId: NO_ONE })
  expect(nothing).toMatchObject({ status: 200, code: 404, reason: 'FILE_NOT_FOUND' })
  for (const id of [fileId, face]) expect(await wang.post(VIEW, { fileId: id })).toEqual(nothing)
  await binds(lin, fileId, 'licence')
  const asked = (enterpriseId: string, id: string) => reviewer.post(REVIEW, { enterpriseId, fileId: id, purpose: 'review' })
  expect(await asked(wang.enterpriseId, fileId)).toEqual(await asked(wang.enterpriseId, NO_ONE))
  for (const { method, path: call } of [{ method: 'GET', path: `/api${VIEW}?fileId=${fileId}` }] as const)
    expect((await mall.app.http.inject({ method, url: call })).json()).toMatchObject({ code: 510 })
})

test('the avatar of a person follows him to his other enterprises, his identity documents do not', async () => {
  const face = await brings(clerk, 'avatar')
  const paper = await brings(clerk, 'idPhoto')
  const home = await mall.logsIn(clerk.mobile)
  const seats = await home.api.enterprise.list({})
  const enterpriseId = seats.find((seat) => seat.enterpriseId !== lin.enterpriseId)?.enterpriseId ?? expect.fail('no other seat')
  home.token = (await home.api.enterprise.change({ enterpriseId })).token
  expect((await home.api.files.viewFile({ fileId: face })).type).toBe('image/webp')
  await expect(home.api.files.viewFile({ fileId: paper })).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
})

test('every view of an identity document is logged once with person and purpose; views of avatars are not', async () => {
  const fileId = await brings(lin, 'cashFlow')
  await lin.api.files.viewFile({ fileId })
  expect(await audited(fileId)).toEqual([
    { actor_kind: 'member', actor_id: lin.userId, action: 'view paper', facts: { paper: 'cashFlow', purpose: 'own' } },
  ])
  await binds(lin, fileId, 'cashFlow')
  await reviewer.api.consoleFiles.view({ enterpriseId: lin.enterpriseId, fileId, purpose: 'complaint' })
  const [, byStaff, ...more] = await audited(fileId)
  expect(byStaff).toMatchObject({ actor_kind: 'staff', action: REVIEW, facts: { fileId, purpose: 'complaint' } })
  expect(more).toEqual([])
  const face = await brings(lin, 'avatar')
  await lin.api.files.viewFile({ fileId: face })
  expect(await audited(face)).toEqual([])
})

test('a reviewer sees only what was submitted, watermarked with his name, the time and his purpose', async () => {
  const { enterpriseId } = lin
  const fileId = await brings(lin, 'licence')
  const look = () => reviewer.api.consoleFiles.view({ enterpriseId, fileId, purpose: 'review' })
  await expect(look()).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
  await binds(lin, fileId, 'licence')
  const plain = (await lin.api.files.viewFile({ fileId })).bytes
  const marked = await look()
  expect(marked).toMatchObject({ type: 'image/jpeg', name: `${fileId}.jpg` })
  const pixels = async (bytes: Uint8Array) => sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const [before, after] = [await pixels(plain), await pixels(marked.bytes)]
  expect(after.info).toMatchObject({ width: before.info.width, height: before.info.height })
  const changed = before.data.filter((value, at) => Math.abs(value - (after.data[at] ?? 0)) > 24).length / before.data.length
  expect(changed).toBeGreaterThan(0.02)
  const again = await look()
  mall.clock.forward(60_000)
  expect(Buffer.from((await look()).bytes)).not.toEqual(Buffer.from(again.bytes))
  expect(await reviewer.post(REVIEW, { enterpriseId, fileId })).toMatchObject({ code: 400, detail: { field: 'purpose' } })
})

test('a picture is bound once, by its uploader, for its purpose', async () => {
  const fileId = await brings(clerk, 'idPhoto')
  const refused = { reason: 'FILE_NOT_FOUND' }
  await expect(binds(lin, fileId, 'idPhoto')).rejects.toMatchObject(refused)
  await expect(binds({ ...clerk, enterpriseId: wang.enterpriseId }, fileId, 'idPhoto')).rejects.toMatchObject(refused)
  await expect(binds(clerk, fileId, 'licence')).rejects.toMatchObject(refused)
  await binds(clerk, fileId, 'idPhoto')
  await expect(binds(clerk, fileId, 'idPhoto')).rejects.toMatchObject(refused)
})

test('unbound pictures are deleted after a day with their bytes, bound ones stay, replaced avatars go', async () => {
  const loose = await brings(lin, 'licence')
  const bound = await brings(lin, 'licence')
  await binds(lin, bound, 'licence')
  const faces = [await brings(clerk, 'avatar'), await brings(clerk, 'avatar')] as const
  for (const fileId of faces) await clerk.api.userSecurity.headImgUpload({ fileId })
  const sweep = () => deleteExpiredDataAndAddPartitions(mall.db, mall.moment(), createFolderStore(filesFolder))
  mall.clock.forward(ONE_DAY_MS - ONE_HOUR_MS)
  await sweep()
  expect(stored()).toContain(loose)
  mall.clock.forward(2 * ONE_HOUR_MS)
  await sweep()
  expect(await rowsOf(loose)).toEqual([])
  expect(await rowsOf(bound)).toHaveLength(1)
  expect(stored()).not.toContain(loose)
  expect(stored()).not.toContain(faces[0])
  expect(stored()).toEqual(expect.arrayContaining([bound, faces[1]]))
  await expect(binds(lin, loose, 'licence')).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
})

test('after an interrupted cleanup no deleted picture can be bound or seen, and the next run finishes', async () => {
  const fileId = await brings(lin, 'licence')
  mall.clock.forward(ONE_DAY_MS + ONE_HOUR_MS)
  const broken = { ...createFolderStore(filesFolder), delete: () => Promise.reject(new Error('away')) }
  await expect(deleteOrphanFiles(mall.db, mall.moment(), broken)).rejects.toThrow('away')
  await expect(binds(lin, fileId, 'licence')).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
  await expect(lin.api.files.viewFile({ fileId })).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
  expect(await deleteOrphanFiles(mall.db, mall.moment(), createFolderStore(filesFolder))).toBeGreaterThan(0)
  expect(await rowsOf(fileId)).toEqual([])
  expect(stored()).not.toContain(fileId)
})

test('one person has at most fifty unbound pictures, also with concurrent uploads', async () => {
  const greedy = await mall.buyer('贪')
  const purpose: FilePurpose = 'avatar'
  const seat = { enterprise_id: greedy.enterpriseId, user_id: greedy.userId, purpose, media_type: 'image/webp' }
  const facts = { bytes: 1, width: 1, height: 1, stored_hash: Buffer.alloc(32), created_at: mall.clock.now }
  await mall.runInTransaction((tx) =>
    tx
      .insertInto('file')
      .values(Array.from({ length: 46 }, () => ({ ...seat, ...facts, id: mall.moment().newId() })))
      .execute(),
  )
  const file = toBlob(await createPhoto({ width: 32, height: 32 }))
  const upload = () => greedy.api.files.uploadImage({ purpose: 'avatar' }, { file })
  // All of them are held where they write, so that whoever counts counts before anybody has written.
  const held = await mall.runInTransaction(async (tx) => {
    await sql`lock table file in share mode`.execute(tx)
    const uploads = Promise.allSettled(Array.from({ length: 8 }, upload))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return { uploads }
  })
  const answers = await held.uploads
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ reason: 'FILE_QUOTA', code: 422 })
  await mall.runInTransaction((tx) =>
    tx.updateTable('file').set({ bound_to: 'x' }).where('enterprise_id', '=', greedy.enterpriseId).where('bytes', '=', 1).execute(),
  )
  await greedy.api.files.uploadImage({ purpose: 'avatar' }, { file })
  await mall.runInTransaction((tx) =>
    tx
      .insertInto('file')
      .values({ ...seat, ...facts, id: mall.moment().newId(), bytes: 200 * 1024 * 1024 })
      .execute(),
  )
  await expect(greedy.api.files.uploadImage({ purpose: 'avatar' }, { file })).rejects.toMatchObject({ reason: 'FILE_QUOTA' })
})

test('bytes lost or changed in the store give an error, never a damaged picture', async () => {
  const bring = () => brings(lin, 'licence')
  const [gone, bent, swapped, swappedWith, face] = [await bring(), await bring(), await bring(), await bring(), await brings(lin, 'avatar')]
  const at = (id: string) => path.join(filesFolder, id)
  renameSync(at(gone), `${at(gone)}.away`)
  for (const id of [bent, face]) {
    const bytes = readFileSync(at(id))
    bytes[100] = (bytes[100] ?? 0) ^ 1
    writeFileSync(at(id), bytes)
  }
  writeFileSync(at(swapped), readFileSync(at(swappedWith)))
  for (const fileId of [gone, bent, swapped, face])
    expect(await lin.post(VIEW, { fileId })).toMatchObject({ status: 500, reason: 'DEFECT' })
  expect((await lin.post(VIEW, { fileId: swappedWith })).code).toBe(SUCCESS_CODE)
})

test('when the store fails, an upload is refused with retry later and leaves no row and no partial file', async () => {
  const rows = () => mall.db.selectFrom('file').select('id').where('enterprise_id', '=', lin.enterpriseId).execute()
  const [before, files] = [await rows(), stored()]
  renameSync(filesFolder, `${filesFolder}-away`)
  writeFileSync(filesFolder, 'no folder')
  const body = new FormData()
  body.append('purpose', 'avatar')
  body.append('file', toBlob(await createPhoto()))
  lin.asksAgainWhenBusy = false
  const answer = await lin.post(contract.files.uploadImage.path, body)
  lin.asksAgainWhenBusy = true
  rmSync(filesFolder)
  renameSync(`${filesFolder}-away`, filesFolder)
  expect(answer).toMatchObject({ status: 503, reason: 'OVERLOADED' })
  expect(await rows()).toEqual(before)
  expect(stored()).toEqual(files)
})

test('the API description declares uploads as multipart forms and downloads as files', async () => {
  const { paths } = JSON.parse((await lin.get('/api/openapi.json')).body)
  const { post, get } = paths[`/api${contract.files.uploadImage.path}`]
  expect(get).toBeUndefined()
  const form = post.requestBody.content['multipart/form-data'].schema
  expect(form.properties.file).toMatchObject({ type: 'string', format: 'binary' })
  expect(form.required).toEqual(expect.arrayContaining(['purpose', 'file']))
  for (const way of ['post', 'get'])
    expect(paths[`/api${VIEW}`][way].responses['200'].content).toEqual({ '*/*': { schema: { type: 'string', format: 'binary' } } })
})

test('a picture that the store cannot delete does not keep others from being deleted', async () => {
  const [stuck, loose] = [await brings(lin, 'licence'), await brings(lin, 'licence')]
  mall.clock.forward(ONE_DAY_MS + ONE_HOUR_MS)
  const store = createFolderStore(filesFolder)
  const remove = (id: string) => (id === stuck ? Promise.reject(new Error('refused')) : store.delete(id))
  await expect(deleteOrphanFiles(mall.db, mall.moment(), { ...store, delete: remove })).rejects.toThrow('refused')
  expect([await rowsOf(stuck), await rowsOf(loose)]).toMatchObject([[{}], []])
  expect(await deleteOrphanFiles(mall.db, mall.moment(), store)).toBe(1)
})
