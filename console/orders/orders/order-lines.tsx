import { useQuery } from '@tanstack/react-query'
import { GoodsCell } from '#console/platform/components/goods-picture.tsx'
import {
  type Column,
  customColumn,
  EMPTY_CELL,
  formatOrDash,
  moneyColumn,
  numberColumn,
} from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleMarginEndpoints, type OrderLineMargin } from '#contract/billing/margins/api.ts'
import { priceTypeLabels } from '#contract/orders/orders/amounts.ts'
import { formatMaterialCode } from '#contract/orders/orders/buyer-references.ts'
import type { ConsoleOrderDetail, OrderLine } from '#contract/orders/orders/shapes.ts'
import { formatMoney, formatRateAsExactPercent, ZERO_FEN } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { formatError } from '#ui/format-error.ts'
import { getShippableUnits, sumOrderUnitsByProgress } from './order-view.ts'
import { orderMarginsQuery } from './orders-api.ts'

const units = (title: string, of: (line: OrderLine) => number): Column<OrderLine> =>
  numberColumn({
    title,
    value: (line) => (
      <>
        {formatCount(of(line))} <small>{line.unit}</small>
      </>
    ),
  })

const goods = customColumn<OrderLine>({
  title: '商品',
  value: ({ image, goodsName, gift, skuProps, skuCode, materialCode }) => (
    <GoodsCell
      image={image}
      name={gift ? `${goodsName}（赠品）` : goodsName}
      about={
        <>
          <span className="num">{skuCode}</span> · {formatSkuProps(skuProps)}
          {materialCode !== null && ` · 客户${formatMaterialCode({ materialCode })}`}
        </>
      }
    />
  ),
})

const columnsFor = ({ priceType, state, lines }: ConsoleOrderDetail): Column<OrderLine>[] => [
  goods,
  moneyColumn<OrderLine>({ title: priceTypeLabels[priceType], value: ({ price }) => price, width: 112 }),
  units('购买', ({ goodsNum }) => goodsNum),
  units('已发', ({ shipped }) => shipped),
  ...(lines.some(({ refunded }) => refunded > 0) ? [units('已退', ({ refunded }) => refunded)] : []),
  numberColumn<OrderLine>({
    title: '待发',
    width: 80,
    value: (line) => (state === 'CANCELLED' ? EMPTY_CELL : <Left units={getShippableUnits(line)} />),
  }),
  moneyColumn<OrderLine>({ title: '小计', value: ({ amount }) => amount }),
]

/** 毛利 of each line with its rate; a dash while it has earned nothing, or its cost is unknown. */
const createMarginColumn = (margins: readonly OrderLineMargin[]): Column<OrderLine> =>
  numberColumn<OrderLine>({
    title: '毛利',
    width: 104,
    value: ({ lineNo }) => {
      const { margin = null, rate = null } = margins.find((one) => one.lineNo === lineNo) ?? {}
      if (margin === null) return EMPTY_CELL
      return (
        <span className="two-lines">
          <span>{formatMoney(margin)}</span>
          <small>{formatOrDash(rate, formatRateAsExactPercent)}</small>
        </span>
      )
    },
  })

const Left = ({ units }: { units: number }) => <span className={units > 0 ? 'still-left' : 'none-left'}>{formatCount(units)}</span>

/** The lines of an order, the shipped units, and the total. */
export function OrderLines({ order }: { order: ConsoleOrderDetail }) {
  const { lines, enterpriseId, orderNo } = order
  const { allowed } = usePermission(consoleMarginEndpoints.order)
  const margins = useQuery({ ...orderMarginsQuery({ enterpriseId, orderNo }), enabled: allowed })
  const columns = allowed ? [...columnsFor(order), createMarginColumn(margins.data ?? [])] : columnsFor(order)
  const { ordered, left } = sumOrderUnitsByProgress(lines)
  return (
    <Panel title={`商品 ${lines.length} 种 ${formatCount(ordered)} 件`} extra={<Progress order={order} left={left} />} flush>
      <DataTable columns={columns} rows={lines} rowKey={({ lineNo }) => String(lineNo)} width={allowed ? 800 : 760} />
      {allowed && (
        <p className="order-margin-note">
          {margins.error ? formatError(margins.error) : '毛利为不含税收入减发货当日的移动平均成本，次日可见'}
        </p>
      )}
      <Sums order={order} />
    </Panel>
  )
}

function Progress({ order: { state }, left }: { order: ConsoleOrderDetail; left: number }) {
  if (state === 'CANCELLED') return <span className="mute">已取消，不再发货</span>
  return left === 0 ? <span className="mute">已全部发出</span> : <span className="mute">还有 {formatCount(left)} 件未发</span>
}

function Sums({ order: { goodsAmount, freight, couponAmount, payable } }: { order: ConsoleOrderDetail }) {
  return (
    <dl className="sums">
      <div>
        <dt>商品合计</dt>
        <dd className="num">{formatMoney(goodsAmount)}</dd>
      </div>
      <div>
        <dt>配送运费</dt>
        <dd className="num">{formatMoney(freight)}</dd>
      </div>
      {couponAmount > ZERO_FEN && (
        <div>
          <dt>优惠券</dt>
          <dd className="num">−{formatMoney(couponAmount)}</dd>
        </div>
      )}
      <div className="sums-total">
        <dt>订单合计</dt>
        <dd className="num">{formatMoney(payable)}</dd>
      </div>
    </dl>
  )
}
