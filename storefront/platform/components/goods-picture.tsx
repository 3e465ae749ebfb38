import { useState } from 'react'
import { preload } from 'react-dom'

interface Props {
  /** The good's folder. */
  slug: string
  alt: string
  /** 1 the hero view, 2 another angle, 3 the working end. */
  view?: 1 | 2 | 3
  /** How wide it is shown, for the browser's choice among the sizes. */
  sizes: string
  /** Of the first pictures on a page: loaded at once. */
  eager?: boolean
  className?: string
}

const WIDTHS = [320, 640, 960] as const
const sources = (slug: string, view: number, type: 'avif' | 'webp') =>
  WIDTHS.map((width) => `/goods/${slug}/${view}-${width}.${type} ${width}w`).join(', ')

/** Sends for a good's picture as `GoodsPicture` will show it, for whoever knows of it before it is drawn. */
export function preloadPicture(slug: string, sizes: string): void {
  const as = { as: 'image', type: 'image/avif', imageSrcSet: sources(slug, 1, 'avif'), imageSizes: sizes, fetchPriority: 'high' } as const
  if (slug !== '') preload(`/goods/${slug}/1-320.avif`, as)
}

/** A good's picture in the format and size that fit; its place is held while it loads, and a drawn part stands in where there is none. */
export function GoodsPicture({ slug, alt, view = 1, sizes, eager = false, className = '' }: Props) {
  const [missing, setMissing] = useState(false)
  if (missing || slug === '') return <MissingPicture alt={alt} className={className} />
  return (
    <picture>
      <source type="image/avif" srcSet={sources(slug, view, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sources(slug, view, 'webp')} sizes={sizes} />
      <img
        src={`/goods/${slug}/${view}-320.webp`}
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

/** The outline of a pick, as a draughtsman would leave it: better than a broken picture. */
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
