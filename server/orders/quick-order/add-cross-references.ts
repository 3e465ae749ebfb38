import { toVisibleCrossReference, type VisibleCrossReference } from '#contract/catalog/goods/cross-reference.ts'
import type { CrossReferenceHit } from '#server/catalog/goods/public.ts'

/** The possible meanings of a row: one SKU for certain, several that the buyer is asked about, or nothing. */
export interface QuickOrderRowCandidates {
  certain: string | null
  /** The most likely first. */
  candidates: string[]
  /** Those of the candidates that the enterprise has ordered within a year. */
  bought: ReadonlySet<string>
  /** The parts of other makers that the text names, by the SKUs that correspond to them. */
  crossReferences: ReadonlyMap<string, VisibleCrossReference>
}

/** The meaning of a row that names nothing. */
export const NOTHING_FOUND: QuickOrderRowCandidates = { certain: null, candidates: [], bought: new Set(), crossReferences: new Map() }

const CANDIDATES_MAX = 8

/** How a row reads without other makers' numbers: whether it is one of our numbers, or a material code of the enterprise. */
export interface OwnQuickOrderRowCandidates extends QuickOrderRowCandidates {
  isNumbered: boolean
}

/**
 * Whether the SKU of the hits needs no question: the text is the other maker's number and nothing else, all of its SKUs are known and it is
 * one, a person has confirmed that this replaces the part fully, and the text cannot mean goods of ours. With the brand in it, it cannot.
 */
function isCertain(hits: readonly CrossReferenceHit[], { certain, candidates, isNumbered }: OwnQuickOrderRowCandidates): boolean {
  const [first] = hits
  if (!first || !hits.every((hit) => hit.isWhole && hit.fit === 'full' && !hit.isOneOfTooMany && hit.skuId === first.skuId)) return false
  if (certain !== null && certain !== first.skuId) return false
  const others = candidates.filter((skuId) => skuId !== first.skuId)
  return others.length === 0 || (first.namesBrand && !isNumbered)
}

/** The candidates in their order. The SKU that our own reading is certain of is always among them. */
function orderCandidates({ certain, candidates, isNumbered }: OwnQuickOrderRowCandidates, hits: readonly CrossReferenceHit[]): string[] {
  const list = (wanted: (hit: CrossReferenceHit) => boolean) => hits.filter(wanted).map(({ skuId }) => skuId)
  const whole = list(({ isWhole }) => isWhole)
  const branded = list(({ isWhole, namesBrand }) => !isWhole && namesBrand)
  const stray = list(({ isWhole, namesBrand }) => !isWhole && !namesBrand)
  const ours = certain === null ? candidates : [certain]
  const inOrder = [...new Set(isNumbered ? [...ours, ...whole, ...branded, ...stray] : [...whole, ...branded, ...ours, ...stray])]
  const shown = inOrder.slice(0, CANDIDATES_MAX)
  return certain === null || shown.includes(certain) ? shown : [...shown.slice(0, -1), certain]
}

/**
 * Adds to what a text means the SKUs that correspond to another maker's number in it. What is not certain is asked about. A number somewhere
 * in the text, without its brand, may be anything: it does not change a row that is certain, and comes behind our own candidates.
 */
export function addCrossReferences(meaning: OwnQuickOrderRowCandidates, hits: readonly CrossReferenceHit[]): QuickOrderRowCandidates {
  const isStrong = hits.some(({ isWhole, namesBrand }) => isWhole || namesBrand)
  if (hits.length === 0 || (meaning.certain !== null && !isStrong)) return meaning
  const crossReferences = new Map(hits.map((hit) => [hit.skuId, toVisibleCrossReference(hit)]))
  const [first] = hits
  if (first && isCertain(hits, meaning)) return { certain: first.skuId, candidates: [], bought: meaning.bought, crossReferences }
  return { certain: null, candidates: orderCandidates(meaning, hits), bought: meaning.bought, crossReferences }
}
