import type { LoadDatabase } from '#bench/cluster.ts'
import { createLoadWorld, LOAD_STAFF_EMAIL, type LoadBuyer, PASSWORD, PAY_PASSWORD } from '#bench/world.ts'
import { contract } from '#contract/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { permissionCodes } from '#contract/platform/core/permissions.ts'
import { adjustStock } from '#server/catalog/inventory/public.ts'
import { applyCreditLimitChange } from '#server/money/credit/public.ts'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { hashPassword, registerUserWithEnterprise, setPaymentPassword } from '#server/people/identity/public.ts'
import { insertMembership } from '#server/people/organisation/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import { type CrashCalls, createRetryingCaller, type RetryingCaller } from './calls/caller.ts'
import { createOverdueDebts } from './clock.ts'
import { Meeting } from './meeting.ts'

/** A buying company with several people, all of whom buy and pay. */
export interface CrashCompany extends LoadBuyer {
  /** The mobile of its sub-account. */
  subAccount: string
  /** Its limit, which its orders reach; undefined: it is as good as unlimited. */
  limitFen: number | undefined
  /** It owes for an overdue month, and repays automatically: jobs charge and repay it. */
  indebted: boolean
  /** Where its members meet to pay with what is left of the limit, and to repay all that is owed. */
  payingToLimit: Meeting
  repayingAll: Meeting
}

export interface CrashWorld {
  companies: CrashCompany[]
  /** SKUs with plenty of units. */
  skuIds: string[]
  /** SKUs with `SCARCE_UNITS` units each, which are sold out one after the other. */
  scarceSkuIds: string[]
  /** It costs a fen, so that an order of it can cost any amount. */
  fenSkuId: string
  shopId: string
}

const PLENTY_SKUS = 20
const PLENTY_UNITS = 400_000
const SCARCE_UNITS = 7
/** As many as all limits together need in a long run. */
const FEN_UNITS = 90_000_000
/** So many coupons a company can claim. A short run reaches it. */
export const COUPONS_OF_COMPANY = 3
/** What a sub-account of some companies may order alone: about half of its orders are above it. */
const PURCHASE_LIMIT_FEN = 30_000
/** For about six orders, so that a short run reaches it. */
const TIGHT_LIMIT_FEN = 150_000
const moment = () => createMoment(systemClock())

/** The units that a SKU had at the beginning. */
export function unitsAtBeginning({ scarceSkuIds, fenSkuId }: CrashWorld, skuId: string): number {
  if (skuId === fenSkuId) return FEN_UNITS
  return scarceSkuIds.includes(skuId) ? SCARCE_UNITS : PLENTY_UNITS
}

async function addSubAccount(
  db: Db,
  keys: Keys,
  of: { enterpriseId: string; at: number; passwordHash: string; orderLimitFen: number | undefined },
): Promise<string> {
  const mobile = `136${String(of.at).padStart(8, '0')}`
  await runInTransaction(db, async (tx) => {
    const user = { mobile, userName: `采购${of.at}`, passwordHash: of.passwordHash }
    const made = await registerUserWithEnterprise(tx, moment(), { keys, user, openAccounts: createLedgerAccountsOfEnterprise })
    const membership = { enterpriseId: of.enterpriseId, userId: made.userId }
    await insertMembership(tx, moment(), {
      enterpriseId: of.enterpriseId,
      userId: made.userId,
      name: '采购',
      permCode: permissionCodes.join(','),
      ...(of.orderLimitFen !== undefined && { orderLimitFen: fen(of.orderLimitFen) }),
    })
    await setPaymentPassword(tx, moment(), { keys, membership, payPwd: PAY_PASSWORD })
  })
  return mobile
}

/** Half of the companies owe for an overdue month. Of the others, every second one has a limit that its orders reach. */
async function furnish(db: Db, keys: Keys, buyers: readonly LoadBuyer[]): Promise<CrashCompany[]> {
  const passwordHash = await hashPassword(keys, PASSWORD)
  const companies: CrashCompany[] = []
  for (const [at, buyer] of buyers.entries()) {
    const { enterpriseId, mobile, userId } = buyer
    const indebted = at % 2 === 0
    const limitFen = at % 4 === 1 ? TIGHT_LIMIT_FEN : undefined
    const change = { enterpriseId, kind: 'base', reason: '压测', staffId: null } as const
    if (limitFen !== undefined)
      await runInTransaction(db, (tx) => applyCreditLimitChange(tx, moment(), Object.assign({ limitFen: fen(limitFen) }, change)))
    const subAccount = await addSubAccount(db, keys, {
      enterpriseId,
      at,
      passwordHash,
      orderLimitFen: at % 2 === 1 ? PURCHASE_LIMIT_FEN : undefined,
    })
    const meetings = { payingToLimit: new Meeting(), repayingAll: new Meeting() }
    companies.push(Object.assign({ enterpriseId, mobile, userId, subAccount, limitFen, indebted }, meetings))
  }
  await createOverdueDebts(
    db,
    companies.filter(({ indebted }) => indebted),
  )
  return companies
}

/** Fills an empty database. `scarce`: how many SKUs have few units. */
export async function createCrashWorld(
  { appUrl: url, secret }: Pick<LoadDatabase, 'appUrl' | 'secret'>,
  { companies: buyers, scarce }: { companies: number; scarce: number },
): Promise<CrashWorld> {
  const made = await createLoadWorld({ url, secret, buyers, skus: PLENTY_SKUS + 1 + scarce, stock: PLENTY_UNITS })
  const { db } = made.database
  const [skuIds, [fenSkuId = ''], scarceSkuIds] = [
    made.skuIds.slice(0, PLENTY_SKUS),
    made.skuIds.slice(PLENTY_SKUS, PLENTY_SKUS + 1),
    made.skuIds.slice(PLENTY_SKUS + 1),
  ]
  const adjust = (skuId: string, units: number) => {
    const change = { skuId, minimum: 1, change: units - PLENTY_UNITS, kind: 'adjustment', reason: '压测', staffId: null } as const
    return runInTransaction(db, (tx) => adjustStock(tx, moment(), change))
  }
  for (const skuId of scarceSkuIds) await adjust(skuId, SCARCE_UNITS)
  await adjust(fenSkuId, FEN_UNITS)
  const { id: shopId } = await db.selectFrom('shop').select('id').executeTakeFirstOrThrow()
  const companies = await furnish(db, made.keys, made.buyers)
  await made.database.close()
  return { companies, skuIds, scarceSkuIds, fenSkuId, shopId }
}

async function logIn(
  run: CrashCalls,
  path: string,
  { enterpriseId, body }: { enterpriseId: string; body: object },
): Promise<RetryingCaller> {
  const answer = await createRetryingCaller(run, { enterpriseId }).read(path, Object.assign({ pwd: PASSWORD }, body))
  if (answer.code !== 200) throw new Error(`${path} was refused: ${answer.reason}`)
  return createRetryingCaller(run, { enterpriseId, token: (answer.data as { token: string }).token })
}

export const logInMain = (run: CrashCalls, { enterpriseId, mobile }: CrashCompany): Promise<RetryingCaller> =>
  logIn(run, contract.security.loginByMobile.path, { enterpriseId, body: { mobile } })

export const logInStaff = (run: CrashCalls): Promise<RetryingCaller> =>
  logIn(run, '/console-api/api/staff/log-in', { enterpriseId: '', body: { email: LOAD_STAFF_EMAIL } })

/** Logs the sub-account in, and changes to the company. */
export async function logInSubAccount(run: CrashCalls, { enterpriseId, subAccount }: CrashCompany): Promise<RetryingCaller> {
  const own = await logIn(run, contract.security.loginByMobile.path, { enterpriseId, body: { mobile: subAccount } })
  const { data } = await own.read('/user-api/api/user/enterprise/change', { enterpriseId })
  return createRetryingCaller(run, { enterpriseId, token: (data as { token: string }).token })
}
