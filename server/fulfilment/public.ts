export { goodsOfOrders, goodsOfParcels } from './goods-sent.ts'
