import type { TaxClass } from './tax-class.ts'

/** What a good is called on a tax invoice: '*矿山专用设备*U84 采煤截齿'; without a class as it is called everywhere. */
export const nameOnInvoice = (goodsName: string, taxClass: Pick<TaxClass, 'taxName'> | null): string =>
  taxClass ? `*${taxClass.taxName}*${goodsName}` : goodsName
