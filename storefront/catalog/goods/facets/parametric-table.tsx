import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ParametricTableColumn, ParametricTableRow } from '#contract/catalog/goods/shapes.ts'
import { QUANTITY_TOO_LARGE } from '#contract/catalog/pricing/quantity.ts'
import { parametricTableQuery } from '#storefront/catalog/goods/catalog-api.ts'
import { type GoodsListFilter, PAGE_SIZE, toChangedGoodsListLink } from '#storefront/catalog/goods/goods-list/shop-view.ts'
import { useAddToCart } from '#storefront/catalog/goods/use-buying.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { QuantityStepper } from '#storefront/platform/components/stepper.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatCount } from '#ui/format.ts'
import { nextParametricTableSort, parseParametricTableSort, toSkuListInput } from './table-view.ts'

/** 参数表: one row per SKU, with the attributes by which the goods are compared. On narrow screens it scrolls inside itself. */
export function ParametricTable({ filter }: { filter: GoodsListFilter }) {
  const navigate = useNavigate()
  const skus = useQuery(parametricTableQuery(toSkuListInput(filter)))
  const turn = (pageNo: number) => {
    void navigate(toChangedGoodsListLink(filter, { pageNo }))
    window.scrollTo(0, 0)
  }
  return (
    <QueryContent from={skus} skeleton={<Skeleton className="h-112" />}>
      {({ dataList, columns, total }) => (
        <>
          <p role="status" className="mb-2 text-sm text-mute">
            共 <b className="num text-ink">{formatCount(total)}</b> 个规格
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section aria-label="参数表" tabIndex={0} className="panel relative overflow-x-auto">
            <table className="w-full border-separate border-spacing-0 text-left text-sm">
              <TableHead filter={filter} columns={columns} />
              <tbody>
                {dataList.map((row) => (
                  <Row key={row.skuId} row={row} columns={columns} />
                ))}
              </tbody>
            </table>
          </section>
          <Pagination pageNo={filter.pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
        </>
      )}
    </QueryContent>
  )
}

const HEAD = 'border-b border-line bg-paper px-3 py-1 font-normal whitespace-nowrap text-mute'
/** The first column stays fixed while the others scroll. */
const STICKY = 'sticky left-0 z-10 max-md:max-w-32'

function TableHead({ filter, columns }: { filter: GoodsListFilter; columns: readonly ParametricTableColumn[] }) {
  return (
    <thead>
      <tr>
        <SortHead filter={filter} sort="name" className={STICKY}>
          商品
        </SortHead>
        <SortHead filter={filter} sort="code">
          规格编码
        </SortHead>
        <SortHead filter={filter} sort="price" right>
          现金价
        </SortHead>
        <SortHead filter={filter} sort="creditPrice" right>
          赊销价
        </SortHead>
        <SortHead filter={filter} sort="stock" right>
          现货
        </SortHead>
        {columns.map(({ code, name, unit, kind }) => (
          <SortHead key={code} filter={filter} sort={`attribute.${code}`} right={kind === 'number'}>
            {unit === '' ? name : `${name}（${unit}）`}
          </SortHead>
        ))}
        <th scope="col" className={`${HEAD} ${LAST}`}>
          数量
        </th>
      </tr>
    </thead>
  )
}

interface SortHeadProps {
  filter: GoodsListFilter
  sort: string
  right?: boolean
  className?: string
  children: ReactNode
}

/** On wide screens the quantity and the button stay at the right edge. */
const LAST = 'md:sticky md:right-0 md:z-10 md:border-l'

/** The header of a column is a link, because the order is in the URL. */
function SortHead({ filter, sort, right = false, className = '', children }: SortHeadProps) {
  const order = parseParametricTableSort(filter.tableSort)
  const own = order?.key === sort ? order : undefined
  const Icon = own === undefined ? ArrowUpDown : own.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={own === undefined ? undefined : own.descending ? 'descending' : 'ascending'}
      className={`${HEAD} ${right ? 'text-right' : ''} ${className}`}
    >
      <Link
        {...toChangedGoodsListLink(filter, { tableSort: nextParametricTableSort(order, sort) })}
        resetScroll={false}
        className={`inline-flex min-h-8 items-center gap-1 hover:text-jade ${own === undefined ? '' : 'font-medium text-jade'}`}
      >
        {children}
        <Icon className="size-3.5 shrink-0" aria-hidden />
      </Link>
    </th>
  )
}

const CELL = 'border-b border-line-soft px-3 py-2 group-last:border-0'
const NUMBER = `${CELL} num text-right whitespace-nowrap`

function Row({ row, columns }: { row: ParametricTableRow; columns: readonly ParametricTableColumn[] }) {
  const { goodsId, skuId, goodsName, code, salePrice, creditPrice, soldOut, stock, values, unit } = row
  return (
    <tr className="group">
      <th scope="row" className={`${CELL} ${STICKY} bg-white font-medium md:whitespace-nowrap`}>
        <Link to="/detail" search={{ goodsId, skuId }} className="finger hover:text-jade">
          {goodsName}
        </Link>
      </th>
      <td className={`${CELL} num whitespace-nowrap`}>{code}</td>
      <td className={NUMBER}>
        <Price amount={salePrice} kind="sale" size="sm" />
      </td>
      <td className={NUMBER}>
        {creditPrice === null ? <span className="text-mute">不支持赊销</span> : <Price amount={creditPrice} kind="credit" size="sm" />}
      </td>
      <td className={NUMBER}>{soldOut ? '已售罄' : `${formatCount(stock)} ${unit}`}</td>
      {columns.map((column, at) => (
        <td key={column.code} className={column.kind === 'number' ? NUMBER : `${CELL} max-w-60`}>
          {values[at] || <span className="text-mute">—</span>}
        </td>
      ))}
      <td className={`${CELL} ${LAST} bg-white`}>
        <AddRow row={row} />
      </td>
    </tr>
  )
}

/** The quantity, and the button that adds it to the cart. */
function AddRow({ row: { skuId, goodsName, code, unit, minimum, step, soldOut, shopPaused } }: { row: ParametricTableRow }) {
  const [quantity, setQuantity] = useState(minimum)
  const [tooLarge, setTooLarge] = useState(false)
  const { reason: denied } = usePermission('addCart', 'goods')
  const add = useAddToCart()
  const name = `${goodsName}（${code}）`
  const blocked = denied ?? (shopPaused ? '店铺暂停营业' : soldOut ? '已售罄' : tooLarge ? QUANTITY_TOO_LARGE : undefined)
  return (
    <div className="flex items-center gap-2">
      <div className="h-8 w-24 shrink-0">
        <QuantityStepper
          value={quantity}
          rule={{ minimum, step }}
          label={`${name} 购买数量`}
          size="sm"
          onChange={setQuantity}
          onTooLarge={setTooLarge}
        />
      </div>
      <Button
        size="sm"
        className="h-8 shrink-0"
        busy={add.isPending}
        busyText="加入中"
        aria-label={`加购 ${name}`}
        onClick={() => add.mutate({ skuId, goodsNum: quantity, name, unit })}
        blocked={blocked}
      >
        加购
      </Button>
    </div>
  )
}
