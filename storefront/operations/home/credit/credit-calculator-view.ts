import { type BasisPoints, basisPointsAbove, type Fen, fen, parseYuan, portionRoundedHalfUp, sum } from '#contract/platform/core/money.ts'
import { dueDayOf } from '#contract/platform/core/shanghai.ts'
import type { Recommended } from '#storefront/operations/home/home-view.ts'

/** What credit adds to the cash price in one category. */
export interface CategoryRate {
  categoryId: number
  name: string
  basisPoints: BasisPoints
}

/** By category, over the goods put forward that are sold on credit: all their credit prices against all their cash prices. */
export const categoryRates = (recommended: Recommended): CategoryRate[] =>
  recommended.flatMap(({ category: { id, name }, goods }) => {
    const priced = goods.flatMap(({ salePrice, creditPrice }) => (creditPrice === null ? [] : [{ salePrice, creditPrice }]))
    const [sale, credit] = [sum(priced.map(({ salePrice }) => salePrice)), sum(priced.map(({ creditPrice }) => creditPrice))]
    return sale > 0 ? [{ categoryId: id, name, basisPoints: basisPointsAbove(sale, credit) }] : []
  })

const TRIAL_MAX = fen(9_999_999_999)
const DAY_MS = 86_400_000

/** What a purchase comes to both ways. */
export interface CreditCalculation {
  cash: Fen
  credit: Fen
  extra: Fen
  /** 'YYYY-MM-DD': the 10th of the next month. */
  dueDay: string
  /** How long the money stays with the buyer. */
  days: number
}

/** Tries a typed cash amount at a surcharge; text: what is wrong with what was typed. */
export function calculateCredit(typed: string, basisPoints: BasisPoints, today: string): CreditCalculation | string {
  const cash = parseYuan(typed.replaceAll(/[,，\s]/g, ''))
  if (cash === undefined || cash === 0) return '请输入采购金额，最多两位小数'
  if (cash > TRIAL_MAX) return '试算金额不能超过 99,999,999.99 元'
  const extra = portionRoundedHalfUp(cash, basisPoints)
  const dueDay = dueDayOf(today.slice(0, 7))
  return { cash, credit: sum([cash, extra]), extra, dueDay, days: (Date.parse(dueDay) - Date.parse(today)) / DAY_MS }
}
