import { expect } from 'vitest'
import type { FilePurpose } from '#contract/people/files/api.ts'
import type { VerificationStep } from '#contract/people/verification/api.ts'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { registerUserWithEnterprise } from '#server/people/identity/public.ts'
import { createSmsCodeAndSendAfterCommit } from '#server/people/sms/public.ts'
import { createIdNumber, createUnifiedSocialCreditCode, drawSampleDocument } from './identity-documents.ts'
import type { Mall } from './mall.ts'
import { createSmsRequester } from './sms-requester.ts'
import type { TestUser } from './test-user.ts'

/** A registered person whose company is not verified. */
export interface UnverifiedBuyer extends TestUser {
  mobile: string
  userId: string
  enterpriseId: string
  /** The number that makes his identity documents unique. */
  seq: number
}

const picture = await drawSampleDocument('idFront')

/** Helpers that take companies through the verification. */
export async function createApplicantHelpers(mall: Mall) {
  const { passwordHash } = mall
  let seq = 0
  const newMobile = () => `139${String(++seq).padStart(8, '0')}`

  const newcomer = async (): Promise<UnverifiedBuyer> => {
    const mobile = newMobile()
    const membership = await mall.runInTransaction((tx) =>
      registerUserWithEnterprise(tx, mall.moment(), {
        keys: mall.keys,
        user: { mobile, passwordHash },
        openAccounts: createLedgerAccountsOfEnterprise,
      }),
    )
    return Object.assign(await mall.logsIn(mobile), { mobile, seq, ...membership })
  }

  /** The code that the owner of the phone receives. */
  const codeFor = async (mobile: string): Promise<string> => {
    const scope = { keys: mall.keys, mobile, purpose: 'agent', ...createSmsRequester(`10.0.${seq >> 8}.${seq & 255}`) } as const
    await mall.runInTransaction((tx) => createSmsCodeAndSendAfterCommit(tx, mall.moment(), scope))
    return (await mall.texts(mobile)).at(-1)?.facts.code ?? expect.fail('no code was sent')
  }

  const uploads = async (person: TestUser, purpose: FilePurpose): Promise<string> => {
    const file = new Blob([new Uint8Array(picture)], { type: 'image/png' })
    return (await person.api.files.uploadImage({ purpose, consent: true }, { file })).fileId
  }

  const agentForm = async (person: UnverifiedBuyer) => {
    const mobile = newMobile()
    return {
      name: '周海生',
      idNo: createIdNumber('1990-05-06', person.seq),
      mobile,
      code: await codeFor(mobile),
      idPhoto: await uploads(person, 'idPhoto'),
      companyName: `海生矿业${person.seq}有限公司`,
      industry: '煤矿' as const,
      companyNature: '民营企业' as const,
      entryDate: '2020-03-01',
      consent: true as const,
    }
  }

  const enterpriseForm = async (person: UnverifiedBuyer) => ({
    enterpriseName: `海生矿业${person.seq}有限公司`,
    creditCode: createUnifiedSocialCreditCode(`91440300MA5${String(person.seq).padStart(6, '0')}`),
    registeredCapital: 500,
    foundDate: '2015-06-30',
    licence: await uploads(person, 'licence'),
    legalName: '周大海',
    legalIdNo: createIdNumber('1965-07-08', person.seq),
    legalIdFront: await uploads(person, 'idPhoto'),
    legalIdBack: await uploads(person, 'idPhoto'),
  })

  const seniorForm = { userEnterpriseOtherInfo: { employeeNum: 120 }, agree: true as const }

  const reviewer = await mall.staff('reviewer')

  /** The id of a company's case that waits for review. */
  const caseOf = async ({ enterpriseId }: UnverifiedBuyer, step?: VerificationStep) => {
    const { dataList } = await reviewer.api.consoleVerification.list({ state: 'WAIT', pageSize: 100, step })
    const row = dataList.find((one) => one.enterpriseId === enterpriseId) ?? expect.fail('nothing waits')
    return { enterpriseId, id: row.id }
  }

  const approves = async (
    person: UnverifiedBuyer,
    limit: { baseLimit?: Parameters<typeof reviewer.api.consoleVerification.approve>[0]['baseLimit'] } = {},
  ) => {
    const ref = await caseOf(person)
    await reviewer.api.consoleVerification.claim(ref)
    return reviewer.api.consoleVerification.approve({ ...ref, ...limit })
  }

  /** A company that has passed the first step. */
  const withAgent = async (): Promise<UnverifiedBuyer> => {
    const person = await newcomer()
    await person.api.verification.agentAuth(await agentForm(person))
    await approves(person)
    return person
  }

  return { newMobile, newcomer, codeFor, uploads, agentForm, enterpriseForm, seniorForm, reviewer, caseOf, approves, withAgent }
}
