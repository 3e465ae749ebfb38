import { Package } from 'lucide-react'
import { useState } from 'react'

/** A good's picture beside its name; the name says what it is, so the picture is silent. */
export function GoodsPicture({ slug }: { slug: string }) {
  const [missing, setMissing] = useState(false)
  if (missing || slug === '')
    return (
      <span className="goods-picture" aria-hidden>
        <Package size={18} strokeWidth={1.3} />
      </span>
    )
  return (
    <img
      src={`/goods/${slug}/1-320.webp`}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
      className="goods-picture"
    />
  )
}
