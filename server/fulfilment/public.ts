export { goodsOfOrders, goodsOfParcels } from './goods-sent.ts'
export { ordersOfParcels, takeOffParcels } from './parcels.ts'
