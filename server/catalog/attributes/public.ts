/**
 * Owns the attributes with their choices, the attribute sets, the set of each category, and the values of goods and SKUs. Writes the tables
 * `attribute`, `attribute_choice`, `attribute_set`, `attribute_set_line`, `category_attribute_set` and `goods_attribute`. Never decides
 * whether goods may be sold: catalog/goods-editing calls findAttributeValueProblems of the contract, and decides.
 */

export { type CategoryAttributeCache, createCategoryAttributeCache } from './attribute-memory.ts'
export { hasHardnessRuler, listAttributeCodesAndNames } from './attribute-store.ts'
export { findCardTraitsByGoods } from './card-traits.ts'
export { assignAttributeSetToCategory, findAttributesOfCategory } from './category-sets.ts'
export { createAttribute } from './change-attributes.ts'
export { createAttributeSet } from './change-sets.ts'
export {
  findAttributeValuesByGoods,
  goodsChoiceNamesAndSynonymsSql,
  hardnessRulerTextsSql,
  listGoodsIdsWithAttribute,
  replaceAttributeValuesOfGoods,
  replaceAttributeValuesOfManyGoods,
} from './goods-attributes.ts'
export { lockAllAttributesAndSets } from './lock-attributes.ts'
