import { useState } from 'react'
import { getCutOutUrl } from '#contract/catalog/pictures/picture-urls.ts'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'

interface Props {
  /** The id of the picture; null: there is none. */
  picture: string | null
  sizes: string
  className?: string
}

/** A picture of goods without background, as decoration next to the name. A picture without a cut-out is shown with its background. */
export function CutOutGoodsPicture({ picture, sizes, className = '' }: Props) {
  const [missing, setMissing] = useState(false)
  if (picture === null || missing) return <GoodsPicture picture={picture} alt="" sizes={sizes} className={className} />
  return (
    <img
      src={getCutOutUrl(picture, 320)}
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
