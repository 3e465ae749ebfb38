// Computes how the documents of one order are split into lines, tax, and what is delivered. It neither reads nor writes.
import { computeIncludedTax, computeLineTaxes } from '#contract/billing/invoices/tax.ts'
import {
  type BasisPoints,
  type Fen,
  fen,
  maxFen,
  minFen,
  negate,
  splitProportionally,
  subtract,
  sum,
  ZERO,
} from '#contract/platform/core/money.ts'

/** A line of an order, 0 for its freight. `netFen` is what it costs; `rateBp` the rate of its class today. */
export interface BookLine {
  lineNo: number
  netFen: Fen
  taxCode: string | null
  rateBp: BasisPoints
}

/** What a line has in 合同负债 (held) and in revenue (earned), with tax, the tax in it, and the rate that it was booked with. */
export interface Position {
  heldFen: Fen
  heldTaxFen: Fen
  heldRateBp: BasisPoints | null
  earnedFen: Fen
  earnedTaxFen: Fen
  earnedRateBp: BasisPoints | null
}
const nothing: Position = { heldFen: ZERO, heldTaxFen: ZERO, heldRateBp: null, earnedFen: ZERO, earnedTaxFen: ZERO, earnedRateBp: null }

/** What a document changes of a line. `rateBp` null: it was booked before the split, so it has no tax. */
export interface RevenueChange {
  sourceId: string
  kind: string
  lineNo: number
  taxCode: string | null
  rateBp: BasisPoints | null
  heldFen: Fen
  heldTaxFen: Fen
  earnedFen: Fen
  earnedTaxFen: Fen
}

export interface LineAmount {
  lineNo: number
  amountFen: Fen
}

/** An amount that goes back of a line, and from where first: what is not delivered, or what is. Taking it reduces the amount. */
export interface Claim extends LineAmount {
  from: 'held' | 'earned'
}

interface Source {
  sourceId: string
  kind: string
}

type Side = Claim['from']

/** The tax that leaves with a part of an amount: its exact share rounded down, and all of it with the last part. */
const shareOf = (tax: Fen, part: Fen, whole: Fen): Fen => (part === whole ? tax : fen(Number((BigInt(tax) * BigInt(part)) / BigInt(whole))))

/** Opens the book of an order. Each action adds changes to `changes` and moves the positions, so that no fen is lost. */
export function openOrderBook(lines: readonly BookLine[], before: ReadonlyMap<number, Position>) {
  const positions = new Map(before)
  const changes: RevenueChange[] = []
  const at = (lineNo: number): Position => positions.get(lineNo) ?? nothing
  const find = (lineNo: number): BookLine | undefined => lines.find((line) => line.lineNo === lineNo)

  function add(
    source: Source,
    lineNo: number,
    change: Partial<Pick<RevenueChange, 'heldFen' | 'heldTaxFen' | 'earnedFen' | 'earnedTaxFen'>>,
    rateBp: BasisPoints | null,
  ) {
    const old = at(lineNo)
    const { heldFen = ZERO, heldTaxFen = ZERO, earnedFen = ZERO, earnedTaxFen = ZERO } = change
    positions.set(lineNo, {
      heldFen: sum([old.heldFen, heldFen]),
      heldTaxFen: sum([old.heldTaxFen, heldTaxFen]),
      heldRateBp: heldFen > 0 ? rateBp : old.heldRateBp,
      earnedFen: sum([old.earnedFen, rateBp === null ? ZERO : earnedFen]),
      earnedTaxFen: sum([old.earnedTaxFen, earnedTaxFen]),
      earnedRateBp: earnedFen > 0 ? rateBp : old.earnedRateBp,
    })
    const own = changes.find((one) => one.sourceId === source.sourceId && one.lineNo === lineNo)
    if (!own)
      changes.push({ ...source, lineNo, taxCode: find(lineNo)?.taxCode ?? null, rateBp, heldFen, heldTaxFen, earnedFen, earnedTaxFen })
    else {
      own.heldFen = sum([own.heldFen, heldFen])
      own.heldTaxFen = sum([own.heldTaxFen, heldTaxFen])
      own.earnedFen = sum([own.earnedFen, earnedFen])
      own.earnedTaxFen = sum([own.earnedTaxFen, earnedTaxFen])
      own.rateBp ??= rateBp
    }
  }

  /** Books amounts of lines that a document brings in. The tax of each rate is computed of its sum and spread over its lines. */
  function receive(source: Source, parts: readonly LineAmount[], side: Side): void {
    const rated = parts.filter(({ amountFen }) => amountFen > 0).map((part) => ({ ...part, rateBp: find(part.lineNo)?.rateBp ?? 0 }))
    for (const [rateBp, same] of Map.groupBy(rated, (part) => part.rateBp)) {
      const taxes = computeLineTaxes(
        same.map(({ amountFen }) => amountFen),
        rateBp,
      )
      for (const [place, { lineNo, amountFen }] of same.entries()) {
        const taxFen = taxes[place] ?? ZERO
        add(
          source,
          lineNo,
          side === 'held' ? { heldFen: amountFen, heldTaxFen: taxFen } : { earnedFen: amountFen, earnedTaxFen: taxFen },
          rateBp,
        )
      }
    }
  }

  /** Takes a part of what a line has on a side, with its share of the tax. Returns how much there was. */
  function take(source: Source, lineNo: number, wantedFen: Fen, side: Side): Fen {
    const { heldFen, heldTaxFen, heldRateBp, earnedFen, earnedTaxFen, earnedRateBp } = at(lineNo)
    const [hasFen, taxFen, rateBp] = side === 'held' ? [heldFen, heldTaxFen, heldRateBp] : [earnedFen, earnedTaxFen, earnedRateBp]
    const partFen = minFen(wantedFen, maxFen(hasFen, ZERO))
    if (partFen === 0) return ZERO
    const backTaxFen = negate(shareOf(taxFen, partFen, hasFen))
    const backFen = negate(partFen)
    add(
      source,
      lineNo,
      side === 'held' ? { heldFen: backFen, heldTaxFen: backTaxFen } : { earnedFen: backFen, earnedTaxFen: backTaxFen },
      rateBp,
    )
    return partFen
  }

  return {
    changes: changes as readonly RevenueChange[],
    positionOf: at,

    /** An order was paid: each line holds what it costs. An amount that is not that of the order is spread over the lines. */
    pay(source: Source, amountFen: Fen): void {
      const weights = lines.map(({ netFen }) => netFen)
      const whole = sum(weights)
      const shares =
        whole === amountFen
          ? weights
          : whole > 0
            ? splitProportionally(amountFen, weights)
            : lines.map((_, place) => (place === 0 ? amountFen : ZERO))
      receive(
        source,
        lines.map(({ lineNo }, place) => ({ lineNo, amountFen: shares[place] ?? ZERO })),
        'held',
      )
    },
    receive,

    /** Goods were delivered: what their lines hold becomes revenue, with the tax that was held, or at the rate of today if that is another. */
    recognise(source: Source, parts: readonly LineAmount[]): void {
      for (const { lineNo, amountFen } of parts) {
        const { heldFen, heldTaxFen, heldRateBp } = at(lineNo)
        const earnedFen = minFen(amountFen, heldFen)
        if (earnedFen <= 0) continue
        const outTaxFen = shareOf(heldTaxFen, earnedFen, heldFen)
        const rateBp = find(lineNo)?.rateBp ?? heldRateBp ?? 0
        const earnedTaxFen = rateBp === heldRateBp ? outTaxFen : computeIncludedTax(earnedFen, rateBp)
        add(source, lineNo, { heldFen: negate(earnedFen), heldTaxFen: negate(outTaxFen), earnedFen, earnedTaxFen }, rateBp)
      }
    },

    /**
     * Money goes back: first what is claimed of each line, then whatever the lines have, delivered goods first. What none of them has was
     * booked before the split: it reduces revenue as a whole.
     */
    refund(source: Source, amountFen: Fen, claims: Claim[]): void {
      let leftFen = amountFen
      const takes = (lineNo: number, wantedFen: Fen, side: Side): Fen => {
        const partFen = take(source, lineNo, minFen(wantedFen, leftFen), side)
        leftFen = subtract(leftFen, partFen)
        return partFen
      }
      for (const claim of claims) {
        const other = claim.from === 'held' ? 'earned' : 'held'
        for (const side of [claim.from, other] as const)
          claim.amountFen = subtract(claim.amountFen, takes(claim.lineNo, claim.amountFen, side))
      }
      for (const side of ['earned', 'held'] as const) for (const { lineNo } of lines) takes(lineNo, leftFen, side)
      if (leftFen > 0) add(source, 0, { earnedFen: negate(leftFen) }, null)
    },
  }
}
export type OrderBook = ReturnType<typeof openOrderBook>
