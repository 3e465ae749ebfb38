export { forgetFavourites } from './favourites.ts'
export { forgetWaits, tellStockBack } from './stock-waits.ts'
