import type { consoleCredit } from '../../contract/credit/api.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/shanghai.ts'
import type { Handlers } from '../http/context.ts'
import { findEnterprise } from '../organisation/public.ts'
import { changeLimit, lockCredit } from './credit-accounts.ts'
import { describeCredit } from './credit-view.ts'

export const consoleCreditHandlers: Handlers<typeof consoleCredit> = {
  setBaseLimit: ({ enterpriseId, baseLimit, reason }, { caller, moment, write }) =>
    write(async (tx) => {
      if (!(await findEnterprise(tx, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
      await lockCredit(tx, enterpriseId)
      await changeLimit(tx, moment, { enterpriseId, kind: 'base', limitFen: baseLimit, reason, staffId: caller.staffId })
      return (await describeCredit(tx, moment, enterpriseId)) ?? refuse('CREDIT_NOT_OPEN')
    }),
  grantTempLimit: ({ enterpriseId, tempLimit, creditTempEndDate, reason }, { caller, moment, write }) =>
    write(async (tx) => {
      if (!(await findEnterprise(tx, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
      if (creditTempEndDate < dayOf(moment.now)) refuse('DAY_PAST')
      if (!(await lockCredit(tx, enterpriseId))) refuse('CREDIT_NOT_OPEN')
      const change = {
        enterpriseId,
        kind: 'temp',
        limitFen: tempLimit,
        endDay: creditTempEndDate,
        reason,
        staffId: caller.staffId,
      } as const
      await changeLimit(tx, moment, change)
      return (await describeCredit(tx, moment, enterpriseId)) ?? refuse('CREDIT_NOT_OPEN')
    }),
}
