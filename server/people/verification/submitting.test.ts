import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { verificationLifecycle } from '#contract/people/verification/verification-lifecycle.ts'
import { findLifecycleErrors } from '#contract/platform/core/lifecycle.ts'
import { fen } from '#contract/platform/core/money.ts'
import { readPublishedAgreement } from '#server/content/content/public.ts'
import { createApplicantHelpers, type UnverifiedBuyer } from '#server/platform/testing/applicants.ts'
import { createIdNumber, createUnifiedSocialCreditCode } from '#server/platform/testing/identity-documents.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { newcomer, agentForm, enterpriseForm, seniorForm, uploads, approves, withAgent, codeFor, newMobile, caseOf, reviewer } =
  await createApplicantHelpers(mall)
const { agentAuth, enterpriseAuthOnly, seniorAuth, seniorAuthOnly } = contract.verification
const STATE = { status: 200, code: 409, reason: 'VERIFICATION_STATE' }

const rowsOf = ({ enterpriseId }: UnverifiedBuyer) =>
  mall.db
    .selectFrom('verification_submission')
    .select(['id', 'step', 'state', 'sealed', 'masked', 'company_masked', 'checks'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('id')
    .execute()

test('the lifecycle of a verification is well formed', () => expect(findLifecycleErrors(verificationLifecycle)).toEqual([]))

describe('the operator step', () => {
  test('is submitted and waits, and the enterprise sees it masked with the day by which it is reviewed', async () => {
    const zhou = await newcomer()
    expect(await zhou.api.verification.agentQuery({})).toEqual({ authLevel: 0, authStatus: null, latest: [], baseLimit: null })
    const form = await agentForm(zhou)
    // 2026-11-18 is a Wednesday; no holiday is near.
    expect(await zhou.api.verification.agentAuth(form)).toEqual({ authStatus: 0, expectedDay: '2026-11-25' })
    const { latest, ...now } = await zhou.api.verification.agentQuery({})
    expect(now).toEqual({ authLevel: 0, authStatus: 0, baseLimit: null })
    expect(latest).toMatchObject([
      { step: 'agent', state: 'WAIT', expectedDay: '2026-11-25', reviewedAt: null, reasons: [], opinion: null },
    ])
    expect(latest[0]?.facts.slice(0, 4)).toEqual([
      { label: '姓名', value: '周**' },
      { label: '身份证号', value: `990***********${form.idNo.slice(-4)}` },
      { label: '手机号', value: `139****${form.mobile.slice(-4)}` },
      { label: '公司名称', value: '海生****有限公司' },
    ])
    expect(await zhou.api.user.detail({})).toMatchObject({ authStatus: 0, authLevel: 0, hasAuthed: false })
  })

  test('leaves no number and no name in clear in the database or the audit log', async () => {
    const zhou = await newcomer()
    const form = await agentForm(zhou)
    await zhou.api.verification.agentAuth(form)
    const acts = await mall.db.selectFrom('audit_log').selectAll().where('enterprise_id', '=', zhou.enterpriseId).execute()
    expect(acts.map(({ action }) => action)).toContain('submit verification')
    const text = JSON.stringify([await rowsOf(zhou), acts], (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    for (const secret of [form.idNo, form.mobile, form.name, form.companyName, form.code]) expect(text).not.toContain(secret)
    const wu = await withAgent()
    const { creditCode, legalIdNo, legalName, ...enterprise } = await enterpriseForm(wu)
    await wu.api.verification.enterpriseAuthOnly({ creditCode, legalIdNo, legalName, ...enterprise })
    const kept = JSON.stringify(await rowsOf(wu))
    for (const secret of [creditCode, legalIdNo, legalName]) expect(kept).not.toContain(secret)
  })

  test('needs consent to process the documents, stored with text, version, time and address', async () => {
    const zhou = await newcomer()
    await zhou.api.verification.agentAuth(await agentForm(zhou))
    const rows = await mall.db.selectFrom('consent').selectAll().where('enterprise_id', '=', zhou.enterpriseId).execute()
    const { version, hash } = await readPublishedAgreement(mall.db, 7)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      expect(row).toMatchObject({ kind: 'papers', text_version: version, text_hash: hash, ip: '127.0.0.1', at: mall.clock.now })
    const form = await agentForm(await newcomer())
    expect(await zhou.post(agentAuth.path, { ...form, consent: false })).toMatchObject({ code: 400, detail: { field: 'consent' } })
  })

  // D7
  test.each([
    ['a wrong check digit', { idNo: '990000199005060012' }, 'INVALID_INPUT', 'idNo'],
    ['a birthday that is no day', { idNo: createIdNumber('1990-02-28', 1).replace('0228', '0230') }, 'INVALID_INPUT', 'idNo'],
    ['a birthday ahead', { idNo: createIdNumber('2026-11-19', 1) }, 'INVALID_INPUT', 'idNo'],
    ['the day before the eighteenth birthday', { idNo: createIdNumber('2008-11-19', 1) }, 'TOO_YOUNG', 'idNo'],
    ['an entry that lies ahead', { entryDate: '2026-11-19' }, 'DAY_AHEAD', 'entryDate'],
    ['a day that never was', { entryDate: '1900-02-30' }, 'INVALID_INPUT', 'entryDate'],
    ['no photo', { idPhoto: '' }, 'INVALID_INPUT', 'idPhoto'],
    ['an industry of his own', { industry: '煤' }, 'INVALID_INPUT', 'industry'],
    ['fields that decide', { authLevel: 3 }, 'INVALID_INPUT', 'authLevel'],
    ['another company', { enterpriseId: '0198c9a0-0000-7000-8000-000000000000' }, 'INVALID_INPUT', 'enterpriseId'],
  ])('with %s is refused at the field, and the code is not consumed', async (_, wrong, reason, field) => {
    const zhou = await newcomer()
    const form = await agentForm(zhou)
    expect(await zhou.post(agentAuth.path, { ...form, ...wrong })).toMatchObject({ status: 200, reason, detail: { field } })
    expect(await rowsOf(zhou)).toEqual([])
    expect((await zhou.post(agentAuth.path, form)).code).toBe(200)
  })

  test('is accepted from the eighteenth birthday on, and full-width digits, blanks and a small x are normalised', async () => {
    const zhou = await newcomer()
    const idNo = Array.from({ length: 99 }, (_, seq) => createIdNumber('2008-11-18', seq)).find((number) => number.endsWith('X')) ?? ''
    const typed = ` ${[...idNo.slice(0, 17)].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')} x`
    expect((await zhou.post(agentAuth.path, { ...(await agentForm(zhou)), idNo: typed })).code).toBe(200)
    expect((await reviewer.api.consoleVerification.claim(await caseOf(zhou))).facts).toContainEqual({ label: '身份证号', value: idNo })
  })

  // C4, C5
  test('verifies the mobile of the operator with a code for this purpose, in five tries', async () => {
    const zhou = await newcomer()
    const form = await agentForm(zhou)
    const wrong = form.code === '000000' ? '000001' : '000000'
    expect(await zhou.post(agentAuth.path, { ...form, mobile: newMobile() })).toMatchObject({ reason: 'SMS_CODE_EXPIRED' })
    for (let tries = 0; tries < 5; tries++)
      expect(await zhou.post(agentAuth.path, { ...form, code: wrong })).toMatchObject({
        reason: 'SMS_CODE_WRONG',
        detail: { field: 'code' },
      })
    expect(await zhou.post(agentAuth.path, form)).toMatchObject({ reason: 'SMS_CODE_EXPIRED' })
    expect(await rowsOf(zhou)).toEqual([])
  })

  // D5
  test('sent ten times at once is submitted once, and not again while it is in review', async () => {
    const zhou = await newcomer()
    const forms = await Promise.all(Array.from({ length: 10 }, () => agentForm(zhou)))
    const answers = await Promise.all(forms.map((form) => zhou.post(agentAuth.path, form)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer).toMatchObject(STATE)
    expect(await rowsOf(zhou)).toMatchObject([{ step: 'agent', state: 'WAIT' }])
    const another = await agentForm(zhou)
    expect(await zhou.post(agentAuth.path, another)).toMatchObject(STATE)
    // What was refused for its state has cost no code.
    await expect(
      mall.db.selectFrom('sms_code').select('tries').where('mobile_hmac', '=', mall.keys.hmac('mobile', another.mobile)).execute(),
    ).resolves.toEqual([{ tries: 0 }])
  })
})

describe('pictures', () => {
  // D8, D10
  test('of another enterprise, member or purpose, or that do not exist, are not found', async () => {
    const [zhou, wu] = [await newcomer(), await newcomer()]
    const form = await agentForm(zhou)
    const colleague = await mall.subAccount(Object.assign(zhou, { addressId: '' }), ['applyLimit'])
    const foreign = [
      ...[await uploads(wu, 'idPhoto'), await uploads(colleague, 'idPhoto'), await uploads(zhou, 'licence')],
      '0198c9a0-0000-7000-8000-000000000000',
    ]
    for (const idPhoto of foreign) {
      form.mobile = newMobile()
      const code = await codeFor(form.mobile)
      expect(await zhou.post(agentAuth.path, { ...form, code, idPhoto })).toMatchObject({
        status: 200,
        code: 404,
        reason: 'FILE_NOT_FOUND',
      })
    }
    for (const idPhoto of ['http://169.254.169.254/latest', 'file:///etc/passwd', '../../secrets.json'])
      expect(await zhou.post(agentAuth.path, { ...form, idPhoto })).toMatchObject({ code: 400, detail: { field: 'idPhoto' } })
    expect(await rowsOf(zhou)).toEqual([])
    expect((await zhou.api.user.detail({})).authStatus).toBeNull()
  })

  test('belong to one submission: one cannot be both sides of a card, nor be used again', async () => {
    const zhou = await withAgent()
    const form = await enterpriseForm(zhou)
    expect(await zhou.post(enterpriseAuthOnly.path, { ...form, legalIdBack: form.legalIdFront })).toMatchObject({
      reason: 'FILE_NOT_FOUND',
    })
    // Nothing of the refused submission is bound.
    expect((await zhou.post(enterpriseAuthOnly.path, form)).code).toBe(200)
    const wu = await withAgent()
    expect(await wu.post(enterpriseAuthOnly.path, { ...(await enterpriseForm(wu)), licence: form.licence })).toMatchObject({
      reason: 'FILE_NOT_FOUND',
    })
  })
})

describe('the enterprise', () => {
  test('comes only after the operator', async () => {
    const zhou = await newcomer()
    expect(await zhou.post(enterpriseAuthOnly.path, await enterpriseForm(zhou))).toMatchObject(STATE)
    expect(await zhou.post(seniorAuth.path, { ...(await enterpriseForm(zhou)), ...seniorForm })).toMatchObject(STATE)
    await zhou.api.verification.agentAuth(await agentForm(zhou))
    expect(await zhou.post(enterpriseAuthOnly.path, await enterpriseForm(zhou))).toMatchObject(STATE)
  })

  test('is submitted and shown in the format of the result dialog', async () => {
    const zhou = await withAgent()
    const form = await enterpriseForm(zhou)
    expect(await zhou.api.verification.enterpriseAuthOnly(form)).toEqual({ authStatus: 3, expectedDay: '2026-11-25' })
    const { latest, authLevel, authStatus } = await zhou.api.verification.agentQuery({})
    expect([authLevel, authStatus, latest.map(({ step, state }) => `${step} ${state}`)]).toEqual([1, 3, ['agent PASS', 'enterprise WAIT']])
    expect(latest[1]?.facts).toEqual([
      { label: '企业名称', value: '海生****有限公司' },
      { label: '统一社会信用代码', value: `9144**********${form.creditCode.slice(-4)}` },
      { label: '注册资本', value: '500 万元' },
      { label: '成立日期', value: '2015-06-30' },
      { label: '法定代表人', value: '周**' },
      { label: '法定代表人身份证号', value: `990***********${form.legalIdNo.slice(-4)}` },
    ])
  })

  // D7
  test.each([
    ['a wrong check character', { creditCode: '91440300MA5FAKE018' }, 'INVALID_INPUT', 'creditCode'],
    ['a letter that no code has', { creditCode: '91440300MA5FAKEO1G' }, 'INVALID_INPUT', 'creditCode'],
    ['capital below zero', { registeredCapital: -1 }, 'INVALID_INPUT', 'registeredCapital'],
    ['capital without end', { registeredCapital: 1e30 }, 'INVALID_INPUT', 'registeredCapital'],
    ['a founding that lies ahead', { foundDate: '2026-11-19' }, 'DAY_AHEAD', 'foundDate'],
    ['a day that never was', { foundDate: '1900-02-30' }, 'INVALID_INPUT', 'foundDate'],
    ['a legal person not yet born', { legalIdNo: createIdNumber('2027-01-01', 1) }, 'INVALID_INPUT', 'legalIdNo'],
  ])('with %s is refused at the field', async (_, wrong, reason, field) => {
    const zhou = await withAgent()
    const form = { ...(await enterpriseForm(zhou)), ...wrong }
    expect(await zhou.post(enterpriseAuthOnly.path, form)).toMatchObject({ status: 200, reason, detail: { field } })
    expect((await zhou.api.verification.agentQuery({})).authStatus).toBe(1)
  })

  // D6
  test('cannot use the code of another verified enterprise, and learns nothing about that one', async () => {
    const wu = await withAgent()
    const taken = await enterpriseForm(wu)
    await wu.api.verification.enterpriseAuthOnly(taken)
    const zhou = await withAgent()
    // While the other one is only reviewed, both may claim to be it: the reviewer decides.
    await zhou.api.verification.enterpriseAuthOnly({ ...(await enterpriseForm(zhou)), creditCode: taken.creditCode })
    await approves(wu, { baseLimit: fen(0) })
    const li = await withAgent()
    const refused = await li.post(enterpriseAuthOnly.path, { ...(await enterpriseForm(li)), creditCode: taken.creditCode })
    expect(refused).toMatchObject({ status: 200, code: 422, reason: 'CREDIT_CODE_TAKEN', msg: '该企业信息需要人工核实，请联系客服' })
    expect(JSON.stringify(refused)).not.toContain('海生')
    expect((await li.api.verification.agentQuery({})).authStatus).toBe(1)
  })
})

describe('the senior step', () => {
  const verified = async () => {
    const zhou = await withAgent()
    await zhou.api.verification.enterpriseAuthOnly(await enterpriseForm(zhou))
    await approves(zhou, { baseLimit: fen(0) })
    return zhou
  }

  // D5
  test('comes after the enterprise, and requires only the number of employees and the tick', async () => {
    const zhou = await withAgent()
    expect(await zhou.post(seniorAuthOnly.path, seniorForm)).toMatchObject(STATE)
    const wu = await verified()
    expect(await wu.post(seniorAuthOnly.path, { ...seniorForm, agree: false })).toMatchObject({ code: 400, detail: { field: 'agree' } })
    expect(await wu.post(seniorAuthOnly.path, { ...seniorForm, userEnterpriseOtherInfo: {} })).toMatchObject({
      code: 400,
      detail: { field: 'userEnterpriseOtherInfo.employeeNum' },
    })
    // D10
    for (const cashFlowSheet of ['http://169.254.169.254/latest/meta-data', 'file:///etc/passwd', '//evil'])
      expect(
        await wu.post(seniorAuthOnly.path, { ...seniorForm, userEnterpriseOtherInfo: { employeeNum: 1, cashFlowSheet } }),
      ).toMatchObject({
        code: 400,
        detail: { field: 'userEnterpriseOtherInfo.cashFlowSheet' },
      })
    expect(await wu.api.verification.seniorAuthOnly(seniorForm)).toEqual({ authStatus: 6, expectedDay: '2026-11-25' })
    expect(await wu.post(seniorAuthOnly.path, seniorForm)).toMatchObject(STATE)
  })

  test('stores all optional fields: masked for the enterprise, the bank account only by its last digits', async () => {
    const zhou = await verified()
    const cashFlowSheet = await uploads(zhou, 'cashFlow')
    await zhou.api.verification.seniorAuthOnly({
      agree: true,
      userEnterpriseOtherInfo: {
        companyBusiness: '采煤',
        companyArea: '山西',
        preYearIncome: 3200.5,
        employeeNum: 80,
        industry: '煤矿',
        bankName: '工商银行',
        bankCardNo: '4000 0212-0920 0000 999',
        financeContact: '钱会计',
        financeContactMobile: '13900001234',
        legalChange: '无',
        cashFlowSheet,
        cashFlowSheetName: '近半年流水',
      },
    })
    const facts = (await zhou.api.verification.agentQuery({})).latest[2]?.facts.map(({ label, value }) => `${label} ${value}`)
    expect(facts).toEqual([
      ...['主营业务 采煤', '经营区域 山西', '上年收入 3200.5 万元', '员工人数 80 人', '所属行业 煤矿', '开户银行 工商银行'],
      ...[
        '银行账号 ***************0999',
        '财务联系人 钱**',
        '财务联系人手机号 139****1234',
        '法定代表人变更 无',
        '银行流水名称 近半年流水',
      ],
    ])
    const opened = await reviewer.api.consoleVerification.claim(await caseOf(zhou))
    expect(opened.facts).toContainEqual({ label: '银行账号', value: '4000021209200000999' })
    expect(opened.pictures).toEqual([{ label: '银行流水', fileId: cashFlowSheet }])
  })

  test('records consent of the enterprise to the credit agreement: text, time and address', async () => {
    const zhou = await verified()
    await zhou.api.verification.seniorAuthOnly(seniorForm)
    const { version, hash } = await readPublishedAgreement(mall.db, 4)
    expect(await mall.db.selectFrom('credit_agreement').selectAll().where('enterprise_id', '=', zhou.enterpriseId).execute()).toMatchObject(
      [{ user_id: zhou.userId, text_version: version, text_hash: hash, ip: '127.0.0.1', accepted_at: mall.clock.now }],
    )
    expect((await zhou.api.credit.overview({})).agreementAccepted).toBe(true)
  })

  test('can be submitted by a sub-account, but only the main account can accept the agreement', async () => {
    const zhou = await verified()
    const sub = await mall.subAccount(Object.assign(zhou, { addressId: '' }), ['applyLimit'])
    await sub.api.verification.seniorAuthOnly(seniorForm)
    expect((await zhou.api.credit.overview({})).agreementAccepted).toBe(false)
    const ticks = await mall.db
      .selectFrom('audit_log')
      .select(['actor_id', 'facts', 'ip'])
      .where('enterprise_id', '=', zhou.enterpriseId)
      .where('action', '=', 'tick credit agreement')
      .execute()
    expect(ticks).toMatchObject([
      { actor_id: sub.userId, ip: '127.0.0.1', facts: { version: (await readPublishedAgreement(mall.db, 4)).version } },
    ])
  })

  test('submitted with the enterprise step waits until that is approved, and only then enters the queue', async () => {
    const zhou = await withAgent()
    expect(await zhou.api.verification.seniorAuth({ ...(await enterpriseForm(zhou)), ...seniorForm })).toMatchObject({ authStatus: 3 })
    expect((await rowsOf(zhou)).map(({ step, state }) => `${step} ${state}`)).toEqual(['agent PASS', 'enterprise WAIT', 'senior HELD'])
    const [held] = (await rowsOf(zhou)).filter(({ state }) => state === 'HELD')
    expect(await reviewer.post(contract.consoleVerification.claim.path, { enterpriseId: zhou.enterpriseId, id: held?.id })).toMatchObject({
      reason: 'CASE_NOT_FOUND',
    })
    await approves(zhou, { baseLimit: fen(10_000_000) })
    expect(await zhou.api.verification.agentQuery({})).toMatchObject({ authLevel: 2, authStatus: 6, baseLimit: 10_000_000 })
    await approves(zhou, { baseLimit: fen(20_000_000) })
    expect(await zhou.api.verification.agentQuery({})).toMatchObject({ authLevel: 3, authStatus: 7, baseLimit: 20_000_000 })
  })

  test('submitted with an enterprise step is returned if that is rejected, and both can be submitted again', async () => {
    const zhou = await withAgent()
    await zhou.api.verification.seniorAuth({ ...(await enterpriseForm(zhou)), ...seniorForm })
    const ref = await caseOf(zhou)
    await reviewer.api.consoleVerification.claim(ref)
    await reviewer.api.consoleVerification.reject({ ...ref, reasons: ['营业执照已过期'] })
    const track = await zhou.api.verification.enterpriseAuthApproveTrack({})
    expect(track.map(({ step, state, reasons }) => [step, state, reasons])).toEqual([
      ['senior', 'FAIL', ['企业认证未通过，请与企业资料一并重新提交']],
      ['enterprise', 'FAIL', ['营业执照已过期']],
      ['agent', 'PASS', []],
    ])
    expect(await zhou.post(seniorAuthOnly.path, seniorForm)).toMatchObject(STATE)
    expect((await zhou.post(seniorAuth.path, { ...(await enterpriseForm(zhou)), ...seniorForm })).code).toBe(200)
    expect((await zhou.api.verification.enterpriseAuthApproveTrack({})).length).toBe(5)
  })
})

describe('permissions', () => {
  // D4, D9
  test('every member sees the verification masked; its history and its limit need the permission code', async () => {
    const zhou = await withAgent()
    await zhou.api.verification.enterpriseAuthOnly(await enterpriseForm(zhou))
    await approves(zhou, { baseLimit: fen(1_000_000) })
    const of = Object.assign(zhou, { addressId: '' })
    const [looks, applies] = [await mall.subAccount(of, ['lookGoods']), await mall.subAccount(of, ['applyLimit'])]
    expect(await looks.api.verification.agentQuery({})).toMatchObject({ authStatus: 4, baseLimit: null })
    expect(await applies.api.verification.agentQuery({})).toMatchObject({ authStatus: 4, baseLimit: 1_000_000 })
    expect(await looks.post(contract.verification.enterpriseAuthApproveTrack.path)).toMatchObject({ code: 403, reason: 'NO_PERMISSION' })
    expect(await looks.post(seniorAuthOnly.path, seniorForm)).toMatchObject({ code: 403, reason: 'NO_PERMISSION' })
    expect(await applies.api.verification.enterpriseAuthApproveTrack({})).toHaveLength(2)
    const stranger = await newcomer()
    expect(await stranger.api.verification.agentQuery({})).toEqual({ authLevel: 0, authStatus: null, latest: [], baseLimit: null })
    expect(await stranger.post(contract.verification.agentQuery.path, { id: zhou.enterpriseId })).toMatchObject({ code: 400 })
  })
})

test('credit codes are checked as GB 32100 specifies', () => {
  expect(createUnifiedSocialCreditCode('91440300MA5FAKE01')).toBe('91440300MA5FAKE01G')
})
