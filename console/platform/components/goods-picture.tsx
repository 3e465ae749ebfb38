import { Package } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/** A good's picture beside its name; the name says what it is, so the picture is silent. */
function GoodsPicture({ slug }: { slug: string }) {
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

interface CellProps {
  image: string
  name: string
  about: ReactNode
}

/** A good in a table: its picture, its name, and below it what else says which it is. */
export const GoodsCell = ({ image, name, about }: CellProps) => (
  <div className="goods">
    <GoodsPicture slug={image} />
    <div className="two-lines">
      <span>{name}</span>
      <small>{about}</small>
    </div>
  </div>
)
