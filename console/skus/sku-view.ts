import { basisPointsAbove, type Fen } from '../../contract/money.ts'
import { refusals } from '../../contract/refusals.ts'
import { surcharge } from '../../ui/format.ts'
import { readAmount } from '../kit/form/rule.ts'

/** How much more the price on account is, '+4.9%'; undefined where one of the two is missing. */
export const surchargeOf = (salePrice: Fen | undefined, creditPrice: Fen | null | undefined): string | undefined =>
  salePrice === undefined || creditPrice === undefined || creditPrice === null || salePrice <= 0 || creditPrice < salePrice
    ? undefined
    : surcharge(basisPointsAbove(salePrice, creditPrice))

/** A price on account below the cash price is refused by the server; the form says so before. */
export function creditPriceFault(saleText: string, creditText: string): string | undefined {
  const [sale, credit] = [readAmount(saleText), readAmount(creditText)]
  return sale !== undefined && credit !== undefined && credit < sale ? refusals.CREDIT_BELOW_SALE.msg : undefined
}

export type Direction = 'in' | 'out'

/** What is wrong with a change of stock; undefined when nothing is. What is promised to orders is not there to be taken out. */
export function changeFault(direction: Direction, units: number | null | undefined, available: number): string | undefined {
  if (units === null || units === undefined || units === 0) return '请输入数量'
  if (!Number.isInteger(units) || units < 0) return '数量必须为整数'
  if (units > 999_999) return '数量变化过大'
  return direction === 'out' && units > available ? `可售只有 ${available}` : undefined
}

export const signed = (direction: Direction, units: number): number => (direction === 'in' ? units : 0 - units)
