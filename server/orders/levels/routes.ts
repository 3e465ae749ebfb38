import type { memberLevelEndpoints } from '#contract/orders/levels/api.ts'
import type { BenefitName } from '#contract/orders/levels/benefits.ts'
import type { consoleLevelEndpoints } from '#contract/orders/levels/console-api.ts'
import { getLevelThreshold } from '#contract/orders/levels/level-status.ts'
import type { ClaimedBenefit } from '#contract/orders/levels/shapes.ts'
import { readMemberLevelThresholdAmounts } from '#server/content/content/public.ts'
import { countEnterprisesByMemberLevel } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readBenefitTermsOfAllLevels, readLevelBenefitsWithNames } from './benefits.ts'
import { claimBenefit } from './claim-benefit.ts'
import { type FindOrderNumbers, readMemberLevelStatus } from './member-status.ts'

interface Claiming {
  caller: { enterpriseId: string; userId: string }
  moment: Moment
  write(work: (tx: Tx) => Promise<ClaimedBenefit>): Promise<ClaimedBenefit>
}

const claims =
  (benefit: BenefitName) =>
  (_: object, { caller: { enterpriseId, userId }, moment, write }: Claiming): Promise<ClaimedBenefit> =>
    write((tx) => claimBenefit(tx, moment, { enterpriseId, userId, benefit }))

export const createMemberLevelHandlers = (findOrderNumbers: FindOrderNumbers): Handlers<typeof memberLevelEndpoints> => ({
  status: (_, { db, caller, moment }) => readMemberLevelStatus(db, moment, caller.enterpriseId, findOrderNumbers),
  claimTempLimit: claims('temp'),
  claimCoupons: claims('coupons'),
  claimGift: claims('gift'),
})

export const consoleLevelListHandlers: Handlers<Pick<typeof consoleLevelEndpoints, 'list'>> = {
  list: async (_, { db }) => {
    const levels = await readBenefitTermsOfAllLevels(db)
    const thresholds = await readMemberLevelThresholdAmounts(db)
    const companies = await countEnterprisesByMemberLevel(db)
    return (await readLevelBenefitsWithNames(db, levels)).map((one, at) => ({
      threshold: getLevelThreshold(thresholds, one.level),
      companies: companies.get(one.level) ?? 0,
      changedAt: levels[at]?.changedAt ?? null,
      rowVersion: levels[at]?.rowVersion ?? 0,
      ...one,
    }))
  },
}
