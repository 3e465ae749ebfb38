/** The good on the stage. Its picture is known before anything is asked for; its measures come with the goods. */
export const STAGE_SLUG = 'pick-u84'

/** Its picture, which the page sends for before its script has come. */
export const stagePicture = {
  src: `/goods/${STAGE_SLUG}/cut-640.webp`,
  srcSet: `/goods/${STAGE_SLUG}/cut-320.webp 320w, /goods/${STAGE_SLUG}/cut-640.webp 640w`,
  sizes: '(min-width: 1024px) 392px, 240px',
}
