/** The product in the hero, by its name. Its picture is known before any request. Its dimensions come with the product data. */
export const HERO_GOODS_NAME = 'U84 采煤截齿'

/** The picture of the hero, which belongs to the screen and which the page requests before its script has loaded. */
export const heroPicture = {
  src: '/stage/pick-640.webp',
  srcSet: '/stage/pick-320.webp 320w, /stage/pick-640.webp 640w',
  sizes: '(min-width: 1024px) 392px, 240px',
}
