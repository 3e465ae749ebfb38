/** The good on the stage. Its picture is known before anything is asked for; its measures come with the goods. */
export const HERO_SLUG = 'pick-u84'

/** Its picture, which the page sends for before its script has come. */
export const heroPicture = {
  src: `/goods/${HERO_SLUG}/cut-640.webp`,
  srcSet: `/goods/${HERO_SLUG}/cut-320.webp 320w, /goods/${HERO_SLUG}/cut-640.webp 640w`,
  sizes: '(min-width: 1024px) 392px, 240px',
}
