import { type Fen, fen, ZERO } from '../money.ts'

/** What a shop charges for bringing an order of some goods total, until its own templates say otherwise. */
export interface FreightRule {
  feeFen: Fen
  freeFromFen: Fen
}

export const standardFreight: FreightRule = { feeFen: fen(3_000), freeFromFen: fen(50_000) }

/** 配送运费: a flat fee, none from a goods total on. */
export const freightFor = (goodsFen: Fen, rule: FreightRule = standardFreight): Fen => (goodsFen >= rule.freeFromFen ? ZERO : rule.feeFen)
