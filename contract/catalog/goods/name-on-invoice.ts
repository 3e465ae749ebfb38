import type { TaxClass } from './tax-class.ts'

/** Returns the name of goods on a tax invoice: '*矿山专用设备*U84 采煤截齿'. Without a tax class it is the normal name. */
export const formatGoodsNameOnInvoice = (goodsName: string, taxClass: Pick<TaxClass, 'taxName'> | null): string =>
  taxClass ? `*${taxClass.taxName}*${goodsName}` : goodsName
