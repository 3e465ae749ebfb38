export { giftsFor, giveWith, releaseGifts, type WaitingGift } from './gifts.ts'
export { keepLevels } from './keep-levels.ts'
