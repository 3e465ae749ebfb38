// Computes how the documents of one order are split into lines, tax, and what is delivered. It neither reads nor writes.
import { computeLineTaxesAtOneRate, computeTaxIncludedInAmount, VAT_RATE_BP } from '#contract/billing/invoices/tax.ts'
import {
  type BasisPoints,
  type Fen,
  fen,
  maxFen,
  minFen,
  negateFen,
  splitProportionally,
  subtractFen,
  sum,
  ZERO_FEN,
} from '#contract/platform/core/money.ts'

/** A line of an order, 0 for its freight. `netFen` is what it costs; `rateBp` the rate of its class today. */
export interface OrderRevenueLine {
  lineNo: number
  netFen: Fen
  taxCode: string | null
  rateBp: BasisPoints
}

/** What a line has in revenue at one rate, with tax, and the tax in it. */
export interface EarnedAmountAtTaxRate {
  rateBp: BasisPoints
  fen: Fen
  taxFen: Fen
}

/** What a line has in 合同负债 (held) and in revenue (earned), with tax, the tax in it, and the rates that it was booked with. */
export interface OrderLineRevenuePosition {
  heldFen: Fen
  heldTaxFen: Fen
  heldRateBp: BasisPoints | null
  earnedFen: Fen
  earnedTaxFen: Fen
  /** The same by rate; the rate that was booked last comes last. */
  earnedAt: readonly EarnedAmountAtTaxRate[]
}
const nothing: OrderLineRevenuePosition = {
  heldFen: ZERO_FEN,
  heldTaxFen: ZERO_FEN,
  heldRateBp: null,
  earnedFen: ZERO_FEN,
  earnedTaxFen: ZERO_FEN,
  earnedAt: [],
}

/** What a document changes of a line. `rateBp` null: it was booked before the split, so it has no tax. */
export interface RevenueChange {
  sourceId: string
  kind: string
  lineNo: number
  /** A document that takes back what a line earned at several rates has a part for each, counted from 0. */
  partNo: number
  taxCode: string | null
  rateBp: BasisPoints | null
  heldFen: Fen
  heldTaxFen: Fen
  earnedFen: Fen
  earnedTaxFen: Fen
}

export interface OrderLineAmount {
  lineNo: number
  amountFen: Fen
}

/** An amount that goes back of a line, and from where first: what is not delivered, or what is. Taking it reduces the amount. */
export interface OrderLineReversal extends OrderLineAmount {
  from: 'held' | 'earned'
}

interface Source {
  sourceId: string
  kind: string
}

type Side = OrderLineReversal['from']
const heldFirst: readonly Side[] = ['held', 'earned']
const earnedFirst: readonly Side[] = ['earned', 'held']
type Amounts = Pick<RevenueChange, 'heldFen' | 'heldTaxFen' | 'earnedFen' | 'earnedTaxFen'>

/** The tax that leaves with a part of an amount: its exact share rounded down, and all of it with the last part. */
const shareOf = (tax: Fen, part: Fen, whole: Fen): Fen => (part === whole ? tax : fen(Number((BigInt(tax) * BigInt(part)) / BigInt(whole))))

/** Adds an amount at a rate, null: without one. A rate that something is booked with moves to the end. */
function addAtRate(
  before: readonly EarnedAmountAtTaxRate[],
  { rateBp, ...given }: { rateBp: BasisPoints | null; fen: Fen; taxFen: Fen },
): readonly EarnedAmountAtTaxRate[] {
  if (rateBp === null || given.fen === 0) return before
  const old = before.find((one) => one.rateBp === rateBp)
  const now = { rateBp, fen: sum([old?.fen ?? ZERO_FEN, given.fen]), taxFen: sum([old?.taxFen ?? ZERO_FEN, given.taxFen]) }
  if (given.fen < 0) return before.map((one) => (one.rateBp === rateBp ? now : one))
  return [...before.filter((one) => one.rateBp !== rateBp), now]
}

/** The revenue of an order. Each action adds changes to `changes` and moves the positions, so that no fen is lost. */
export class OrderRevenueCalculator {
  readonly changes: RevenueChange[] = []
  readonly #lines: readonly OrderRevenueLine[]
  readonly #positions: Map<number, OrderLineRevenuePosition>

  constructor(lines: readonly OrderRevenueLine[], before: ReadonlyMap<number, OrderLineRevenuePosition>) {
    this.#lines = lines
    this.#positions = new Map(before)
  }

  positionOf(lineNo: number): OrderLineRevenuePosition {
    return this.#positions.get(lineNo) ?? nothing
  }

  #find(lineNo: number): OrderRevenueLine | undefined {
    return this.#lines.find((line) => line.lineNo === lineNo)
  }

  #add({ sourceId, kind }: Source, lineNo: number, given: Partial<Amounts> & Pick<RevenueChange, 'rateBp'>): void {
    const { rateBp, heldFen = ZERO_FEN, heldTaxFen = ZERO_FEN, earnedFen = ZERO_FEN, earnedTaxFen = ZERO_FEN } = given
    const old = this.positionOf(lineNo)
    this.#positions.set(lineNo, {
      heldFen: sum([old.heldFen, heldFen]),
      heldTaxFen: sum([old.heldTaxFen, heldTaxFen]),
      heldRateBp: heldFen > 0 ? rateBp : old.heldRateBp,
      earnedFen: sum([old.earnedFen, rateBp === null ? ZERO_FEN : earnedFen]),
      earnedTaxFen: sum([old.earnedTaxFen, earnedTaxFen]),
      earnedAt: addAtRate(old.earnedAt, { rateBp, fen: earnedFen, taxFen: earnedTaxFen }),
    })
    const parts = this.changes.filter((one) => one.sourceId === sourceId && one.lineNo === lineNo)
    const own = parts.find((one) => one.rateBp === rateBp)
    if (!own) {
      const taxCode = this.#find(lineNo)?.taxCode ?? null
      this.changes.push({ sourceId, kind, lineNo, partNo: parts.length, taxCode, rateBp, heldFen, heldTaxFen, earnedFen, earnedTaxFen })
      return
    }
    own.heldFen = sum([own.heldFen, heldFen])
    own.heldTaxFen = sum([own.heldTaxFen, heldTaxFen])
    own.earnedFen = sum([own.earnedFen, earnedFen])
    own.earnedTaxFen = sum([own.earnedTaxFen, earnedTaxFen])
  }

  /** An order was paid: each line holds what it costs. An amount that is not that of the order is spread over the lines. */
  pay(source: Source, amountFen: Fen): void {
    const weights = this.#lines.map(({ netFen }) => netFen)
    const whole = sum(weights)
    const spread = () => (whole > 0 ? splitProportionally(amountFen, weights) : [amountFen])
    const shares = whole === amountFen ? weights : spread()
    const parts = this.#lines.map(({ lineNo }, place) => ({ lineNo, amountFen: shares[place] ?? ZERO_FEN }))
    this.receive(source, parts, 'held')
  }

  /** Books amounts of lines that a document brings in. The tax of each rate is computed of its sum and spread over its lines. */
  receive(source: Source, parts: readonly OrderLineAmount[], side: Side): void {
    const rated = parts
      .filter(({ amountFen }) => amountFen > 0)
      .map((part) => ({ ...part, rateBp: this.#find(part.lineNo)?.rateBp ?? VAT_RATE_BP }))
    for (const [rateBp, same] of Map.groupBy(rated, (part) => part.rateBp)) {
      const amounts = same.map(({ amountFen }) => amountFen)
      const taxes = computeLineTaxesAtOneRate(amounts, rateBp)
      for (const [place, { lineNo, amountFen }] of same.entries()) {
        const taxFen = taxes[place] ?? ZERO_FEN
        if (side === 'held') this.#add(source, lineNo, { heldFen: amountFen, heldTaxFen: taxFen, rateBp })
        else this.#add(source, lineNo, { earnedFen: amountFen, earnedTaxFen: taxFen, rateBp })
      }
    }
  }

  /** Goods were delivered: what their lines hold becomes revenue, with the tax that was held, or at the rate of today if that is another. */
  recognise(source: Source, parts: readonly OrderLineAmount[]): void {
    for (const { lineNo, amountFen } of parts) {
      const { heldFen, heldTaxFen, heldRateBp } = this.positionOf(lineNo)
      const earnedFen = minFen(amountFen, heldFen)
      if (earnedFen <= 0) continue
      const outTaxFen = shareOf(heldTaxFen, earnedFen, heldFen)
      const rateBp = this.#find(lineNo)?.rateBp ?? heldRateBp ?? VAT_RATE_BP
      const earnedTaxFen = rateBp === heldRateBp ? outTaxFen : computeTaxIncludedInAmount(earnedFen, rateBp)
      this.#add(source, lineNo, { heldFen: negateFen(earnedFen), heldTaxFen: negateFen(outTaxFen), earnedFen, earnedTaxFen, rateBp })
    }
  }

  /**
   * Money goes back: first what is claimed of each line, which the claims lose, then whatever the lines have, delivered goods first. What none of
   * them has was booked before the split: it reduces revenue as a whole.
   */
  refund(source: Source, amountFen: Fen, claims: OrderLineReversal[]): void {
    let leftFen = amountFen
    const take = (lineNo: number, wantedFen: Fen, side: Side): Fen => {
      const partFen = this.#take(source, { lineNo, amountFen: minFen(wantedFen, leftFen), from: side })
      leftFen = subtractFen(leftFen, partFen)
      return partFen
    }
    for (const claim of claims)
      for (const side of claim.from === 'held' ? heldFirst : earnedFirst)
        claim.amountFen = subtractFen(claim.amountFen, take(claim.lineNo, claim.amountFen, side))
    for (const side of earnedFirst) for (const { lineNo } of this.#lines) take(lineNo, leftFen, side)
    if (leftFen > 0) this.#add(source, 0, { earnedFen: negateFen(leftFen), rateBp: null })
  }

  /** Takes a part of what a line has on a side, with its share of the tax. Returns how much there was. */
  #take(source: Source, { lineNo, amountFen, from }: OrderLineReversal): Fen {
    if (from === 'earned') return this.#takeEarned(source, lineNo, amountFen)
    const { heldFen, heldTaxFen, heldRateBp: rateBp } = this.positionOf(lineNo)
    const partFen = minFen(amountFen, maxFen(heldFen, ZERO_FEN))
    if (partFen === 0) return ZERO_FEN
    this.#add(source, lineNo, { heldFen: negateFen(partFen), heldTaxFen: negateFen(shareOf(heldTaxFen, partFen, heldFen)), rateBp })
    return partFen
  }

  /** What was booked last goes back first, each part with the rate and the tax that it was booked with. */
  #takeEarned(source: Source, lineNo: number, amountFen: Fen): Fen {
    const parts: Fen[] = []
    for (const { rateBp, fen: hasFen, taxFen } of this.positionOf(lineNo).earnedAt.toReversed()) {
      const partFen = minFen(subtractFen(amountFen, sum(parts)), maxFen(hasFen, ZERO_FEN))
      if (partFen === 0) continue
      parts.push(partFen)
      this.#add(source, lineNo, { earnedFen: negateFen(partFen), earnedTaxFen: negateFen(shareOf(taxFen, partFen, hasFen)), rateBp })
    }
    return sum(parts)
  }
}
