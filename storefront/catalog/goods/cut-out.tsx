import { useState } from 'react'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'

interface Props {
  /** The folder of the goods' pictures; null: no picture. */
  slug: string | null
  sizes: string
  className?: string
}

/** A picture of goods without background, as decoration next to the name. Without a cut-out it shows the normal picture. */
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
