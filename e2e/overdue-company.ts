import { randomUUID } from 'node:crypto'
import type { Fen } from '#contract/platform/core/money.ts'
import { addMonths, getStartOfShanghaiDay, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { openAndCloseCollectionTasks } from '#server/billing/collections/public.ts'
import { applyCreditLimitChange, drawHeldCreditForParcel, holdCreditForOrders } from '#server/money/credit/public.ts'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { lockAndBringDebtsUpToDate } from '#server/money/statements/public.ts'
import { registerUserWithEnterprise, setPaymentPassword } from '#server/people/identity/public.ts'
import { recordVerifiedEnterpriseDetails } from '#server/people/organisation/public.ts'
import { openDatabase, runInTransaction } from '#server/platform/core/db.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import { hashPasswordCheaply } from '#server/platform/testing/cheap-hash.ts'
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#tools/demo/people.ts'
import { createTypedApiClients, logInBuyerByApi } from './people.ts'
import type { TestMall } from './test-mall.ts'

export interface OverdueCompany {
  name: string
  mobile: string
  enterpriseId: string
  /** Its overdue statement. */
  month: string
}

/**
 * Creates a company that drew an amount two months ago and has not paid: its statement has been overdue since the 10th of last month. The
 * demo has none, because such a company could not buy on credit.
 */
export async function createOverdueCompany(
  mall: TestMall,
  { name, mobile, amount }: { name: string; mobile: string; amount: Fen },
): Promise<OverdueCompany> {
  const database = openDatabase({ url: mall.appUrl, poolSize: 2 })
  const { db } = database
  const now = systemClock()
  const month = addMonths(toShanghaiMonth(now), -2)
  const then = createMoment(new Date(getStartOfShanghaiDay(`${month}-20`).getTime() + 36_000_000))
  const passwordHash = await hashPasswordCheaply(mall.keys, DEMO_PASSWORD)
  const { enterpriseId } = await runInTransaction(db, async (tx) => {
    const user = { mobile, userName: '王会计', passwordHash }
    const made = await registerUserWithEnterprise(tx, then, { keys: mall.keys, user, openAccounts: createLedgerAccountsOfEnterprise })
    await recordVerifiedEnterpriseDetails(tx, made.enterpriseId, { name, agentName: '王会计', authLevel: 3, authStatus: 7 })
    await setPaymentPassword(tx, then, { keys: mall.keys, membership: made, payPwd: DEMO_PAY_PASSWORD })
    const limit = { enterpriseId: made.enterpriseId, kind: 'base', limitFen: amount, reason: '开户', staffId: null } as const
    await applyCreditLimitChange(tx, then, limit)
    return made
  })
  const { credit } = createTypedApiClients(mall, await logInBuyerByApi(mall, mobile))
  await credit.acceptAgreement({ agree: true, version: (await credit.overview({})).agreementVersion })
  await runInTransaction(db, async (tx) => {
    const [orderId, parcelId] = [randomUUID(), randomUUID()]
    await holdCreditForOrders(tx, then, { enterpriseId, orders: [{ orderId, amountFen: amount, title: '截齿' }] })
    await drawHeldCreditForParcel(tx, then, { enterpriseId, parcelId, amountFen: amount, title: '截齿' })
  })
  await runInTransaction(db, (tx) => lockAndBringDebtsUpToDate(tx, createMoment(now), [enterpriseId]))
  await database.close()
  return { name, mobile, enterpriseId, month }
}

/** Runs the job of collections as if `days` days had passed. */
export async function runCollectionsAfterDays(mall: TestMall, days: number): Promise<void> {
  const database = openDatabase({ url: mall.appUrl, poolSize: 2 })
  await openAndCloseCollectionTasks(database.db, createMoment(new Date(systemClock().getTime() + days * 86_400_000)))
  await database.close()
}

export const getTodayInShanghai = (): string => toShanghaiDay(systemClock())
