import { cutOutSizes, getCutOutUrl } from '#contract/catalog/pictures/picture-urls.ts'

/** The picture of the stage, as the page requests it before its script has loaded. */
export const toHomeHeroPictureAttributes = (pictureId: string) => ({
  src: getCutOutUrl(pictureId, 640),
  srcSet: cutOutSizes.map((size) => `${getCutOutUrl(pictureId, size)} ${size}w`).join(', '),
  sizes: '(min-width: 1024px) 392px, 240px',
})
