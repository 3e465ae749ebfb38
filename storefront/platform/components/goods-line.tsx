import type { ReactNode } from 'react'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { GoodsPicture } from './goods-picture.tsx'

interface Goods {
  goodsId: string
  goodsName: string
  image: string | null
  /** JSON of a property map. */
  skuProps: string
  skuCode: string
  /** 客户物料编码, if the company has one. */
  materialCode?: string | null
}

interface Props {
  goods: Goods
  /** Greyed out: it is no longer available. */
  dim?: boolean
  size?: 'sm' | 'md'
  children?: ReactNode
}

/** A product in a list: its picture, name, 规格 and part number, and below them what the list adds. */
export function GoodsLine({
  goods: { goodsId, goodsName, image, skuProps, skuCode, materialCode },
  dim = false,
  size = 'md',
  children,
}: Props) {
  const picture = size === 'sm' ? 'size-14' : 'size-18 md:size-20'
  return (
    <div className="flex min-w-0 gap-3">
      <Link
        to="/detail"
        search={{ goodsId }}
        tabIndex={-1}
        aria-hidden
        className={`${picture} shrink-0 overflow-hidden rounded-control border border-line-soft bg-[radial-gradient(90%_90%_at_50%_40%,#fbfbf9,#e9e8e3)] ${dim ? 'opacity-50 grayscale' : ''}`}
      >
        <GoodsPicture picture={image} alt="" sizes="80px" className="h-full" />
      </Link>
      <div className="min-w-0 flex-1">
        <Link
          to="/detail"
          search={{ goodsId }}
          className={`finger block font-medium break-words hover:text-jade ${size === 'md' ? 'md:text-md' : ''} ${dim ? 'text-mute' : ''}`}
        >
          {goodsName}
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-mute">
          <span className="break-words empty:hidden">{formatSkuProps(skuProps)}</span>
          <span className="num">{skuCode}</span>
          {materialCode && (
            <span className="rounded-[3px] bg-line-soft px-1 text-ink" data-hint="本企业物料编码">
              <span className="sr-only">本企业</span>物料<span className="sr-only">编码</span> <span className="num">{materialCode}</span>
            </span>
          )}
        </p>
        {children}
      </div>
    </div>
  )
}
