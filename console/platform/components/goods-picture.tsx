import { Package } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { getPictureUrl } from '#contract/catalog/pictures/picture-urls.ts'

/** A product's picture beside its name. Its alt text is empty because the name describes it. */
function GoodsPicture({ picture }: { picture: string | null }) {
  const [missing, setMissing] = useState(false)
  if (missing || picture === null)
    return (
      <span className="goods-picture" aria-hidden>
        <Package size={18} strokeWidth={1.3} />
      </span>
    )
  return (
    <img
      src={getPictureUrl(picture, 320, 'webp')}
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
  image: string | null
  name: string
  about: ReactNode
}

/** A product in a table: its picture, its name, and further details below. */
export const GoodsCell = ({ image, name, about }: CellProps) => (
  <div className="goods">
    <GoodsPicture picture={image} />
    <div className="two-lines">
      <span>{name}</span>
      <small>{about}</small>
    </div>
  </div>
)
