export { forgetFavourites } from './favourites.ts'
