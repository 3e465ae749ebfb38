import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { deleteExpiredDataAndAddPartitions } from '#server/operations/jobs/retention.ts'
import { recordStaffAccountIntervention } from '#server/people/dual-control/public.ts'
import { createApplicantHelpers, type UnverifiedBuyer } from '#server/platform/testing/applicants.ts'
import { createIdNumber, createUnifiedSocialCreditCode } from '#server/platform/testing/identity-documents.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { measureFastest } from '#server/platform/testing/measure-fastest.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const { newcomer, agentForm, enterpriseForm, seniorForm, reviewer, caseOf, approves, withAgent, uploads } =
  await createApplicantHelpers(mall)
const { list, view, claim, release, approve, reject } = contract.consoleVerification
const admin = await mall.staff('admin')
const third = await mall.staff('reviewer', 'support')
const MINUTE = 60_000
const MILLION = fen(100_000_000)

const waiting = async (): Promise<UnverifiedBuyer> => {
  const zhou = await newcomer()
  await zhou.api.verification.agentAuth(await agentForm(zhou))
  return zhou
}
const atEnterprise = async (): Promise<UnverifiedBuyer> => {
  const zhou = await withAgent()
  await zhou.api.verification.enterpriseAuthOnly(await enterpriseForm(zhou))
  return zhou
}
const atSenior = async (): Promise<UnverifiedBuyer> => {
  const zhou = await atEnterprise()
  await approves(zhou, { baseLimit: fen(10_000_000) })
  await zhou.api.verification.seniorAuthOnly(seniorForm)
  return zhou
}
const query = async (zhou: UnverifiedBuyer) => {
  const { authLevel, authStatus, baseLimit } = await zhou.api.verification.agentQuery({})
  return { authLevel, authStatus, baseLimit }
}
const won = (answers: readonly { code: number }[]) => answers.filter(({ code }) => code === 200).length
const acts = (action: string, objectId: string) =>
  mall.db.selectFrom('audit_log').selectAll().where('action', '=', action).where('object_id', '=', objectId).execute()

describe('the review queue', () => {
  test('shows waiting cases, oldest first, masked, by pages and by step', async () => {
    const [first, second] = [await waiting(), await waiting()]
    mall.clock.forward(MINUTE)
    const last = await atEnterprise()
    const all = await reviewer.api.consoleVerification.list({ state: 'WAIT', pageSize: 100 })
    expect(all.total).toBe(all.dataList.length)
    const times = all.dataList.map(({ submittedAt }) => submittedAt.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const mine = all.dataList.filter(({ enterpriseId }) => [first, second, last].some((one) => one.enterpriseId === enterpriseId))
    expect(mine.map(({ step, company, secondNeeded, claimedBy }) => [step, company, secondNeeded, claimedBy])).toEqual([
      ['agent', '海生****有限公司', false, null],
      ['agent', '海生****有限公司', false, null],
      ['enterprise', '海生****有限公司', false, null],
    ])
    const pages = await Promise.all([1, 2].map((pageNo) => reviewer.api.consoleVerification.list({ state: 'WAIT', pageNo, pageSize: 2 })))
    expect(pages.flatMap(({ dataList }) => dataList.map(({ id }) => id))).toEqual(all.dataList.slice(0, 4).map(({ id }) => id))
    const enterprises = await reviewer.api.consoleVerification.list({ state: 'WAIT', step: 'enterprise' })
    expect(new Set(enterprises.dataList.map(({ step }) => step))).toEqual(new Set(['enterprise']))
    expect(await reviewer.post(list.path, { pageSize: 101 })).toMatchObject({ code: 400 })
    const everything = (await reviewer.api.consoleVerification.list({ pageSize: 100 })).dataList
    expect(everything.map(({ submittedAt }) => -submittedAt.getTime())).toEqual(
      everything.map(({ submittedAt }) => -submittedAt.getTime()).sort((a, b) => a - b),
    )
    expect(
      everything.filter(({ enterpriseId }) => enterpriseId === last.enterpriseId).map(({ step, state }) => `${step} ${state}`),
    ).toEqual(['enterprise WAIT', 'agent PASS'])
  })

  test('is read through its index, however many cases are decided', async () => {
    const { enterpriseId } = await waiting()
    const owner = new pg.Client({ connectionString: mall.ownerUrl })
    await owner.connect()
    await owner.query(
      `insert into verification_submission (enterprise_id, id, step, state, user_id, sealed, masked, company_masked, checks, submitted_at, expected_day)
       select enterprise_id, gen_random_uuid(), step, 'PASS', user_id, sealed, masked, company_masked, checks, submitted_at, expected_day
       from verification_submission, generate_series(1, 20000) where enterprise_id = $1`,
      [enterpriseId],
    )
    await owner.query('analyze verification_submission')
    await owner.end()
    const plan = async (of: string) =>
      JSON.stringify((await mall.pool.query(`explain select * from verification_submission where ${of} limit 20`)).rows)
    expect(await plan(`state = 'WAIT' order by submitted_at, id`)).toContain('verification_queue')
    expect(await plan(`state <> 'HELD' order by submitted_at desc, id desc`)).toContain('verification_all')
    const page = () => reviewer.api.consoleVerification.list({ state: 'PASS', pageNo: 100, pageSize: 100 })
    expect((await page()).dataList).toHaveLength(100)
    expect(await measureFastest(300, page)).toBeLessThan(300)
  })

  test('is for reviewers alone', async () => {
    const zhou = await waiting()
    const ref = await caseOf(zhou)
    for (const person of [zhou, mall.guest()])
      for (const { path } of [list, claim, release, approve, reject]) expect(await person.post(path, ref)).toMatchObject({ code: 510 })
    const finance = await mall.staff('finance', 'support', 'warehouse', 'catalogue')
    for (const { path } of [list, claim, release, approve, reject]) expect(await finance.post(path, ref)).toMatchObject({ code: 403 })
  })
})

describe('a claim of a case', () => {
  test('shows the case in clear with its pictures, checks and history, and every access is logged', async () => {
    const zhou = await withAgent()
    const form = await enterpriseForm(zhou)
    await zhou.api.verification.enterpriseAuthOnly(form)
    const ref = await caseOf(zhou)
    const opened = await reviewer.api.consoleVerification.claim(ref)
    expect(opened).toMatchObject({ mine: true, claimedBy: 'reviewer', claimedUntil: new Date(mall.clock.now.getTime() + 30 * MINUTE) })
    expect(opened.facts).toEqual([
      { label: '企业名称', value: form.enterpriseName },
      { label: '统一社会信用代码', value: form.creditCode },
      { label: '注册资本', value: '500 万元' },
      { label: '成立日期', value: '2015-06-30' },
      { label: '法定代表人', value: '周大海' },
      { label: '法定代表人身份证号', value: form.legalIdNo },
    ])
    expect(opened.pictures.map(({ fileId }) => fileId)).toEqual([form.licence, form.legalIdFront, form.legalIdBack])
    expect(opened.checks.map(({ name, passed, note }) => `${name} ${passed} ${note}`)).toEqual([
      '统一社会信用代码校验（GB 32100） true 校验码正确',
      '法定代表人身份证号校验（GB 11643） true 校验码正确',
      '法定代表人年满 18 周岁 true 61 周岁',
      '企业名称与经办人所填公司 true 一致',
      '信用代码的机构类别与公司性质 true 与“民营企业”相符',
      '统一社会信用代码重复使用 true 没有重复',
      '法定代表人身份证号重复使用 true 没有重复',
    ])
    expect(opened.history.map(({ step, state }) => `${step} ${state}`)).toEqual(['enterprise WAIT', 'agent PASS'])
    await reviewer.api.consoleVerification.claim(ref)
    const lines = await acts('open verification case', ref.id)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatchObject({ actor_kind: 'staff', enterprise_id: zhou.enterpriseId, object_kind: 'verification', outcome: 'ok' })
    expect(JSON.stringify(lines)).not.toContain(form.creditCode)
  })

  test('is not needed by the auditor, who sees the case in clear with every access logged', async () => {
    const ref = await caseOf(await atEnterprise())
    const auditor = await mall.staff('auditor')
    expect((await auditor.post(claim.path, ref)).code).toBe(403)
    const seen = await auditor.api.consoleVerification.view(ref)
    expect([seen.mine, seen.claimedBy, seen.facts.length > 0]).toEqual([false, null, true])
    const [picture] = seen.pictures
    await auditor.api.consoleFiles.view({ enterpriseId: ref.enterpriseId, fileId: picture?.fileId ?? '', purpose: 'audit' })
    // Nobody is kept from the case, and it can be seen when it is decided.
    await reviewer.api.consoleVerification.claim(ref)
    await reviewer.api.consoleVerification.reject({ ...ref, reasons: ['图片不清晰或不完整'] })
    expect(await auditor.api.consoleVerification.view(ref)).toMatchObject({ state: 'FAIL' })
    expect(await auditor.post(view.path, { ...ref, id: crypto.randomUUID() })).toMatchObject({
      reason: 'CASE_NOT_FOUND',
    })
    const looks = async (filter: object) =>
      (await auditor.api.consoleDocumentView.list({ enterpriseId: ref.enterpriseId, ...filter })).dataList.map(
        ({ actorName, actionName }) => [actorName, actionName],
      )
    const opened = '打开认证资料明文'
    expect((await looks({})).slice(0, 4)).toEqual([
      ['auditor', opened],
      ['reviewer', opened],
      ['auditor', '审核人员查看证件'],
      ['auditor', opened],
    ])
    expect(await looks({ paper: 'payment' })).toEqual([])
    expect((await reviewer.post(contract.consoleDocumentView.list.path, {})).code).toBe(403)
  })

  test('shows mismatches: another company name, a wrong kind of code, an underage legal person, reused numbers', async () => {
    const [zhou, wu] = [await withAgent(), await atEnterprise()]
    const other = await reviewer.api.consoleVerification.claim(await caseOf(wu))
    const typed = (label: string) => other.facts.find((fact) => fact.label === label)?.value ?? ''
    await reviewer.api.consoleVerification.release(await caseOf(wu))
    const form = await enterpriseForm(zhou)
    await zhou.api.verification.enterpriseAuthOnly({
      ...form,
      enterpriseName: '别家矿业有限公司',
      foundDate: '2026-11-18',
      creditCode: typed('统一社会信用代码'),
      legalIdNo: typed('法定代表人身份证号'),
    })
    const { checks } = await reviewer.api.consoleVerification.claim(await caseOf(zhou))
    expect(checks.filter(({ passed }) => !passed).map(({ name, note }) => `${name} ${note}`)).toEqual([
      `企业名称与经办人所填公司 经办人填写的是“海生矿业${zhou.seq}有限公司”`,
      '统一社会信用代码重复使用 另有 1 家企业：海生****有限公司',
      '法定代表人身份证号重复使用 另有 1 家企业：海生****有限公司',
    ])
    const li = await withAgent()
    const odd = { creditCode: createUnifiedSocialCreditCode('92440300MA5000001'), legalIdNo: createIdNumber('2010-01-01', 1) }
    await li.api.verification.enterpriseAuthOnly({ ...(await enterpriseForm(li)), ...odd })
    const opened = await reviewer.api.consoleVerification.claim(await caseOf(li))
    expect(opened.checks.filter(({ passed }) => !passed).map(({ name, note }) => `${name} ${note}`)).toEqual([
      '法定代表人年满 18 周岁 16 周岁',
      '信用代码的机构类别与公司性质 与“民营企业”不符',
    ])
  })

  test('lasts half an hour, during which nobody else can claim, decide or release the case', async () => {
    const ref = await caseOf(await waiting())
    await reviewer.api.consoleVerification.claim(ref)
    const words = { ...ref, reasons: ['身份证已过期'] }
    for (const [call, body] of [
      [claim, ref],
      [release, ref],
      [approve, ref],
      [reject, words],
    ] as const)
      expect(await admin.post(call.path, body)).toMatchObject({ code: 409, reason: 'CASE_TAKEN' })
    expect(
      (await admin.api.consoleVerification.list({ state: 'WAIT', pageSize: 100 })).dataList.find(({ id }) => id === ref.id)?.claimedBy,
    ).toBe('reviewer')
    mall.clock.forward(30 * MINUTE - 1)
    expect(await admin.post(claim.path, ref)).toMatchObject({ reason: 'CASE_TAKEN' })
    mall.clock.forward(1)
    expect(
      (await admin.api.consoleVerification.list({ state: 'WAIT', pageSize: 100 })).dataList.find(({ id }) => id === ref.id)?.claimedBy,
    ).toBeNull()
    // Who has let his claim run out decides nothing any more.
    expect(await reviewer.post(approve.path, ref)).toMatchObject({ code: 409, reason: 'CASE_NOT_CLAIMED' })
    await admin.api.consoleVerification.claim(ref)
    expect(await reviewer.post(approve.path, ref)).toMatchObject({ reason: 'CASE_TAKEN' })
    expect(await admin.api.consoleVerification.approve(ref)).toEqual({ done: true })
  })

  test('by its holder again restarts the time, and released the case is free', async () => {
    const ref = await caseOf(await waiting())
    await reviewer.api.consoleVerification.claim(ref)
    mall.clock.forward(20 * MINUTE)
    await reviewer.api.consoleVerification.claim(ref)
    mall.clock.forward(20 * MINUTE)
    expect(await admin.post(claim.path, ref)).toMatchObject({ reason: 'CASE_TAKEN' })
    await reviewer.api.consoleVerification.release(ref)
    await reviewer.api.consoleVerification.release(ref)
    expect(await reviewer.post(reject.path, { ...ref, reasons: ['身份证已过期'] })).toMatchObject({ reason: 'CASE_NOT_CLAIMED' })
    expect((await admin.post(claim.path, ref)).code).toBe(200)
  })

  test('by three reviewers thirty times at once succeeds for one person in every case', async () => {
    for (let round = 0; round < 8; round++) {
      const ref = await caseOf(await waiting())
      const people = [reviewer, admin, third]
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, at) => (people[at % 3] as TestUser).post(claim.path, ref).then((answer) => ({ at, ...answer }))),
      )
      const holders = new Set(answers.filter(({ code }) => code === 200).map(({ at }) => at % 3))
      expect(holders.size).toBe(1)
      for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer.reason).toBe('CASE_TAKEN')
      const winner = people[[...holders][0] ?? 0] as TestUser
      const decided = await Promise.all(people.map((one) => one.post(approve.path, ref)))
      expect(won(decided)).toBe(1)
      expect(decided[people.indexOf(winner)]?.code).toBe(200)
    }
  })

  // N1
  test('of a missing case, one of another enterprise or a decided one is refused', async () => {
    const [zhou, wu] = [await waiting(), await waiting()]
    const ref = await caseOf(zhou)
    const nowhere = '0198c9a0-0000-7000-8000-000000000000'
    for (const wrong of [
      { ...ref, id: nowhere },
      { ...ref, enterpriseId: nowhere },
      { ...ref, enterpriseId: wu.enterpriseId },
    ])
      expect(await reviewer.post(claim.path, wrong)).toMatchObject({ code: 404, reason: 'CASE_NOT_FOUND' })
    await approves(zhou)
    for (const { path } of [claim, release, approve])
      expect(await reviewer.post(path, ref)).toMatchObject({
        code: 409,
        reason: 'VERIFICATION_STATE',
        msg: expect.stringMatching(/已于 \d\d:\d\d 通过这项认证$/),
      })
  })
})

describe('an approval', () => {
  test('of the operator raises the level at once in open sessions and grants no limit', async () => {
    const zhou = await waiting()
    const ref = await caseOf(zhou)
    await reviewer.api.consoleVerification.claim(ref)
    expect(await reviewer.post(approve.path, { ...ref, baseLimit: 100 })).toMatchObject({ code: 400, detail: { field: 'baseLimit' } })
    await reviewer.api.consoleVerification.approve(ref)
    expect(await zhou.api.user.detail({})).toMatchObject({ authLevel: 1, authStatus: 1, hasAuthed: true, agentName: '周海生' })
    expect(await query(zhou)).toEqual({ authLevel: 1, authStatus: 1, baseLimit: null })
  })

  test('of the enterprise sets its name, needs a limit, and opens the credit account with it', async () => {
    const zhou = await atEnterprise()
    const ref = await caseOf(zhou)
    await reviewer.api.consoleVerification.claim(ref)
    expect(await reviewer.post(approve.path, ref)).toMatchObject({ code: 422, reason: 'LIMIT_MISSING', detail: { field: 'baseLimit' } })
    await reviewer.api.consoleVerification.approve({ ...ref, baseLimit: fen(12_345_600) })
    expect(await zhou.api.user.detail({})).toMatchObject({ authLevel: 2, authStatus: 4, enterpriseName: `海生矿业${zhou.seq}有限公司` })
    expect(await zhou.api.account.account({})).toMatchObject({ creditBaseAmount: 12_345_600, creditUseableAmount: 12_345_600 })
    const detail = await admin.api.consoleEnterprise.detail({ enterpriseId: zhou.enterpriseId })
    expect(detail.limitChanges).toMatchObject([{ kind: 'base', limit: 12_345_600, reason: '企业认证通过' }])
  })

  test('with a limit of zero leaves the credit account closed', async () => {
    const zhou = await atEnterprise()
    await approves(zhou, { baseLimit: fen(0) })
    expect([await query(zhou), await zhou.api.account.account({})]).toEqual([{ authLevel: 2, authStatus: 4, baseLimit: null }, null])
  })

  test('of the senior step changes the limit and is the last', async () => {
    const zhou = await atSenior()
    expect(await query(zhou)).toEqual({ authLevel: 2, authStatus: 6, baseLimit: 10_000_000 })
    await approves(zhou, { baseLimit: fen(50_000_000) })
    expect(await query(zhou)).toEqual({ authLevel: 3, authStatus: 7, baseLimit: 50_000_000 })
    expect(await zhou.post(contract.verification.seniorAuthOnly.path, seniorForm)).toMatchObject({ reason: 'VERIFICATION_STATE' })
  })

  test('notifies the submitter and the main account once each', async () => {
    const zhou = await atEnterprise()
    await approves(zhou, { baseLimit: fen(10_000_000) })
    const sub = await mall.subAccount(Object.assign(zhou, { addressId: '' }), ['applyLimit'])
    await sub.api.verification.seniorAuthOnly(seniorForm)
    await approves(zhou, { baseLimit: fen(20_000_000) })
    const received = async (person: TestUser) =>
      (await person.api.message.list({})).dataList.map(({ title, messageContent }) => `${title} ${messageContent}`)
    expect(await received(sub)).toEqual(['高级认证已通过 您的高级认证已通过审核。赊销账户已开通，固定额度 ¥200,000.00。'])
    expect(await received(zhou)).toEqual([
      '高级认证已通过 您的高级认证已通过审核。赊销账户已开通，固定额度 ¥200,000.00。',
      '企业认证已通过 您的企业认证已通过审核。赊销账户已开通，固定额度 ¥100,000.00。完成高级认证可申请更高额度。',
      '经办人认证已通过 您的经办人认证已通过审核。请继续完成企业认证。',
    ])
  })

  test('sent twenty times at once by its holder causes one approval, one limit and one message', async () => {
    const zhou = await atEnterprise()
    const ref = await caseOf(zhou)
    await reviewer.api.consoleVerification.claim(ref)
    const answers = await Promise.all(Array.from({ length: 20 }, () => reviewer.post(approve.path, { ...ref, baseLimit: 5000 })))
    expect(won(answers)).toBe(1)
    for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer.reason).toBe('VERIFICATION_STATE')
    const { limitChanges } = await admin.api.consoleEnterprise.detail({ enterpriseId: zhou.enterpriseId })
    expect(limitChanges).toHaveLength(1)
    expect((await zhou.api.message.list({})).total).toBe(2)
  })

  test('and a rejection at once end as one of the two', async () => {
    for (let round = 0; round < 8; round++) {
      const zhou = await waiting()
      const ref = await caseOf(zhou)
      await reviewer.api.consoleVerification.claim(ref)
      const answers = await Promise.all([
        reviewer.post(approve.path, ref),
        reviewer.post(reject.path, { ...ref, reasons: ['身份证已过期'] }),
      ])
      expect(won(answers)).toBe(1)
      expect((await query(zhou)).authStatus).toBe(answers[0]?.code === 200 ? 1 : 2)
    }
  })

  // D6
  test('of two enterprises with one credit code at the same time succeeds for one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const [zhou, wu] = [await atEnterprise(), await withAgent()]
      const opened = await reviewer.api.consoleVerification.claim(await caseOf(zhou))
      const creditCode = opened.facts.find(({ label }) => label === '统一社会信用代码')?.value ?? ''
      await wu.api.verification.enterpriseAuthOnly({ ...(await enterpriseForm(wu)), creditCode })
      const refs = [await caseOf(zhou), await caseOf(wu)]
      for (const ref of refs) await reviewer.api.consoleVerification.claim(ref)
      const answers = await Promise.all(refs.map((ref) => reviewer.post(approve.path, { ...ref, baseLimit: 0 })))
      expect(won(answers)).toBe(1)
      expect(answers.find(({ code }) => code !== 200)).toMatchObject({ code: 422, reason: 'CREDIT_CODE_TAKEN' })
      expect([(await query(zhou)).authLevel, (await query(wu)).authLevel].sort()).toEqual([1, 2])
    }
  })
})

// D5: two people for limits above a set sum.
describe('a limit above a million', () => {
  const approvedBy = (person: TestUser, ref: { enterpriseId: string; id: string }, baseLimit?: number) =>
    person.post(approve.path, { ...ref, ...(baseLimit === undefined ? {} : { baseLimit }) })

  test('of exactly a million needs one person', async () => {
    const zhou = await atEnterprise()
    expect(await approves(zhou, { baseLimit: MILLION })).toEqual({ done: true })
  })

  test('is set by two different people, and until then nothing is approved', async () => {
    const zhou = await atSenior()
    const ref = await caseOf(zhou)
    await reviewer.api.consoleVerification.claim(ref)
    expect(await approvedBy(reviewer, ref, 1_000_000.01)).toMatchObject({ code: 200, data: { done: false } })
    expect(await query(zhou)).toEqual({ authLevel: 2, authStatus: 6, baseLimit: 10_000_000 })
    expect((await zhou.api.message.list({})).total).toBe(2)
    const row = (await admin.api.consoleVerification.list({ state: 'WAIT', pageSize: 100 })).dataList.find(({ id }) => id === ref.id)
    expect(row).toMatchObject({ secondNeeded: true, claimedBy: null })
    await reviewer.api.consoleVerification.claim(ref)
    expect(await approvedBy(reviewer, ref)).toMatchObject({ code: 409, reason: 'SECOND_PERSON_NEEDED' })
    expect(await approvedBy(reviewer, ref, 1_000_000.01)).toMatchObject({ reason: 'SECOND_PERSON_NEEDED' })
    await reviewer.api.consoleVerification.release(ref)
    expect((await admin.api.consoleVerification.claim(ref)).proposedLimit).toBe(100_000_001)
    expect(await approvedBy(admin, ref)).toMatchObject({ code: 200, data: { done: true } })
    expect(await query(zhou)).toEqual({ authLevel: 3, authStatus: 7, baseLimit: 100_000_001 })
  })

  test('is not named for a company in a group, whose limit stays its share', async () => {
    const zhou = await atSenior()
    const ref = await caseOf(zhou)
    await (await mall.staff('finance')).api.consoleCompanyGroup.create({ enterpriseId: zhou.enterpriseId, name: '周氏集团' })
    const { group } = await reviewer.api.consoleVerification.claim(ref)
    expect(group).toEqual({ name: '周氏集团', share: 10_000_000 })
    expect(await approvedBy(reviewer, ref, 1_000_000.01)).toMatchObject({ code: 200, data: { done: true } })
    expect(await query(zhou)).toEqual({ authLevel: 3, authStatus: 7, baseLimit: 10_000_000 })
  })

  test('is not approved with an account that the first approver has created', async () => {
    const zhou = await atSenior()
    const ref = await caseOf(zhou)
    const puppet = await mall.staff('reviewer', 'warehouse')
    const [maker, made] = [await reviewer.api.staff.me({}), await puppet.api.staff.me({})]
    await mall.runInTransaction((tx) =>
      recordStaffAccountIntervention(tx, mall.moment(), { staffId: made.staffId, byId: maker.staffId, kind: 'created' }),
    )
    await reviewer.api.consoleVerification.claim(ref)
    await approvedBy(reviewer, ref, 2_000_000)
    await puppet.api.consoleVerification.claim(ref)
    expect(await approvedBy(puppet, ref)).toMatchObject({ code: 409, reason: 'SECOND_PERSON_TIED' })
    expect(await query(zhou)).toEqual({ authLevel: 2, authStatus: 6, baseLimit: 10_000_000 })
  })

  test('changed by the second person needs another approval; one below the threshold needs nobody else', async () => {
    const zhou = await atSenior()
    const ref = await caseOf(zhou)
    for (const [person, limit, answer] of [
      [reviewer, 2_000_000, { data: { done: false } }],
      [admin, 3_000_000, { data: { done: false } }],
      [reviewer, 2_500_000, { data: { done: false } }],
      [third, 800_000, { data: { done: true } }],
    ] as const) {
      await person.api.consoleVerification.claim(ref)
      expect(await approvedBy(person, ref, limit)).toMatchObject(answer)
    }
    expect(await query(zhou)).toEqual({ authLevel: 3, authStatus: 7, baseLimit: 80_000_000 })
  })

  test('is not bypassed by approving twice at once', async () => {
    for (let round = 0; round < 5; round++) {
      const zhou = await atSenior()
      const ref = await caseOf(zhou)
      await reviewer.api.consoleVerification.claim(ref)
      const answers = await Promise.all(Array.from({ length: 10 }, () => approvedBy(reviewer, ref, 2_000_000)))
      expect(answers.filter(({ data }) => (data as { done?: boolean } | null)?.done)).toEqual([])
      expect(await query(zhou)).toEqual({ authLevel: 2, authStatus: 6, baseLimit: 10_000_000 })
    }
  })

  test('is discarded when the case is rejected', async () => {
    const zhou = await atSenior()
    const ref = await caseOf(zhou)
    await reviewer.api.consoleVerification.claim(ref)
    await approvedBy(reviewer, ref, 2_000_000)
    await admin.api.consoleVerification.claim(ref)
    await admin.api.consoleVerification.reject({ ...ref, reasons: ['经营信息不完整'] })
    await zhou.api.verification.seniorAuthOnly(seniorForm)
    const anew = await caseOf(zhou)
    expect((await admin.api.consoleVerification.claim(anew)).proposedLimit).toBeNull()
    expect(await approvedBy(admin, anew, 2_000_000)).toMatchObject({ data: { done: false } })
  })
})

describe('a rejection', () => {
  const turnsDown = async (zhou: UnverifiedBuyer, reasons: string[], opinion = '') => {
    const ref = await caseOf(zhou)
    await reviewer.api.consoleVerification.claim(ref)
    await reviewer.api.consoleVerification.reject({ ...ref, reasons, opinion })
  }

  test('has reasons from the list of its step, and a comment', async () => {
    const zhou = await waiting()
    const ref = await caseOf(zhou)
    await reviewer.api.consoleVerification.claim(ref)
    for (const reasons of [[], ['不喜欢'], ['营业执照已过期'], ['身份证已过期', '不喜欢'], ['<b>x</b>']])
      expect(await reviewer.post(reject.path, { ...ref, reasons })).toMatchObject({ code: 400, detail: { field: 'reasons' } })
    const words = { opinion: '请重新拍摄', reasons: ['身份证已过期', '身份证照片不清晰', '身份证已过期'] }
    await reviewer.api.consoleVerification.reject({ ...ref, ...words })
    const { latest, ...now } = await zhou.api.verification.agentQuery({})
    expect(now).toMatchObject({ authLevel: 0, authStatus: 2 })
    expect(latest).toMatchObject([
      { state: 'FAIL', reasons: ['身份证照片不清晰', '身份证已过期'], opinion: '请重新拍摄', reviewedAt: mall.clock.now },
    ])
    expect((await zhou.api.message.list({})).dataList).toMatchObject([
      {
        title: '经办人认证未通过',
        messageContent: '抱歉，您的经办人认证未通过审核：身份证照片不清晰；身份证已过期；请重新拍摄。请修改后重新提交，或联系客服。',
      },
    ])
  })

  test('of any step allows a new submission, and every submission stays unchanged in the history', async () => {
    const zhou = await waiting()
    await turnsDown(zhou, ['身份证已过期'])
    await zhou.api.verification.agentAuth(await agentForm(zhou))
    await approves(zhou)
    await zhou.api.verification.enterpriseAuthOnly(await enterpriseForm(zhou))
    await turnsDown(zhou, ['营业执照已过期', '营业执照名称与申请企业不一致'])
    expect(await query(zhou)).toEqual({ authLevel: 1, authStatus: 5, baseLimit: null })
    await zhou.api.verification.enterpriseAuthOnly(await enterpriseForm(zhou))
    await approves(zhou, { baseLimit: fen(100) })
    await zhou.api.verification.seniorAuthOnly(seniorForm)
    await turnsDown(zhou, ['经营信息不完整'])
    expect(await query(zhou)).toEqual({ authLevel: 2, authStatus: 8, baseLimit: 100 })
    await zhou.api.verification.seniorAuthOnly(seniorForm)
    await approves(zhou, { baseLimit: fen(200) })
    const track = await zhou.api.verification.enterpriseAuthApproveTrack({})
    expect(track.map(({ step, state, reasons }) => [step, state, ...reasons])).toEqual([
      ['senior', 'PASS'],
      ['senior', 'FAIL', '经营信息不完整'],
      ['enterprise', 'PASS'],
      ['enterprise', 'FAIL', '营业执照已过期', '营业执照名称与申请企业不一致'],
      ['agent', 'PASS'],
      ['agent', 'FAIL', '身份证已过期'],
    ])
    const { latest } = await zhou.api.verification.agentQuery({})
    expect(latest.map(({ step, state }) => `${step} ${state}`)).toEqual(['agent PASS', 'enterprise PASS', 'senior PASS'])
  })

  // D5
  test('concurrent with a new submission refuses or accepts it consistently, and nothing is lost', async () => {
    for (let round = 0; round < 6; round++) {
      const zhou = await atEnterprise()
      const form = await enterpriseForm(zhou)
      const ref = await caseOf(zhou)
      await reviewer.api.consoleVerification.claim(ref)
      const [rejected, submitted] = await Promise.all([
        reviewer.post(reject.path, { ...ref, reasons: ['营业执照已过期'] }),
        zhou.post(contract.verification.enterpriseAuthOnly.path, form),
      ])
      expect(rejected.code).toBe(200)
      expect([200, 409]).toContain(submitted.code)
      expect((await query(zhou)).authStatus).toBe(submitted.code === 200 ? 3 : 5)
      const states = (await zhou.api.verification.enterpriseAuthApproveTrack({})).map(({ state }) => state)
      expect(states).toEqual(submitted.code === 200 ? ['WAIT', 'FAIL', 'PASS'] : ['FAIL', 'PASS'])
    }
  })
})

test('a reviewer sees the documents of a case, another enterprise never does', async () => {
  const [zhou, wu] = [await newcomer(), await newcomer()]
  const form = await agentForm(zhou)
  await zhou.api.verification.agentAuth(form)
  const { pictures } = await reviewer.api.consoleVerification.claim(await caseOf(zhou))
  const [photo] = pictures
  expect(photo).toEqual({ label: '身份证照片', fileId: form.idPhoto })
  const seen = await reviewer.api.consoleFiles.view({ enterpriseId: zhou.enterpriseId, fileId: form.idPhoto, purpose: 'review' })
  expect(seen.type).toMatch(/^image\//)
  expect(await wu.post(contract.files.viewFile.path, { fileId: form.idPhoto })).toMatchObject({ code: 404 })
  expect(await uploads(wu, 'idPhoto')).not.toBe(form.idPhoto)
})

test('documents of a rejection are deleted after a month, its reasons stay; those of an approval stay', async () => {
  const [zhou, wu] = [await waiting(), await newcomer()]
  await approves(zhou)
  const form = await agentForm(wu)
  await wu.api.verification.agentAuth(form)
  const ref = await caseOf(wu)
  await reviewer.api.consoleVerification.claim(ref)
  await reviewer.api.consoleVerification.reject({ ...ref, reasons: ['身份证已过期'] })
  const left = async () => {
    const rows = await mall.db.selectFrom('file').select('id').where('enterprise_id', 'in', [zhou.enterpriseId, wu.enterpriseId]).execute()
    return { rows: rows.length, stored: (await mall.services.files.get(form.idPhoto)) !== undefined }
  }
  mall.clock.forward(30 * ONE_DAY_MS - 1)
  await deleteExpiredDataAndAddPartitions(mall.db, mall.moment(), mall.services.files)
  expect(await left()).toEqual({ rows: 2, stored: true })
  mall.clock.forward(1)
  await deleteExpiredDataAndAddPartitions(mall.db, mall.moment(), mall.services.files)
  expect(await left()).toEqual({ rows: 1, stored: false })
  const again = await mall.logsIn(wu.mobile)
  expect(await again.api.verification.enterpriseAuthApproveTrack({})).toMatchObject([{ state: 'FAIL', reasons: ['身份证已过期'] }])
})

test('afterwards all ledger invariants hold', async () => expect(await mall.findInvariantBreaches()).toEqual({}))
