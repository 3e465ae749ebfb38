// Coupons and requests for approval, as a company sees them, compared with the journal.
import type { CrashCalls, RetryingCaller } from '#bench/crash/calls/caller.ts'
import { isCallDone } from '#bench/crash/calls/journal.ts'
import { COUPONS_OF_COMPANY, type CrashCompany } from '#bench/crash/crash-world.ts'
import { CLAIM_COUPON, type ExpectedMall } from './expected.ts'
import { readPages } from './read-pages.ts'

interface Compared {
  expected: ExpectedMall
  company: CrashCompany
}

/** Each coupon that was claimed is there once, unpaid orders hold theirs, paid ones have used theirs, and the others have given theirs back. */
async function verifyCoupons(run: CrashCalls, main: RetryingCaller, { expected, company }: Compared): Promise<void> {
  const { enterpriseId } = company
  const { data } = await main.read('/marketing-api/api/coupon/count', {})
  const has = data as Record<'unused' | 'locked' | 'used' | 'expired', number>
  const orders = [...expected.orders.values()].filter((order) => order.enterpriseId === enterpriseId && order.discountFen > 0)
  const inState = (...states: string[]) => orders.filter(({ state }) => states.includes(state)).length
  const must = { locked: inState('WAIT_PAY', 'WAIT_APPROVAL'), used: inState('WAIT_SEND', 'SENT') }
  for (const name of ['locked', 'used'] as const)
    if (has[name] !== must[name])
      run.findings.add('coupons', `${has[name]} coupons of ${enterpriseId} are ${name}, and orders have ${must[name]}`)
  const claims = expected.calls.filter((call) => call.path === CLAIM_COUPON && call.enterpriseId === enterpriseId)
  const [all, claimed] = [has.unused + has.locked + has.used + has.expired, claims.filter(isCallDone).length]
  // An attempt without an answer may have claimed one, and has no key by which a claim would be done once.
  const unknown = claims.reduce((count, { unclearAttempts, answer }) => count + unclearAttempts + (answer === undefined ? 1 : 0), 0)
  const most = Math.min(COUPONS_OF_COMPANY, claimed + unknown)
  if (all < claimed || all > most) run.findings.add('coupons', `${enterpriseId} has ${all} coupons, and was answered ${claimed}`)
}

/** Each request is decided as its main account was answered, and there is one for each order that waited. */
async function verifyApprovals(run: CrashCalls, main: RetryingCaller, { expected, company }: Compared): Promise<void> {
  const rows = await readPages<{ tradeId: string; state: string }>(main, '/order-api/api/approval/list')
  const waited = [...expected.orders.values()].filter(
    ({ enterpriseId, states }) => enterpriseId === company.enterpriseId && states[0] === 'WAIT_APPROVAL',
  )
  const stateByTrade = new Map(rows.map(({ tradeId, state }) => [tradeId, state]))
  for (const { orderNo, tradeId, states } of waited) {
    const must = states.length === 1 ? 'PENDING' : states[1] === 'CANCELLED' ? 'REJECTED' : 'APPROVED'
    if (stateByTrade.get(tradeId) !== must)
      run.findings.add('approvals', `the request for ${orderNo} is ${stateByTrade.get(tradeId)} and must be ${must}`)
  }
  if (rows.length !== waited.length)
    run.findings.add('approvals', `${company.enterpriseId} has ${rows.length} requests, and ${waited.length} orders waited for one`)
}

/** Compares what a company sees of its coupons and requests with what it was answered. */
export async function verifyCouponsAndApprovals(run: CrashCalls, main: RetryingCaller, compared: Compared): Promise<void> {
  await verifyCoupons(run, main, compared)
  await verifyApprovals(run, main, compared)
}
