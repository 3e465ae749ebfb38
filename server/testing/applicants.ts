import { expect } from 'vitest'
import type { FilePurpose } from '../../contract/files/api.ts'
import type { Step } from '../../contract/verification/api.ts'
import { register } from '../identity/public.ts'
import { sendCode } from '../sms/public.ts'
import type { Mall } from './mall.ts'
import { creditCodeOf, drawPaper, idNumberOf } from './papers.ts'
import type { Person } from './person.ts'

/** Somebody who has registered and whose company is not verified. */
export interface Newcomer extends Person {
  mobile: string
  userId: string
  enterpriseId: string
  /** What tells him and his papers from the others. */
  seq: number
}

const picture = await drawPaper('idFront')

/** Companies that have themselves verified, at a mall. */
export async function applicantsAt(mall: Mall) {
  const { passwordHash } = mall
  let seq = 0
  const newMobile = () => `139${String(++seq).padStart(8, '0')}`

  const newcomer = async (): Promise<Newcomer> => {
    const mobile = newMobile()
    const seat = await mall.does((tx) => register(tx, mall.moment(), { keys: mall.keys, user: { mobile, passwordHash } }))
    return Object.assign(await mall.logsIn(mobile), { mobile, seq, ...seat })
  }

  /** The code as the owner of the telephone reads it. */
  const codeFor = async (mobile: string): Promise<string> => {
    const scope = { keys: mall.keys, mobile, purpose: 'agent', ip: `10.0.${seq >> 8}.${seq & 255}` } as const
    await mall.does((tx) => sendCode(tx, mall.moment(), scope))
    return (await mall.texts(mobile)).at(-1)?.facts.code ?? expect.fail('no code was sent')
  }

  const uploads = async (person: Person, purpose: FilePurpose): Promise<string> => {
    const file = new Blob([new Uint8Array(picture)], { type: 'image/png' })
    return (await person.api.files.uploadImage({ purpose, consent: true }, { file })).fileId
  }

  const agentForm = async (person: Newcomer) => {
    const mobile = newMobile()
    return {
      ...{ name: '周海生', idNo: idNumberOf('1990-05-06', person.seq), mobile, code: await codeFor(mobile) },
      ...{ idPhoto: await uploads(person, 'idPhoto'), companyName: `海生矿业${person.seq}有限公司`, industry: '煤矿' as const },
      ...{ companyNature: '民营企业' as const, entryDate: '2020-03-01', consent: true as const },
    }
  }

  const enterpriseForm = async (person: Newcomer) => ({
    enterpriseName: `海生矿业${person.seq}有限公司`,
    creditCode: creditCodeOf(`91440300MA5${String(person.seq).padStart(6, '0')}`),
    registeredCapital: 500,
    foundDate: '2015-06-30',
    licence: await uploads(person, 'licence'),
    legalName: '周大海',
    legalIdNo: idNumberOf('1965-07-08', person.seq),
    legalIdFront: await uploads(person, 'idPhoto'),
    legalIdBack: await uploads(person, 'idPhoto'),
  })

  const seniorForm = { userEnterpriseOtherInfo: { employeeNum: 120 }, agree: true as const }

  const reviewer = await mall.staff('reviewer')

  /** Which case of a company waits for its review. */
  const caseOf = async ({ enterpriseId }: Newcomer, step?: Step) => {
    const { dataList } = await reviewer.api.consoleVerification.list({ state: 'WAIT', pageSize: 100, step })
    const row = dataList.find((one) => one.enterpriseId === enterpriseId) ?? expect.fail('nothing waits')
    return { enterpriseId, id: row.id }
  }

  const approves = async (
    person: Newcomer,
    limit: { baseLimit?: Parameters<typeof reviewer.api.consoleVerification.approve>[0]['baseLimit'] } = {},
  ) => {
    const ref = await caseOf(person)
    await reviewer.api.consoleVerification.claim(ref)
    return reviewer.api.consoleVerification.approve({ ...ref, ...limit })
  }

  /** A company that has passed the first step. */
  const withAgent = async (): Promise<Newcomer> => {
    const person = await newcomer()
    await person.api.verification.agentAuth(await agentForm(person))
    await approves(person)
    return person
  }

  return { newMobile, newcomer, codeFor, uploads, agentForm, enterpriseForm, seniorForm, reviewer, caseOf, approves, withAgent }
}
