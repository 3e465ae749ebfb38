import type { GoodsDetail, Sku } from '#contract/catalog/goods/shapes.ts'
import { formatOrderableQuantityRule } from '#contract/catalog/pricing/quantity.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatCount } from '#ui/format.ts'
import { formatGramsAsKilograms } from './detail-view.ts'

interface Props {
  goods: GoodsDetail
  sku: Sku
}

/** All SKUs of a product: a table, on phones a list. */
export function SkuTable({ goods, sku }: Props) {
  return (
    <section aria-label="全部规格" className="panel mt-3 p-4 md:mt-4 md:p-6">
      <h2 className="mb-3 text-lg">
        全部规格 <span className="num text-base text-mute">{goods.skus.length}</span>
      </h2>
      <Table goods={goods} sku={sku} />
      <List goods={goods} sku={sku} />
    </section>
  )
}

const CELL = 'border-t border-line-soft px-3 py-2.5'
const NUMBER = `${CELL} num text-right whitespace-nowrap`

function Table({ goods, sku: shown }: Props) {
  const { skus, unit } = goods
  return (
    <table className="hidden w-full text-left md:table">
      <thead>
        <tr className="text-sm text-mute">
          {['规格', '编码'].map((label) => (
            <th key={label} scope="col" className="px-3 pb-2 font-normal">
              {label}
            </th>
          ))}
          {['现金价', '赊销价', '现货', '单重 kg'].map((label) => (
            <th key={label} scope="col" className="px-3 pb-2 text-right font-normal">
              {label}
            </th>
          ))}
          <th scope="col" className="px-3 pb-2 font-normal">
            起订
          </th>
          <th scope="col" className="px-3 pb-2 font-normal">
            <span className="sr-only">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {skus.map((sku) => (
          <tr key={sku.skuId} className={sku.skuId === shown.skuId ? 'bg-jade-tint' : 'hover:bg-paper'}>
            <th scope="row" className={`${CELL} font-medium`}>
              {formatSkuProps(sku.skuProps)}
            </th>
            <td className={`${CELL} num`}>{sku.code}</td>
            <td className={NUMBER}>
              <Price amount={sku.salePrice} kind="sale" size="sm" />
            </td>
            <td className={NUMBER}>
              <Credit sku={sku} />
            </td>
            <td className={NUMBER}>{sku.soldOut ? '已售罄' : formatCount(sku.stock)}</td>
            <td className={NUMBER}>{sku.weightGrams > 0 ? formatGramsAsKilograms(sku.weightGrams) : '—'}</td>
            <td className={`${CELL} text-sm`}>{formatOrderableQuantityRule(sku, unit) || `1${unit}起订`}</td>
            <td className={`${CELL} text-right`}>
              <Choose goods={goods} sku={sku} chosen={sku.skuId === shown.skuId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Credit = ({ sku: { creditPrice } }: { sku: Sku }) =>
  creditPrice === null ? <span className="text-sm text-mute">不支持赊销</span> : <Price amount={creditPrice} kind="credit" size="sm" />

function Choose({ goods: { goodsId }, sku: { skuId, code }, chosen }: Props & { chosen: boolean }) {
  if (chosen) return <span className="text-sm text-jade">已选</span>
  return (
    <Link
      to="/detail"
      search={{ goodsId, skuId }}
      replace
      aria-label={`选此规格 ${code}`}
      className="finger text-sm whitespace-nowrap text-jade hover:underline"
    >
      选此规格
    </Link>
  )
}

function List({ goods, sku: shown }: Props) {
  return (
    <ul className="-mx-4 md:hidden">
      {goods.skus.map((sku) => {
        const chosen = sku.skuId === shown.skuId
        return (
          <li key={sku.skuId} className={`border-t border-line-soft px-4 py-2.5 ${chosen ? 'bg-jade-tint' : ''}`}>
            <div className="flex items-baseline justify-between gap-3">
              <b className="font-medium">{formatSkuProps(sku.skuProps)}</b>
              <Choose goods={goods} sku={sku} chosen={chosen} />
            </div>
            <p className="text-xs text-mute">
              <span className="num">{sku.code}</span> · {sku.soldOut ? '已售罄' : `现货 ${formatCount(sku.stock)} ${goods.unit}`}
              {formatOrderableQuantityRule(sku, goods.unit) && ` · ${formatOrderableQuantityRule(sku, goods.unit)}`}
            </p>
            <p className="mt-1 flex gap-5 text-xs text-mute">
              <span>
                现金价 <Price amount={sku.salePrice} kind="sale" size="sm" />
              </span>
              <span>
                赊销价 <Credit sku={sku} />
              </span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
