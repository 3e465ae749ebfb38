export { goodsOfOrders, goodsOfParcels } from './goods-sent.ts'
export { takeOffParcels } from './parcels.ts'
