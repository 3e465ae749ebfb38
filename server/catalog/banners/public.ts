/**
 * Owns the banners of the home page. Writes the tables `banner` and `banner_picture`.
 * Never decides what a guest may open: a banner links to a screen, which decides itself.
 */

export { isBannerEndingSql } from './banners.ts'
