import type { FilePurpose } from '#contract/people/files/api.ts'
import type { SmsCodePurpose } from '#contract/people/identity/purposes.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { setPasswordHash } from '#server/people/identity/public.ts'
import { createSmsCodeAndSendAfterCommit, unsealSms } from '#server/people/sms/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import { hashPasswordCheaply } from '#server/platform/testing/cheap-hash.ts'
import {
  createIdNumber,
  createUnifiedSocialCreditCode,
  drawSampleDocument,
  type SampleDocumentKind,
} from '#server/platform/testing/identity-documents.ts'
import { createSmsRequester } from '#server/platform/testing/sms-requester.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'
import type { DemoCompany } from './companies.ts'
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from './people.ts'
import { advanceDemoStoryClockByHours, logInDemoStaff, type StoryContext } from './story-context.ts'

/** Sends a code and reads it, as the owner of the telephone would. Only the captcha is solved with the secret. */
async function codeFor(stage: StoryContext, mobile: string, purpose: SmsCodePurpose): Promise<string> {
  const { db, keys, clock } = stage
  // One code a minute.
  advanceDemoStoryClockByHours(stage, 0.03)
  const moment = createMoment(clock.now)
  return runInTransaction(db, async (tx) => {
    await createSmsCodeAndSendAfterCommit(tx, moment, { keys, mobile, purpose, ...createSmsRequester() })
    const texts = tx.selectFrom('outbox').select(['id', 'payload']).where('topic', '=', 'sms.send').where('published_at', 'is', null)
    const { id, payload } = await texts.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    // The code has arrived and is marked as sent.
    await tx.updateTable('outbox').set({ published_at: moment.now }).where('id', '=', id).execute()
    return unsealSms(keys, (payload as { sealed: string }).sealed).facts.code ?? ''
  })
}

/** A person who has registered and is still logged in. */
export interface RegisteredUser {
  person: TestUser
  userId: string
  enterpriseId: string
}

/** Registers a person, who sets a name and a payment password. The registration creates his own enterprise. */
export async function registerUser(stage: StoryContext, mobile: string, name: string): Promise<RegisteredUser> {
  const code = await codeFor(stage, mobile, 'register')
  const { security } = createTestUser(stage.http).api
  const { token, userId, enterpriseId } = await security.registerByMobileImageCode({ mobile, pwd: DEMO_PASSWORD, code, agree: true })
  // Demo passwords are public, so their hashes protect nothing, and people log in often in the stories.
  const cheapHash = await hashPasswordCheaply(stage.keys, DEMO_PASSWORD)
  await runInTransaction(stage.db, (tx) => setPasswordHash(tx, userId, cheapHash))
  const person = createTestUser(stage.http, token)
  await person.api.userSecurity.changeName({ name })
  const payCode = await codeFor(stage, mobile, 'payPwd')
  await person.api.userSecurity.changePayPwd({ pwd: DEMO_PASSWORD, code: payCode, payPwd: DEMO_PAY_PASSWORD })
  return { person, userId, enterpriseId }
}

async function uploads(
  person: TestUser,
  { shade }: DemoCompany,
  [purpose, paper]: readonly [FilePurpose, SampleDocumentKind],
): Promise<string> {
  const file = new Blob([new Uint8Array(await drawSampleDocument(paper, shade))], { type: 'image/png' })
  return (await person.api.files.uploadImage({ purpose, consent: true }, { file })).fileId
}

export async function submitDemoAgentIdentityVerification(
  stage: StoryContext,
  { person }: RegisteredUser,
  company: DemoCompany,
): Promise<void> {
  const { mobile, agent, name: companyName, industry, nature: companyNature } = company
  await person.api.verification.agentAuth({
    name: agent.name,
    idNo: createIdNumber(agent.birthday, 1),
    mobile,
    code: await codeFor(stage, mobile, 'agent'),
    idPhoto: await uploads(person, company, ['idPhoto', 'idFront']),
    entryDate: agent.entryDate,
    companyName,
    industry,
    companyNature,
    consent: true,
  })
}

async function enterpriseForm(person: TestUser, company: DemoCompany) {
  const { name, codeStem, legal, capital, founded } = company
  const [licence, legalIdFront, legalIdBack] = await Promise.all([
    uploads(person, company, ['licence', 'licence']),
    uploads(person, company, ['idPhoto', 'idFront']),
    uploads(person, company, ['idPhoto', 'idBack']),
  ])
  return {
    enterpriseName: name,
    creditCode: createUnifiedSocialCreditCode(codeStem),
    registeredCapital: capital,
    foundDate: founded,
    legalName: legal.name,
    legalIdNo: createIdNumber(legal.birthday, 2),
    licence,
    legalIdFront,
    legalIdBack,
  }
}

export async function submitDemoEnterpriseVerification({ person }: RegisteredUser, company: DemoCompany): Promise<void> {
  await person.api.verification.enterpriseAuthOnly(await enterpriseForm(person, company))
}

const seniorForm = async (person: TestUser, company: DemoCompany) => ({
  agree: true as const,
  userEnterpriseOtherInfo: {
    companyBusiness: `${company.industry}工程与采掘耗材采购`,
    companyArea: '华南、西南',
    preYearIncome: company.capital * 1.6,
    employeeNum: 180,
    industry: company.industry,
    bankName: '中国工商银行',
    bankCardNo: '4000020109200000088',
    financeContact: company.legal.name,
    financeContactMobile: company.mobile,
    cashFlowSheetName: '近六个月流水',
    cashFlowSheet: await uploads(person, company, ['cashFlow', 'cashFlow']),
  },
})

export async function submitDemoSeniorVerification({ person }: RegisteredUser, company: DemoCompany): Promise<void> {
  await person.api.verification.seniorAuthOnly(await seniorForm(person, company))
}

export async function submitEnterpriseAndSenior({ person }: RegisteredUser, company: DemoCompany): Promise<void> {
  await person.api.verification.seniorAuth({ ...(await enterpriseForm(person, company)), ...(await seniorForm(person, company)) })
}

/** A reviewer takes the cases of some enterprises and approves them, each with its limit if the step has one. */
export async function approveVerificationCases(
  stage: StoryContext,
  decisions: readonly (readonly [RegisteredUser, Fen?])[],
): Promise<void> {
  const { consoleVerification } = (await logInDemoStaff(stage)).api
  for (const [{ enterpriseId }, baseLimit] of decisions) {
    const { dataList } = await consoleVerification.list({ state: 'WAIT' })
    const waiting = dataList.find((row) => row.enterpriseId === enterpriseId)
    if (!waiting) throw new Error('nothing of this company waits for review')
    const ref = { enterpriseId, id: waiting.id }
    await consoleVerification.claim(ref)
    await consoleVerification.approve({ ...ref, ...(baseLimit === undefined ? {} : { baseLimit }) })
  }
}
