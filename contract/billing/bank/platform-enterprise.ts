/**
 * The platform itself in the books: a company without people. What came in at the bank and that nobody has claimed is its, in suspense; it is
 * on no list of companies.
 */
export const PLATFORM_ENTERPRISE_ID = '00000000-0000-4000-8000-000000000001'
