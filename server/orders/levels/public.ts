/**
 * Owns the member levels of companies, what each level brings, and what was claimed of it.
 * Writes the tables `benefit_claim`, `level_benefit`, `level_change`, `level_gift`, `level_status`, `paid_day` and `summed_day`.
 * Never reads an order: the numbers of orders are handed in.
 */

export { compareLevelBenefits, requireBenefitsExist } from './benefit-changes.ts'
export { type LevelBenefitTerms, lockLevelBenefits, readLevelBenefits, saveLevelBenefits } from './benefits.ts'
export { evaluateLevels } from './evaluate-levels.ts'
export { assignGiftsToOrder, findAvailableGifts, releaseGifts, type WaitingGift } from './gifts.ts'
export { grantLevel } from './grant-level.ts'
