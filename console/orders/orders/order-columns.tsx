import { type ChosenRows, RowCheckboxCell } from '#console/orders/parcels/delivery-notes.tsx'
import { EnterpriseTagChips } from '#console/people/account-managers/tags.tsx'
import { formatEnterpriseName as nameOf } from '#console/people/enterprises/enterprise-view.ts'
import { countColumn, customColumn, EMPTY_CELL, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import { formatBuyerReferences } from '#contract/orders/orders/buyer-references.ts'
import type { OrderQueue } from '#contract/orders/orders/console-api.ts'
import { type OrderState, orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import type { ConsoleOrderDetail, ConsoleOrderRow } from '#contract/orders/orders/shapes.ts'
import { formatPromisedDay } from '#contract/sites/delivery-times/promised-day.ts'
import { shipDueFilters } from '#contract/sites/delivery-times/ship-by-day.ts'
import { orderCaseQueue } from './order-queue.ts'
import { getShipDue, orderTones } from './order-view.ts'

/** The state of an order, whether its buyer asks to cancel it, and whether a buyer of the parent has placed it. */
export function OrderStateAndOriginTags({
  order: { state, cancelAskedAt, parentName },
}: {
  order: Pick<ConsoleOrderDetail, 'state' | 'cancelAskedAt' | 'parentName'>
}) {
  return (
    <span className="tags">
      <Tag tone={orderTones[state]}>{orderLifecycle.states[state].label}</Tag>
      {cancelAskedAt && <Tag tone="bad">申请取消</Tag>}
      {parentName !== null && <Tag tone="over">集团采购</Tag>}
    </span>
  )
}

/** The number of an order. It opens the order in its queue if the list shows one: that of the address, or `queue`. */
const OrderNumber = ({ order, queue }: { order: ConsoleOrderRow; queue?: OrderQueue | undefined }) => {
  const { orderNo, poNumber, costCentre, tags } = order
  return (
    <div className="two-lines">
      <CaseLink queue={orderCaseQueue} row={order} filters={queue && `queue=${queue}`} className="num">
        {orderNo}
      </CaseLink>
      {(poNumber !== '' || costCentre !== '') && <small>{formatBuyerReferences({ poNumber, costCentre })}</small>}
      {tags.length > 0 && <EnterpriseTagChips tags={tags} />}
    </div>
  )
}

const SHIPPED: readonly OrderState[] = ['PART_SENT', 'SENT', 'WAIT_COMMENT', 'DONE']

/** Whether parcels of the order have left, so that it has delivery notes. */
export const hasShippedParcels = ({ state }: ConsoleOrderRow): boolean => SHIPPED.includes(state)

/** 发货时限: the day on which an order is to be shipped, marked on that day and after it. */
export function ShipByDay({ day }: { day: string | null }) {
  const now = useNow()
  if (day === null) return EMPTY_CELL
  const due = getShipDue(day, now)
  if (due === undefined) return <span className="num">{formatPromisedDay(day)}</span>
  const { label } = shipDueFilters[due]
  return due === 'overdue' ? <Tag tone="bad">{`${day.slice(5)} ${label}`}</Tag> : <Tag tone="wait">{label}</Tag>
}

/** The number of the order, with a checkbox to choose it for printing. */
const choiceColumn = (chosen: ChosenRows<ConsoleOrderRow>) =>
  customColumn<ConsoleOrderRow>({
    title: '订单号',
    width: 216,
    value: (order) => (
      <RowCheckboxCell
        label={`订单 ${order.orderNo}`}
        checked={chosen.has(order)}
        reason={hasShippedParcels(order) ? undefined : '还没有发出包裹'}
        choose={(yes) => chosen.set([order], yes)}
      >
        <OrderNumber order={order} />
      </RowCheckboxCell>
    ),
  })
const state = customColumn<ConsoleOrderRow>({
  title: '状态',
  width: 132,
  value: (order) => (
    <div className="two-lines">
      <OrderStateAndOriginTags order={order} />
      {order.shipByDay !== null && <ShipByDay day={order.shipByDay} />}
    </div>
  ),
})
const buyer = customColumn<ConsoleOrderRow>({
  title: '采购企业',
  value: ({ enterpriseName, receiverRegion }) => <TwoLines top={nameOf({ name: enterpriseName })} below={receiverRegion} />,
})
const goods = customColumn<ConsoleOrderRow>({
  title: '商品',
  value: ({ firstGoods, shopName }) => <TwoLines top={firstGoods} below={shopName} />,
})
const units = countColumn<ConsoleOrderRow>({ title: '件数', value: ({ goodsCount }) => goodsCount, width: 80 })
const payable = moneyColumn<ConsoleOrderRow>({ title: '订单金额', value: ({ payable }) => payable, width: 120 })
const method = customColumn<ConsoleOrderRow>({ title: '支付方式', width: 92, value: ({ method }) => paymentMethods[method].label })
const placed = instantColumn<ConsoleOrderRow>({ title: '下单时间', value: ({ createdAt }) => createdAt })

const TwoLines = ({ top, below }: { top: string; below: string }) => (
  <div className="two-lines">
    <span>{top}</span>
    <small>{below}</small>
  </div>
)

const rest = [state, buyer, goods, units, payable, method, placed]

/** The columns of the orders of one queue, outside of the list of orders. */
export const toQueuedOrderColumns = (queue: OrderQueue) => [
  customColumn<ConsoleOrderRow>({ title: '订单号', width: 172, value: (order) => <OrderNumber order={order} queue={queue} /> }),
  ...rest,
]

/** The same columns with a checkbox in each row that has delivery notes. */
export const toOrderColumnsWithCheckbox = (chosen: ChosenRows<ConsoleOrderRow>) => [choiceColumn(chosen), ...rest]
