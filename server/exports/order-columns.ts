// What exported lists of orders are made of.
import { joinSkuProps } from '../../contract/catalog/shapes.ts'
import type { Fen } from '../../contract/money.ts'
import { paymentMethods, priceTypes } from '../../contract/ordering/amounts.ts'
import { orderLifecycle } from '../../contract/ordering/order-lifecycle.ts'
import type { ConsoleOrderRow, OrderLine, OrderRow } from '../../contract/ordering/shapes.ts'
import { told } from '../printing/public.ts'

type Head = Omit<OrderRow, 'lines' | 'actions' | 'projectId' | 'projectName'>

const text = <Row>(title: string, width: number, of: (row: Row) => string | null) => told<Row>(title, width, 'text', of)
const money = <Row>(title: string, of: (row: Row) => Fen | null) => told<Row>(title, 14, 'money', of)
const count = <Row>(title: string, of: (row: Row) => number) => told<Row>(title, 10, 'count', of)

/** What names an order, in our books and in the buyer's. */
const names = <Row extends Pick<Head, 'orderNo' | 'poNumber' | 'costCentre' | 'createdAt'>>() => [
  text<Row>('订单号', 22, ({ orderNo }) => orderNo),
  text<Row>('采购单号', 20, ({ poNumber }) => poNumber),
  text<Row>('成本中心', 20, ({ costCentre }) => costCentre),
  told<Row>('下单时间', 20, 'instant', ({ createdAt }) => createdAt),
]

const states = <Row extends Head>() => [
  text<Row>('状态', 10, ({ state }) => orderLifecycle.states[state].label),
  text<Row>('店铺', 20, ({ shopName }) => shopName),
  text<Row>('支付方式', 12, ({ method }) => paymentMethods[method].label),
  text<Row>('价格类型', 10, ({ priceType }) => priceTypes[priceType]),
]

export const orderColumns = [
  ...names<OrderRow>(),
  ...states<OrderRow>(),
  text<OrderRow>('项目', 24, ({ projectName }) => projectName),
  text<OrderRow>('商品', 48, ({ lines }) => lines.map(({ goodsName }) => goodsName).join('、')),
  count<OrderRow>('件数', ({ goodsCount }) => goodsCount),
  money<OrderRow>('订单合计', ({ payable }) => payable),
]

/** A line of an order, with the order that it is a line of. */
export interface OrderedLine {
  order: OrderRow
  line: OrderLine
}

export const lineColumns = [
  ...names<OrderRow>().map(({ of, ...column }) => ({ ...column, of: ({ order }: OrderedLine) => of(order) })),
  ...states<OrderRow>().map(({ of, ...column }) => ({ ...column, of: ({ order }: OrderedLine) => of(order) })),
  text<OrderedLine>('项目', 24, ({ order }) => order.projectName),
  text<OrderedLine>('设备', 20, ({ line }) => line.equipmentName),
  text<OrderedLine>('商品', 32, ({ line }) => line.goodsName),
  text<OrderedLine>('商品规格', 28, ({ line }) => joinSkuProps(line.skuProps)),
  text<OrderedLine>('商品编码', 20, ({ line }) => line.skuCode),
  text<OrderedLine>('物料编码', 20, ({ line }) => line.materialCode),
  money<OrderedLine>('商品单价', ({ line }) => line.price),
  count<OrderedLine>('购买数量', ({ line }) => line.goodsNum),
  text<OrderedLine>('单位', 8, ({ line }) => line.unit),
  money<OrderedLine>('小计', ({ line }) => line.amount),
  count<OrderedLine>('已发数量', ({ line }) => line.shipped),
  count<OrderedLine>('已退数量', ({ line }) => line.refunded),
]

export const consoleOrderColumns = [
  ...names<ConsoleOrderRow>(),
  text<ConsoleOrderRow>('企业', 34, ({ enterpriseName, enterpriseId }) => enterpriseName ?? enterpriseId),
  ...states<ConsoleOrderRow>(),
  text<ConsoleOrderRow>('首件商品', 32, ({ firstGoods }) => firstGoods),
  text<ConsoleOrderRow>('收货地区', 28, ({ receiverRegion }) => receiverRegion),
  count<ConsoleOrderRow>('件数', ({ goodsCount }) => goodsCount),
  money<ConsoleOrderRow>('订单合计', ({ payable }) => payable),
]
