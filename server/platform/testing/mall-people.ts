import type { FastifyInstance } from 'fastify'
import type { Fen } from '#contract/platform/core/money.ts'
import type { MemberPermissionCode, StaffRole } from '#contract/platform/core/permissions.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { applyCreditLimitChange } from '#server/money/credit/public.ts'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { registerUserWithEnterprise, setPaymentPassword } from '#server/people/identity/public.ts'
import { insertMembership, recordVerifiedEnterpriseDetails } from '#server/people/organisation/public.ts'
import { insertStaff } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { createTestUser, type TestClientAddress, type TestUser } from './test-user.ts'
import { yuanTextToFen } from './yuan.ts'

export const TEST_USER_PASSWORD = 'Demo123456'
export const TEST_USER_PAYMENT_PASSWORD = '135790'

/** A buyer with his company, ready for a story. */
export interface Buyer extends TestUser {
  mobile: string
  userId: string
  enterpriseId: string
  addressId: string
}

export interface BuyerOptions {
  /** Base limit in yuan. Opens the credit account and accepts its agreement. */
  credit?: string
  wallet?: string
}

/** The parts of an open test mall that its people need. */
interface TestMallParts {
  http: FastifyInstance
  clock: { readonly now: Date }
  keys: Keys
  moment: () => Moment
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  passwordHash: string
}

/** The people of a test mall: buyers with their companies, sub-accounts and staff, who are logged in over HTTP. */
export function createMallPeople({ http, clock, keys, moment, inTransaction, passwordHash }: TestMallParts) {
  let people = 0
  const guest = (origin?: TestClientAddress): TestUser => createTestUser(http, undefined, origin)
  const logsIn = async (mobile: string, pwd = TEST_USER_PASSWORD): Promise<TestUser> => {
    return createTestUser(http, (await guest().api.security.loginByMobile({ mobile, pwd })).token)
  }

  /** Logs every user in again, because a moved clock ends sessions. */
  const renewals: (() => Promise<void>)[] = []
  const renewable = <P extends TestUser>(person: P, again: () => Promise<TestUser>): P => {
    renewals.push(async () => {
      person.token = (await again()).token
    })
    return person
  }

  const newMobile = () => `138${String(++people).padStart(8, '0')}`

  /** Creates a company with a logged-in main account, an address and a payment password. */
  const buyer = async (name: string, options: BuyerOptions = {}): Promise<Buyer> => {
    const mobile = newMobile()
    const { userId, enterpriseId } = await inTransaction(async (tx) => {
      const made = await registerUserWithEnterprise(tx, moment(), {
        keys,
        user: { mobile, userName: name, passwordHash },
        openAccounts: createLedgerAccountsOfEnterprise,
      })
      await recordVerifiedEnterpriseDetails(tx, made.enterpriseId, {
        name: `${name}矿业有限公司`,
        agentName: name,
        authLevel: 3,
        authStatus: 7,
      })
      await setPaymentPassword(tx, moment(), { keys, membership: made, payPwd: TEST_USER_PAYMENT_PASSWORD })
      if (options.credit !== undefined) {
        const change = {
          enterpriseId: made.enterpriseId,
          kind: 'base',
          limitFen: yuanTextToFen(options.credit),
          reason: '开户',
          staffId: null,
        } as const
        await applyCreditLimitChange(tx, moment(), change)
      }
      return made
    })
    const person = await logsIn(mobile)
    const address = await person.api.address.add({ name, mobile, areaCode: '440305', detail: '高新南一道 1 号', isDefault: true })
    const version = options.credit && (await person.api.credit.overview({})).agreementVersion
    if (version) await person.api.credit.acceptAgreement({ agree: true, version })
    if (options.wallet !== undefined) await topsUp(enterpriseId, yuanTextToFen(options.wallet), `B${mobile}`)
    return renewable(Object.assign(person, { mobile, userId, enterpriseId, addressId: address.id }), () => logsIn(mobile))
  }

  /** Creates a sub-account in a company with these permission codes. */
  const subAccount = async (of: Buyer, codes: readonly MemberPermissionCode[], name = '子账号'): Promise<Buyer> => {
    const mobile = newMobile()
    const userId = await inTransaction(async (tx) => {
      const made = await registerUserWithEnterprise(tx, moment(), {
        keys,
        user: { mobile, userName: name, passwordHash },
        openAccounts: createLedgerAccountsOfEnterprise,
      })
      const membership = { enterpriseId: of.enterpriseId, userId: made.userId }
      await insertMembership(tx, moment(), { ...membership, name, permCode: codes.join(',') })
      await setPaymentPassword(tx, moment(), { keys, membership, payPwd: TEST_USER_PAYMENT_PASSWORD })
      return made.userId
    })
    const sitsDown = async () => {
      const { token } = await (await logsIn(mobile)).api.enterprise.change({ enterpriseId: of.enterpriseId })
      return createTestUser(http, token)
    }
    const facts = { mobile, userId, enterpriseId: of.enterpriseId, addressId: of.addressId }
    return renewable(Object.assign(await sitsDown(), facts), sitsDown)
  }

  const colleagues = new Map<string, Promise<TestUser>>()
  /** Creates a staff member with these roles. */
  const staff = (...roles: StaffRole[]): Promise<TestUser> => {
    const known = colleagues.get(roles.join())
    if (known) return known
    const email = `${roles.join('-')}@staff.test`
    const enters = async () => {
      const { token } = await guest().api.staff.logIn({ email, pwd: TEST_USER_PASSWORD })
      return createTestUser(http, token)
    }
    const person = inTransaction((tx) => insertStaff(tx, moment(), { email, name: roles.join(), roles, passwordHash })).then(async () =>
      renewable(await enters(), enters),
    )
    colleagues.set(roles.join(), person)
    return person
  }

  /** Tops up a wallet from a bank line. Two staff members are needed because large sums require it. */
  const topsUp = async (enterpriseId: string, amount: Fen, reference: string): Promise<void> => {
    const [finance, second] = [await staff('finance'), await staff('finance', 'support')]
    const { lineId } = await finance.api.consoleBank.record({ reference, day: toShanghaiDay(clock.now), amount, payerName: '买家' })
    await second.api.consoleBank.assign({ lineId, rest: amount, parts: [{ to: 'wallet', enterpriseId, amount }] })
    // Removes the messages of this set-up, so that stories begin without them.
    await inTransaction((tx) => tx.deleteFrom('message').where('enterprise_id', '=', enterpriseId).execute())
  }

  return {
    guest,
    logsIn,
    buyer,
    subAccount,
    staff,
    async renew(): Promise<void> {
      for (const again of renewals) await again()
    },
  }
}
