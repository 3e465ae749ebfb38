/**
 * Owns the member levels of companies, the benefits of each level, and the claimed benefits. Writes the tables `benefit_claim`,
 * `level_benefit`, `level_change`, `level_gift`, `level_status`, `paid_day` and `summed_day`. Never reads an order: the order numbers are
 * passed in.
 */

export { listLevelBenefitDifferences, requireBenefitTemplatesAndGoodsExist } from './benefit-changes.ts'
export { type LevelBenefitTerms, lockLevelBenefits, readBenefitTermsOfAllLevels, saveLevelBenefits } from './benefits.ts'
export { evaluateMemberLevelsForPastDays } from './evaluate-levels.ts'
export { assignGiftsToOrder, findAvailableGifts, releaseGiftsOfUnshippedOrders, type WaitingGift } from './gifts.ts'
export { grantInitialMemberLevel } from './grant-level.ts'
