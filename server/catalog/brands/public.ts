/**
 * Owns the brands of goods.
 * Writes the table `brand`.
 * Never deletes a brand that goods name.
 */

export {
  brandNameSql,
  createBrand,
  findBrand,
  findBrandIdAndName,
  findBrandNamesById,
  listBrandNamesById,
  listGivenBrandsMatchingKeyword,
  lockExistingBrandIds,
} from './brand-store.ts'
