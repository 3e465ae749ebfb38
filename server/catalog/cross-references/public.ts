/**
 * Owns to which parts of other makers our SKUs correspond (竞品型号).
 * Writes the table `sku_cross_reference`.
 * Never decides what is ordered: orders/quick-order does.
 */
export {
  type CrossReferenceOfSku,
  findCrossReferencesByNumber,
  findCrossReferencesBySku,
  replaceCrossReferencesOfSkus,
} from './cross-references.ts'
