import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { drawReadableDocument } from '#sandbox/document-reader/documents.ts'
import { noDocumentReaderFaults } from '#sandbox/document-reader/provider.ts'
import { sampleDocuments } from '#sandbox/document-reader/sample-documents.ts'
import { createQichachaRegister } from '#server/adapters/company-register/public.ts'
import { createTencentDocumentReader } from '#server/adapters/document-reader/public.ts'
import { createSmsCodeAndSendAfterCommit } from '#server/people/sms/public.ts'
import { deleteOldVerificationReadings } from '#server/people/verification/public.ts'
import { createApplicantHelpers, type UnverifiedBuyer } from '#server/platform/testing/applicants.ts'
import { startDocumentReaderSandbox } from '#server/platform/testing/document-reader-sandbox.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createSmsRequester } from '#server/platform/testing/sms-requester.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const sandbox = await startDocumentReaderSandbox(() => mall.clock.now)
mall.services.documentReader = createTencentDocumentReader(sandbox.reader)
mall.services.companyRegister = createQichachaRegister(sandbox.register)
const { newcomer, agentForm, enterpriseForm, withAgent, caseOf, approves, reviewer } = await createApplicantHelpers(mall)
const admin = await mall.staff('admin')

async function switchTo(values: { pictures: boolean; register: boolean }) {
  const { rowVersion } = (await admin.api.consoleSetting.read({})).reading
  await admin.api.consoleSetting.setReading({ ...values, rowVersion })
}
/** Uploads one of the sample papers. */
async function uploads(person: UnverifiedBuyer, name: string): Promise<string> {
  const content = sampleDocuments[name] ?? expect.fail('no such paper')
  const file = new Blob([new Uint8Array(await drawReadableDocument(content))], { type: 'image/png' })
  return (await person.api.files.uploadImage({ purpose: content.kind === 'licence' ? 'licence' : 'idPhoto', consent: true }, { file }))
    .fileId
}
const readings = ({ enterpriseId }: UnverifiedBuyer) =>
  mall.db
    .selectFrom('verification_reading')
    .select(['source', 'state', 'asked'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('id')
    .execute()
const LICENCE = '营业执照.png'
const licenceValues = {
  enterpriseName: '深圳海川隧道工程有限公司',
  creditCode: '91440300MA5X20001X',
  registeredCapital: 3_000,
  foundDate: '2016-04-18',
  legalName: '沈海川',
  registeredAddress: '深圳市龙岗区坂田街道环城南路 5 号',
}
beforeEach(() => void Object.assign(sandbox.faults, noDocumentReaderFaults, { slowMs: 0 }))

test('no picture and no name leaves the mall before an administrator has switched it on', async () => {
  const zhou = await withAgent()
  expect(await zhou.api.verificationReading.options({})).toEqual({ pictures: false, register: false, verifiedMobile: null })
  const fileId = await uploads(zhou, LICENCE)
  await expect(zhou.api.verificationReading.readPicture({ fileId, kind: 'licence' })).rejects.toMatchObject({ reason: 'READING_OFF' })
  await expect(zhou.api.verificationReading.findCompany({ keyword: '岭南' })).rejects.toMatchObject({ reason: 'READING_OFF' })
  expect(sandbox.asked).toEqual({ pictures: 0, companies: 0 })
  await switchTo({ pictures: true, register: true })
  expect(await zhou.api.verificationReading.options({})).toMatchObject({ pictures: true, register: true })
  expect((await admin.api.consoleSetting.history({ group: 'reading' }))[0]?.changes).toContainEqual({
    name: 'pictures',
    label: '识别证件图片',
    from: '关',
    to: '开',
  })
})

test('a picture is read once, also if it is uploaded again, and every look is in the audit log without a value', async () => {
  const zhou = await withAgent()
  const fileId = await uploads(zhou, LICENCE)
  const read = () => zhou.api.verificationReading.readPicture({ fileId, kind: 'licence' })
  expect(await read()).toEqual({ outcome: 'read', values: licenceValues })
  const before = sandbox.asked.pictures
  expect(await read()).toEqual({ outcome: 'read', values: licenceValues })
  const again = await uploads(zhou, LICENCE)
  expect(await zhou.api.verificationReading.readPicture({ fileId: again, kind: 'licence' })).toMatchObject({ values: licenceValues })
  // Uploads that take turns leave no more rows.
  for (const id of [fileId, again, fileId, again]) await zhou.api.verificationReading.readPicture({ fileId: id, kind: 'licence' })
  expect(sandbox.asked.pictures).toBe(before)
  expect(await readings(zhou)).toEqual([
    { source: 'licence', state: 'READ', asked: true },
    { source: 'licence', state: 'READ', asked: false },
  ])
  expect(await mall.app.metrics.metrics()).toContain('mall_readings_hour{source="licence",state="READ"} 1\n')
  const acts = await mall.db
    .selectFrom('audit_log')
    .selectAll()
    .where('actor_id', '=', zhou.userId)
    .where('action', '=', 'read paper')
    .execute()
  const look = { paper: 'licence', kind: 'licence' }
  expect(acts.map(({ facts }) => facts)).toEqual([{ ...look, sent: 'yes' }, ...Array.from({ length: 6 }, () => ({ ...look, sent: 'no' }))])
  const rows = await mall.db.selectFrom('verification_reading').selectAll().where('enterprise_id', '=', zhou.enterpriseId).execute()
  const text = JSON.stringify([acts, rows], (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value))
  for (const secret of ['沈海川', '91440300MA5X20001X', '海川隧道工程']) expect(text).not.toContain(secret)
  // The audit log has words for it, and the person's file has it masked.
  const { dataList } = await admin.api.consoleAudit.list({ action: 'read paper', actorId: zhou.userId })
  expect(dataList[0]?.actionName).toBe('识别证件图片')
})

test('nobody has a picture read that is not his own, not of this paper, not of this step, or submitted already', async () => {
  const [zhou, wu] = [await newcomer(), await newcomer()]
  const fileId = await uploads(zhou, '经办人身份证人像面.png')
  const before = sandbox.asked.pictures
  const missing = { reason: 'FILE_NOT_FOUND' }
  await expect(wu.api.verificationReading.readPicture({ fileId, kind: 'idFront' })).rejects.toMatchObject(missing)
  const early = { reason: 'VERIFICATION_STATE' }
  const licence = await uploads(zhou, LICENCE)
  await expect(zhou.api.verificationReading.readPicture({ fileId: licence, kind: 'licence' })).rejects.toMatchObject(early)
  await expect(zhou.api.verificationReading.findCompany({ keyword: '长沙岭南矿业有限公司' })).rejects.toMatchObject(early)
  await zhou.api.verification.agentAuth({ ...(await agentForm(zhou)), idPhoto: fileId })
  await expect(zhou.api.verificationReading.readPicture({ fileId, kind: 'idFront' })).rejects.toMatchObject(early)
  await approves(zhou)
  await expect(zhou.api.verificationReading.readPicture({ fileId, kind: 'licence' })).rejects.toMatchObject(missing)
  await expect(zhou.api.verificationReading.readPicture({ fileId, kind: 'idFront' })).rejects.toMatchObject(missing)
  expect(sandbox.asked.pictures).toBe(before)
})

describe('a service that does not help', () => {
  test.each(['mute', 'endless', 'page', 'quota'] as const)('(%s) is no error of the call, and is asked again', async (fault) => {
    const zhou = await withAgent()
    const fileId = await uploads(zhou, '法定代表人身份证国徽面.png')
    const read = () => zhou.api.verificationReading.readPicture({ fileId, kind: 'idBack' })
    sandbox.faults[fault] = 1
    expect(await read()).toEqual({ outcome: 'noAnswer', values: {} })
    expect(await read()).toEqual({ outcome: 'read', values: { validUntil: '2038-07-09' } })
    sandbox.faults[fault] = 1
    expect(await zhou.api.verificationReading.findCompany({ keyword: '长沙岭南矿业有限公司' })).toEqual({ outcome: 'noAnswer', values: {} })
  })

  test('(it sees no such paper) is remembered', async () => {
    const zhou = await withAgent()
    const fileId = await uploads(zhou, '法定代表人身份证国徽面.png')
    const read = () => zhou.api.verificationReading.readPicture({ fileId, kind: 'idFront' })
    expect(await read()).toEqual({ outcome: 'unreadable', values: {} })
    const before = sandbox.asked.pictures
    expect(await read()).toEqual({ outcome: 'unreadable', values: {} })
    expect(sandbox.asked.pictures).toBe(before)
  })

  test('(it is slow) keeps a second question of the person waiting, and no submission', async () => {
    const zhou = await newcomer()
    const form = await agentForm(zhou)
    const fileId = await uploads(zhou, '法定代表人身份证人像面.png')
    sandbox.faults.slowMs = 600
    const slow = zhou.api.verificationReading.readPicture({ fileId, kind: 'idFront' })
    await expect.poll(async () => (await readings(zhou)).map(({ state }) => state)).toEqual(['ASKED'])
    const other = await uploads(zhou, '经办人身份证人像面.png')
    await expect(zhou.api.verificationReading.readPicture({ fileId: other, kind: 'idFront' })).rejects.toMatchObject({
      reason: 'READING_RUNNING',
    })
    expect(await zhou.api.verification.agentAuth(form)).toMatchObject({ authStatus: 0 })
    expect(await slow).toMatchObject({ outcome: 'read' })
  })
})

test('a person asks twenty times in a day, and what was remembered does not count', async () => {
  const zhou = await withAgent()
  const asks = (keyword: string) => zhou.api.verificationReading.findCompany({ keyword })
  expect(await asks(' 91430100ma4y20002y ')).toMatchObject({ outcome: 'read', values: { enterpriseName: '长沙岭南矿业有限公司' } })
  for (let at = 1; at < 20; at++) expect(await asks(`第 ${at} 家有限公司`)).toEqual({ outcome: 'notFound', values: {} })
  await expect(asks('再一家有限公司')).rejects.toMatchObject({ reason: 'READING_LIMIT' })
  expect(await asks('91430100MA4Y20002Y')).toMatchObject({ outcome: 'read' })
  mall.clock.forward(86_400_001)
  const before = sandbox.asked.companies
  await mall.renew()
  expect(await asks('91430100MA4Y20002Y')).toMatchObject({ outcome: 'read' })
  expect(sandbox.asked.companies).toBe(before + 1)
})

test('all persons together ask two thousand times in a day', async () => {
  const [zhou, wu] = [await withAgent(), await withAgent()]
  await sql`
    insert into verification_reading (enterprise_id, id, user_id, source, subject_hash, state, asked, at)
    select ${wu.enterpriseId}::uuid, md5('reading ' || n)::uuid, md5('person ' || n)::uuid, 'register', sha256(n::text::bytea), 'NO_ANSWER', true, ${mall.clock.now}
    from generate_series(1, 2000) n`.execute(mall.db)
  const asks = () => zhou.api.verificationReading.findCompany({ keyword: '长沙岭南矿业有限公司' })
  await expect(asks()).rejects.toMatchObject({ reason: 'READING_LIMIT' })
  mall.clock.forward(86_400_001)
  await mall.renew()
  expect(await asks()).toMatchObject({ outcome: 'read' })
})

test('the number of a registration needs no code for an hour, and no longer; another number does', async () => {
  const mobile = '13700000001'
  const scope = { keys: mall.keys, mobile, purpose: 'register', ...createSmsRequester() } as const
  await mall.runInTransaction((tx) => createSmsCodeAndSendAfterCommit(tx, mall.moment(), scope))
  const code = (await mall.texts(mobile)).at(-1)?.facts.code ?? expect.fail('no code was sent')
  const { token, userId, enterpriseId } = await mall
    .guest()
    .api.security.registerByMobileImageCode({ mobile, pwd: 'Mine-2026-own', agree: true, code })
  const zhou = Object.assign(createTestUser(mall.app.http, token), { mobile, userId, enterpriseId, seq: 700 })
  expect((await zhou.api.verificationReading.options({})).verifiedMobile).toBe(mobile)
  const { code: _, ...form } = await agentForm(zhou)
  await expect(zhou.api.verification.agentAuth(form)).rejects.toMatchObject({ reason: 'INVALID_INPUT', detail: { field: 'code' } })
  mall.clock.forward(3_599_000)
  expect(await zhou.api.verification.agentAuth({ ...form, mobile })).toMatchObject({ authStatus: 0 })
  mall.clock.forward(2_000)
  expect((await zhou.api.verificationReading.options({})).verifiedMobile).toBeNull()
})

test('the reviewer sees what was read beside what was submitted, with the differences, also in the history, and it goes with the submission', async () => {
  const zhou = await withAgent()
  const names = { licence: LICENCE, legalIdFront: '法定代表人身份证人像面.png', legalIdBack: '过期的身份证国徽面.png' }
  const ids: Record<string, string> = {}
  for (const [field, name] of Object.entries(names)) ids[field] = await uploads(zhou, name)
  const kinds = { licence: 'licence', legalIdFront: 'idFront', legalIdBack: 'idBack' } as const
  for (const [field, kind] of Object.entries(kinds)) await zhou.api.verificationReading.readPicture({ fileId: ids[field] ?? '', kind })
  await zhou.api.verificationReading.findCompany({ keyword: '长沙岭南矿业有限公司' })
  await zhou.api.verificationReading.findCompany({ keyword: licenceValues.creditCode })
  const form = await enterpriseForm(zhou)
  // As a person would who types another capital, and leaves the address out.
  const submitted = {
    ...form,
    ...ids,
    enterpriseName: '深圳海川隧道工程有限公司 ',
    creditCode: licenceValues.creditCode,
    legalName: '沈海川',
  }
  await zhou.api.verification.enterpriseAuthOnly({ ...submitted, registeredCapital: 5_000, foundDate: '2016-04-18' })
  const ref = await caseOf(zhou)
  const opened = await reviewer.api.consoleVerification.claim(ref)
  const shown = opened.readings.map(({ label, rows }) => [
    label,
    rows.map((row) => `${row.label}|${row.read}|${row.submitted}|${row.result}`),
  ])
  expect(Object.fromEntries(shown)).toEqual({
    营业执照: [
      '企业名称|深圳海川隧道工程有限公司|深圳海川隧道工程有限公司|same',
      '统一社会信用代码|91440300MA5X20001X|91440300MA5X20001X|same',
      '注册资本|3000 万元|5000 万元|different',
      '成立日期|2016-04-18|2016-04-18|same',
      '法定代表人|沈海川|沈海川|same',
      '注册地址|深圳市龙岗区坂田街道环城南路 5 号|null|none',
    ],
    法定代表人身份证人像面: ['姓名|沈海川|沈海川|same', `身份证号|990000197211052021|${form.legalIdNo}|different`],
    法定代表人身份证国徽面: ['有效期至|2023-07-09|null|expired'],
    工商登记: [
      '企业名称|深圳海川隧道工程有限公司|深圳海川隧道工程有限公司|same',
      '统一社会信用代码|91440300MA5X20001X|91440300MA5X20001X|same',
      '注册资本|3000 万元|5000 万元|different',
      '成立日期|2016-04-18|2016-04-18|same',
      '法定代表人|沈海川|沈海川|same',
      '注册地址|深圳市龙岗区坂田街道环城南路 5 号|null|none',
      '登记状态|存续（在营、开业、在册）|null|info',
    ],
  })
  await reviewer.api.consoleVerification.reject({ ...ref, reasons: ['图片不清晰或不完整'] })
  await zhou.api.verification.enterpriseAuthOnly(await enterpriseForm(zhou))
  const next = await reviewer.api.consoleVerification.claim(await caseOf(zhou))
  expect(next.readings).toEqual([])
  const earlier = next.history.find(({ id }) => id === ref.id)?.readings.find(({ source }) => source === 'idFront')
  expect(earlier?.rows.map(({ read, submitted: typed, result }) => [read, typed, result])).toEqual([
    ['沈**', '沈**', 'same'],
    ['990***********2021', `990***********${form.legalIdNo.slice(-4)}`, 'different'],
  ])
  // After thirty days only the submission has them, also in the file of the person.
  mall.clock.forward(31 * 86_400_000)
  await mall.renew()
  await mall.runInTransaction((tx) => deleteOldVerificationReadings(tx, mall.moment(), 30))
  expect(await readings(zhou)).toEqual([])
  expect((await reviewer.api.consoleVerification.view(ref)).readings).toHaveLength(4)
  const row = mall.db.selectFrom('verification_submission').select('readings_masked').where('id', '=', ref.id)
  const masked = (await row.where('enterprise_id', '=', zhou.enterpriseId).executeTakeFirstOrThrow()).readings_masked
  expect(masked).toContainEqual({ label: '法定代表人身份证人像面 身份证号', value: '990***********2021' })
  expect(JSON.stringify(masked)).not.toContain('沈海川')
})

test('the reviewer sees that a paper was not read, and that the company is not in business', async () => {
  const zhou = await withAgent()
  const form = { ...(await enterpriseForm(zhou)), enterpriseName: '湖州旧山凿岩机械有限公司', creditCode: '91330500MA2R20003N' }
  const read = (fileId: string, kind: 'licence' | 'idFront' | 'idBack') => zhou.api.verificationReading.readPicture({ fileId, kind })
  // These pictures say nothing.
  expect(await read(form.licence, 'licence')).toMatchObject({ outcome: 'unreadable' })
  sandbox.faults.quota = 1
  expect(await read(form.legalIdFront, 'idFront')).toMatchObject({ outcome: 'noAnswer' })
  await zhou.api.verificationReading.findCompany({ keyword: form.creditCode })
  sandbox.faults.slowMs = 1_000
  const slow = read(form.legalIdBack, 'idBack')
  await expect.poll(async () => (await readings(zhou)).map(({ state }) => state)).toContain('ASKED')
  await zhou.api.verification.enterpriseAuthOnly(form)
  await slow
  const { readings: shown } = await reviewer.api.consoleVerification.claim(await caseOf(zhou))
  expect(shown.map(({ source, outcome, rows }) => [source, outcome, rows.length])).toEqual([
    ['licence', 'unreadable', 0],
    ['idFront', 'noAnswer', 0],
    ['idBack', 'open', 0],
    ['register', 'read', 7],
  ])
  expect(shown.at(-1)?.rows.at(-1)).toMatchObject({ label: '登记状态', read: '吊销，未注销', submitted: null, result: 'abnormal' })
})
