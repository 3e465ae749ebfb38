export { goodsOfOrders, goodsOfParcels } from './goods-sent.ts'
export { type LineBack, takeOffParcels } from './parcels.ts'
