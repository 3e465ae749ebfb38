export { briefSkus } from './brief.ts'
export { findByMaterialCode, materialCodesOf } from './material-codes.ts'
