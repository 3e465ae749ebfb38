export { deleteAllFavourites } from './favourites.ts'
export { deleteAllStockWaits, sendBackInStockMessages } from './stock-waits.ts'
