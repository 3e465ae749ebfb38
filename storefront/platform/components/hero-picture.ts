/** The product in the hero. Its picture is known before any request. Its dimensions come with the product data. */
export const HERO_SLUG = 'pick-u84'

/** The picture of the hero, which the page requests before its script has loaded. */
export const heroPicture = {
  src: `/goods/${HERO_SLUG}/cut-640.webp`,
  srcSet: `/goods/${HERO_SLUG}/cut-320.webp 320w, /goods/${HERO_SLUG}/cut-640.webp 640w`,
  sizes: '(min-width: 1024px) 392px, 240px',
}
