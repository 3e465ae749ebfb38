import { joinSkuProps } from '../../contract/catalog/shapes.ts'
import { ZERO } from '../../contract/money.ts'
import { priceTypes } from '../../contract/ordering/amounts.ts'
import { ownCode } from '../../contract/ordering/own-numbers.ts'
import type { ConsoleOrderDetail, OrderLine } from '../../contract/ordering/shapes.ts'
import { count, money } from '../../ui/format.ts'
import { GoodsCell } from '../kit/goods-picture.tsx'
import { type Column, column, figureColumn, moneyColumn, NONE } from '../kit/list/columns.tsx'
import { DataTable } from '../kit/list/data-table.tsx'
import { Panel } from '../kit/panel.tsx'
import { leftOf, unitsOf } from './order-view.ts'

const units = (title: string, of: (line: OrderLine) => number): Column<OrderLine> =>
  figureColumn({
    title,
    of: (line) => (
      <>
        {count(of(line))} <small>{line.unit}</small>
      </>
    ),
  })

const goods = column<OrderLine>({
  title: '商品',
  of: ({ image, goodsName, gift, skuProps, skuCode, materialCode }) => (
    <GoodsCell
      image={image}
      name={gift ? `${goodsName}（赠品）` : goodsName}
      about={
        <>
          <span className="num">{skuCode}</span> · {joinSkuProps(skuProps)}
          {materialCode !== null && ` · 客户${ownCode({ materialCode })}`}
        </>
      }
    />
  ),
})

const columnsFor = ({ priceType, state, lines }: ConsoleOrderDetail): Column<OrderLine>[] => [
  goods,
  moneyColumn<OrderLine>({ title: priceTypes[priceType], of: ({ price }) => price, width: 112 }),
  units('购买', ({ goodsNum }) => goodsNum),
  units('已发', ({ shipped }) => shipped),
  ...(lines.some(({ refunded }) => refunded > 0) ? [units('已退', ({ refunded }) => refunded)] : []),
  figureColumn<OrderLine>({
    title: '待发',
    width: 80,
    of: (line) => (state === 'CANCELLED' ? NONE : <Left units={leftOf(line)} />),
  }),
  moneyColumn<OrderLine>({ title: '小计', of: ({ amount }) => amount }),
]

const Left = ({ units }: { units: number }) => <span className={units > 0 ? 'still-left' : 'none-left'}>{count(units)}</span>

/** What was ordered, how much of it has left, and what it comes to. */
export function OrderLines({ order }: { order: ConsoleOrderDetail }) {
  const { lines } = order
  const { ordered, left } = unitsOf(lines)
  return (
    <Panel title={`商品 ${lines.length} 种 ${count(ordered)} 件`} extra={<Progress order={order} left={left} />} flush>
      <DataTable columns={columnsFor(order)} rows={lines} rowKey={({ lineNo }) => String(lineNo)} width={760} />
      <Sums order={order} />
    </Panel>
  )
}

function Progress({ order: { state }, left }: { order: ConsoleOrderDetail; left: number }) {
  if (state === 'CANCELLED') return <span className="mute">已取消，不再发货</span>
  return left === 0 ? <span className="mute">已全部发出</span> : <span className="mute">还有 {count(left)} 件未发</span>
}

function Sums({ order: { goodsAmount, freight, couponAmount, payable } }: { order: ConsoleOrderDetail }) {
  return (
    <dl className="sums">
      <div>
        <dt>商品合计</dt>
        <dd className="num">{money(goodsAmount)}</dd>
      </div>
      <div>
        <dt>配送运费</dt>
        <dd className="num">{money(freight)}</dd>
      </div>
      {couponAmount > ZERO && (
        <div>
          <dt>优惠券</dt>
          <dd className="num">−{money(couponAmount)}</dd>
        </div>
      )}
      <div className="sums-total">
        <dt>订单合计</dt>
        <dd className="num">{money(payable)}</dd>
      </div>
    </dl>
  )
}
