/**
 * Owns the favourites of people, and who waits for a SKU that is sold out.
 * Writes the tables `favourite` and `stock_wait`.
 * Never changes the stock.
 */

export { deleteAllFavouritesOfMember } from './favourites.ts'
export { deleteStockWaitsOfMember, sendBackInStockMessages } from './stock-waits.ts'
