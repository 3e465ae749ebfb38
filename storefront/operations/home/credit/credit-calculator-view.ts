import {
  type BasisPoints,
  computeIncreaseInBasisPoints,
  computeShareOfAmount,
  type Fen,
  fen,
  parseYuan,
  sum,
} from '#contract/platform/core/money.ts'
import { getStatementDueDay } from '#contract/platform/core/shanghai.ts'
import type { RecommendedByCategory } from '#storefront/operations/home/home-view.ts'

/** The surcharge of credit over the cash price in one category. */
export interface CategorySurcharge {
  categoryId: number
  name: string
  basisPoints: BasisPoints
}

/**
 * Computes the surcharge by category from the recommended goods that are sold on credit: the sum of their credit prices against that of
 * their cash prices.
 */
export const computeCategorySurcharges = (recommended: RecommendedByCategory): CategorySurcharge[] =>
  recommended.flatMap(({ category: { id, name }, goods }) => {
    const priced = goods.flatMap(({ salePrice, creditPrice }) => (creditPrice === null ? [] : [{ salePrice, creditPrice }]))
    const [sale, credit] = [sum(priced.map(({ salePrice }) => salePrice)), sum(priced.map(({ creditPrice }) => creditPrice))]
    return sale > 0 ? [{ categoryId: id, name, basisPoints: computeIncreaseInBasisPoints(sale, credit) }] : []
  })

const TRIAL_MAX = fen(9_999_999_999)
const DAY_MS = 86_400_000

/** The total of a purchase at both prices. */
export interface CreditCalculation {
  cash: Fen
  credit: Fen
  extra: Fen
  /** 'YYYY-MM-DD': the 10th of the next month. */
  dueDay: string
  /** The number of days until payment. */
  days: number
}

/** Computes both totals for a typed cash amount and a surcharge. If the input is invalid, it returns the error text. */
export function computeCreditCalculation(typed: string, basisPoints: BasisPoints, today: string): CreditCalculation | string {
  const cash = parseYuan(typed.replaceAll(/[,，\s]/g, ''))
  if (cash === undefined || cash === 0) return '请输入采购金额，最多两位小数'
  if (cash > TRIAL_MAX) return '试算金额不能超过 99,999,999.99 元'
  const extra = computeShareOfAmount(cash, basisPoints)
  const dueDay = getStatementDueDay(today.slice(0, 7))
  return { cash, credit: sum([cash, extra]), extra, dueDay, days: (Date.parse(dueDay) - Date.parse(today)) / DAY_MS }
}
