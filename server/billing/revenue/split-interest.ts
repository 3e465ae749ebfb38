// 利息: how interest that is charged and goes back is split into tax.
import { computeTaxIncludedInAmount } from '#contract/billing/invoices/tax.ts'
import { findInterestTaxClass, type RevenueAndTaxSettings } from '#contract/billing/journal/tax-settings.ts'
import { findTaxRateOfCodeOnDay } from '#contract/catalog/goods/tax-rates.ts'
import { type BasisPoints, type Fen, minFen, negateFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import type { Tx } from '#server/platform/core/db.ts'
import {
  type InterestMovement,
  listInterestMovementsBeforeDay,
  type NewRevenueLine,
  type RevenueTransfer,
  sumInterestChargedBeforeDay,
} from './revenue-lines.ts'

interface Part {
  /** null: interest that never had tax. */
  rateBp: BasisPoints | null
  amountFen: Fen
}

/** The interest of one company that was charged and has not gone back, in the order in which it was charged. */
class InterestCharges {
  readonly #charges: (Pick<InterestMovement, 'valueDay' | 'rateBp'> & { leftFen: Fen })[] = []

  /**
   * Charges interest, or takes it back: first what was charged for the same day, then what was charged last. What exceeds all charges has no
   * tax. Returns the parts by rate, negative if they go back.
   */
  play({ valueDay, rateBp, amountFen }: InterestMovement): Part[] {
    if (amountFen > 0) {
      this.#charges.push({ valueDay, rateBp, leftFen: amountFen })
      return [{ rateBp, amountFen }]
    }
    const back = new Map<BasisPoints | null, Fen>()
    let leftFen = negateFen(amountFen)
    const give = (rate: BasisPoints | null, partFen: Fen) => {
      if (partFen === 0) return
      back.set(rate, subtractFen(back.get(rate) ?? ZERO_FEN, partFen))
      leftFen = subtractFen(leftFen, partFen)
    }
    const newest = this.#charges.toReversed()
    for (const charge of [...newest.filter((one) => one.valueDay === valueDay), ...newest]) {
      const partFen = minFen(charge.leftFen, leftFen)
      charge.leftFen = subtractFen(charge.leftFen, partFen)
      give(charge.rateBp, partFen)
    }
    give(null, leftFen)
    return [...back].map(([rate, partFen]) => ({ rateBp: rate, amountFen: partFen }))
  }
}

/** The tax in an amount of either sign. */
const taxIn = (amount: Fen, rateBp: BasisPoints): Fen =>
  amount < 0 ? negateFen(computeTaxIncludedInAmount(negateFen(amount), rateBp)) : computeTaxIncludedInAmount(amount, rateBp)

/**
 * Splits the interest of a day, by company. What is charged has the rate of the day; what goes back has that of what it takes back, and none if
 * that had none. The tax at a rate is that of everything charged at it, less that of what was charged before: rounding does not add up.
 */
export async function splitInterestOfDayIntoRevenueAndTax(
  tx: Tx,
  day: string,
  transfers: readonly RevenueTransfer[],
  settings: RevenueAndTaxSettings,
): Promise<NewRevenueLine[]> {
  const companies = Map.groupBy(transfers, ({ enterpriseId }) => enterpriseId)
  const charged = await sumInterestChargedBeforeDay(tx, [...companies.keys()], day)
  const returning = [...companies].filter(([, own]) => own.some(({ amountFen }) => amountFen < 0)).map(([enterpriseId]) => enterpriseId)
  const before = Map.groupBy(await listInterestMovementsBeforeDay(tx, returning, day), ({ enterpriseId }) => enterpriseId)
  const { taxCode } = findInterestTaxClass(settings, day)
  const todaysRate = findTaxRateOfCodeOnDay(settings.rates, taxCode, day)
  const split = (enterpriseId: string, own: readonly RevenueTransfer[]): NewRevenueLine[] => {
    const charges = new InterestCharges()
    for (const one of before.get(enterpriseId) ?? []) charges.play(one)
    // Of transfers of the same moment, those that charge come first.
    const ordered = own.toSorted(
      (one, other) => one.at.getTime() - other.at.getTime() || Number(one.amountFen < 0) - Number(other.amountFen < 0),
    )
    return ordered.flatMap(({ id: sourceId, kind, amountFen, valueDay }) =>
      charges.play({ valueDay, amountFen, rateBp: todaysRate }).map((part, partNo) => {
        const same = {
          ...emptyRevenueLineFields,
          partNo,
          enterpriseId,
          sourceId,
          kind,
          taxCode,
          rateBp: part.rateBp,
          earnedFen: part.amountFen,
        }
        if (part.rateBp === null) return { ...same, earnedTaxFen: ZERO_FEN }
        const key = `${enterpriseId} ${part.rateBp}`
        const priorFen = charged.get(key) ?? ZERO_FEN
        const afterFen = sum([priorFen, part.amountFen])
        charged.set(key, afterFen)
        return { ...same, earnedTaxFen: subtractFen(taxIn(afterFen, part.rateBp), taxIn(priorFen, part.rateBp)) }
      }),
    )
  }
  return [...companies].flatMap(([enterpriseId, own]) => split(enterpriseId, own))
}

/** A line that is about no order and holds nothing. */
export const emptyRevenueLineFields = {
  lineNo: 0,
  partNo: 0,
  orderId: null,
  shopId: null,
  projectId: null,
  heldFen: ZERO_FEN,
  heldTaxFen: ZERO_FEN,
} as const
