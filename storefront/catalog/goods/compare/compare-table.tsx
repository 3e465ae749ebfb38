import { X } from 'lucide-react'
import type { ComparedSku } from '#contract/catalog/goods-compare/api.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { AddToCartControls } from '#storefront/catalog/goods/add-to-cart.tsx'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import type { CompareRow } from './compare-view.ts'
import { isSkuOrderableAtMinimum } from './compare-view.ts'

interface Props {
  skus: readonly ComparedSku[]
  rows: readonly CompareRow[]
  onRemove: (skuId: string) => void
}

const HEAD = 'sticky left-0 w-24 bg-white px-3 text-left align-top text-sm font-normal text-mute md:w-28'
const CELL = 'w-40 border-l border-line-soft px-3 py-2.5 align-top md:w-auto'

/** The compared SKUs beside each other. A wide table scrolls within its frame, and the names of the rows stay. */
export function CompareTable({ skus, rows, onRemove }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the frame
    <section aria-label="对比表" tabIndex={0} className="panel overflow-x-auto">
      <table className="w-full min-w-max table-fixed md:min-w-0">
        <thead>
          <tr>
            <td className={HEAD} />
            {skus.map((sku) => (
              <th key={sku.skuId} scope="col" className={`${CELL} text-left font-normal`}>
                <Head sku={sku} onRemove={onRemove} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className={`border-t border-line-soft ${row.differs ? 'bg-copper-tint' : ''}`}>
              <th scope="row" className={`${HEAD} py-2.5`}>
                {row.name}
                {row.differs && <span className="sr-only">（不同）</span>}
              </th>
              {skus.map(({ skuId }, at) => (
                <Value key={skuId} row={row} value={row.values[at] ?? null} />
              ))}
            </tr>
          ))}
          <tr className="border-t border-line-soft">
            <th scope="row" className={`${HEAD} py-2.5`}>
              购买
            </th>
            {skus.map((sku) => (
              <td key={sku.skuId} className={CELL}>
                <Buy sku={sku} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function Head({
  sku: { skuId, goodsId, goodsName, image, skuProps, skuCode, onShelf },
  onRemove,
}: { sku: ComparedSku } & Pick<Props, 'onRemove'>) {
  const link = { to: '/detail', search: { goodsId, skuId } } as const
  return (
    <div className="relative">
      <Link {...link} tabIndex={-1} aria-hidden className={`block size-24 ${onShelf ? '' : 'opacity-45 grayscale'}`}>
        <GoodsPicture picture={image} alt="" sizes="96px" />
      </Link>
      <button
        type="button"
        aria-label={`移出对比 ${goodsName} ${skuCode}`}
        onClick={() => onRemove(skuId)}
        className="absolute top-0 right-0 grid size-9 place-items-center text-mute hover:text-jade"
      >
        <X className="size-4" aria-hidden />
      </button>
      <Link {...link} className="mt-1.5 block py-0.5 font-medium break-words hover:text-jade">
        {goodsName}
      </Link>
      <p className="mt-0.5 text-sm break-words text-mute">{formatSkuProps(skuProps)}</p>
      <p className="num text-xs break-words text-mute">{skuCode}</p>
    </div>
  )
}

const COLOURS = { sale: 'num font-semibold text-copper', credit: 'num font-semibold text-steel' }

function Value({ row: { price }, value }: { row: CompareRow; value: string | null }) {
  if (value === null) return <td className={`${CELL} text-mute`}>—</td>
  const amount = price !== undefined && value.startsWith('¥')
  return (
    <td className={`${CELL} break-words`}>
      <span className={amount ? COLOURS[price] : ''}>{value}</span>
    </td>
  )
}

function Buy({ sku }: { sku: ComparedSku }) {
  const { onShelf, shopPaused, goodsName, skuCode } = sku
  if (!onShelf) return <p className="text-sm text-danger">已下架，请移出对比</p>
  if (shopPaused) return <p className="text-sm text-danger">店铺暂停营业，暂时不能购买</p>
  return <AddToCartControls goods={{ ...sku, name: `${goodsName} ${skuCode}`, soldOut: !isSkuOrderableAtMinimum(sku) }} />
}
