export { forgetFavourites, listFavourites } from './favourites.ts'
