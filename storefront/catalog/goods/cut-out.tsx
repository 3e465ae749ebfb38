import { useState } from 'react'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'

interface Props {
  /** The good's folder; null: none stands for it. */
  slug: string | null
  sizes: string
  className?: string
}

/** A good without its ground, as decoration beside its name; its plain picture stands in where there is no cut-out. */
export function CutOut({ slug, sizes, className = '' }: Props) {
  const [missing, setMissing] = useState(false)
  if (slug === null || missing) return <GoodsPicture slug={slug ?? ''} alt="" sizes={sizes} className={className} />
  return (
    <img
      src={`/goods/${slug}/cut-320.webp`}
      alt=""
      width={320}
      height={320}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
      className={`aspect-square object-contain ${className}`}
    />
  )
}
