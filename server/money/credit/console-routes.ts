import type { consoleCreditAccountEndpoints } from '#contract/billing/finance/credit-api.ts'
import type { consoleCreditLimitEndpoints } from '#contract/money/credit/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { lockEnterprise } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { lockAndReadCreditPosition } from './credit-accounts.ts'
import { readCreditAccount } from './credit-view.ts'
import { type CreditLimitProposalInput, decideCreditLimitRequest, setCreditLimitOrRequestApproval } from './limit-requests.ts'

/** If two people set a limit at once, the second one sees the first one's change. */
async function name(tx: Tx, moment: Moment, named: CreditLimitProposalInput) {
  const done = await setCreditLimitOrRequestApproval(tx, moment, named)
  return { done, account: await readCreditAccount(tx, moment, named.enterpriseId) }
}

export const consoleCreditLimitHandlers: Handlers<typeof consoleCreditLimitEndpoints> = {
  setBaseLimit: ({ enterpriseId, baseLimit, reason, rowVersion }, { caller, moment, write }) =>
    write(async (tx) => {
      if (!(await lockEnterprise(tx, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
      return name(tx, moment, { enterpriseId, kind: 'base', limitFen: baseLimit, reason, rowVersion, staffId: caller.staffId })
    }),
  grantTempLimit: ({ enterpriseId, tempLimit, creditTempEndDate, reason, rowVersion }, { caller, moment, write }) =>
    write(async (tx) => {
      if (!(await lockEnterprise(tx, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
      if (creditTempEndDate < toShanghaiDay(moment.now)) refuse('DAY_PAST')
      if (!(await lockAndReadCreditPosition(tx, enterpriseId))) refuse('CREDIT_NOT_OPEN')
      const named = { enterpriseId, kind: 'temp', limitFen: tempLimit, endDay: creditTempEndDate, reason, rowVersion } as const
      return name(tx, moment, { ...named, staffId: caller.staffId })
    }),
  setGroupLimit: ({ enterpriseId, groupLimit: limitFen, reason, rowVersion }, { caller: { staffId }, moment, write }) =>
    write(async (tx) => {
      if (!(await lockEnterprise(tx, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
      return {
        done: await setCreditLimitOrRequestApproval(tx, moment, { enterpriseId, kind: 'group', limitFen, reason, rowVersion, staffId }),
      }
    }),
}

/** The second person's decision on a limit. The console has the lists. */
export const creditLimitDecisionHandlers: Handlers<Pick<typeof consoleCreditAccountEndpoints, 'decideLimit'>> = {
  decideLimit: async (given, { caller, moment, write }) => {
    await write(async (tx) => {
      if (!(await lockEnterprise(tx, given.enterpriseId))) refuse('LIMIT_REQUEST_NOT_FOUND')
      await decideCreditLimitRequest(tx, moment, { ...given, staffId: caller.staffId })
    })
    return null
  },
}
