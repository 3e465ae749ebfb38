/**
 * Owns the home page: its sections in their order, and the picture on its stage.
 * Writes the table `home_section`.
 * Never shows a section to somebody whom it is not for.
 */

export { saveHomeHeroPicture } from './hero-picture.ts'
