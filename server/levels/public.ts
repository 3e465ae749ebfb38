export { giftsFor, giveWith, releaseGifts, type WaitingGift } from './gifts.ts'
export { giveLevel } from './give-level.ts'
export { keepLevels } from './keep-levels.ts'
