export { giveWith, releaseGifts, type WaitingGift, waitingGifts } from './gifts.ts'
export { keepLevels } from './keep-levels.ts'
