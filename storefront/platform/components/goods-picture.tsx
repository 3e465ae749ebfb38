import { useState } from 'react'
import { preload } from 'react-dom'
import { getPictureUrl, type PictureFormat, pictureSizes } from '#contract/catalog/pictures/picture-urls.ts'

interface Props {
  /** The id of the picture; null: the product has none. */
  picture: string | null
  alt: string
  /** The displayed width, so that the browser can choose a size. */
  sizes: string
  /** One of the first pictures on a page, which load at once. */
  eager?: boolean
  className?: string
}

const sources = (picture: string, format: PictureFormat) =>
  pictureSizes.map((size) => `${getPictureUrl(picture, size, format)} ${size}w`).join(', ')

/** Preloads a product's picture as `GoodsPicture` will show it, for callers that know it before it is rendered. */
export function preloadGoodsPicture(picture: string | null, sizes: string): void {
  if (picture === null) return
  const as = { as: 'image', type: 'image/avif', imageSrcSet: sources(picture, 'avif'), imageSizes: sizes, fetchPriority: 'high' } as const
  preload(getPictureUrl(picture, 320, 'avif'), as)
}

/** A product's picture in a suitable format and size. Its space is reserved while it loads. A drawing replaces a missing picture. */
export function GoodsPicture({ picture, alt, sizes, eager = false, className = '' }: Props) {
  const [missing, setMissing] = useState(false)
  if (missing || picture === null) return <MissingPicture alt={alt} className={className} />
  return (
    <picture>
      <source type="image/avif" srcSet={sources(picture, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sources(picture, 'webp')} sizes={sizes} />
      <img
        src={getPictureUrl(picture, 320, 'webp')}
        alt={alt}
        width={320}
        height={320}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        onError={() => setMissing(true)}
        className={`aspect-square w-full object-contain ${className}`}
      />
    </picture>
  )
}

/** The outline of a pick as a technical drawing, in place of a missing picture. */
function MissingPicture({ alt, className }: { alt: string; className: string }) {
  return (
    <svg
      viewBox="0 0 100 100"
      role="img"
      aria-label={alt}
      aria-hidden={alt === ''}
      className={`aspect-square w-full text-placeholder/45 ${className}`}
    >
      <g fill="none" stroke="currentColor" strokeWidth="1.2">
        <path d="M50 10 57 26H43zM43 26h14l6 22H37zM34 48h32v8H34zM42 56h16v26H42zM44 82h12v8H44z" />
        <path d="M50 4v92" strokeDasharray="6 2 1 2" strokeWidth=".6" />
      </g>
    </svg>
  )
}
