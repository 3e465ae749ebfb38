/**
 * The platform itself as an enterprise without people. Bank money that nobody has claimed is recorded for it, in suspense. It appears on no
 * list of enterprises.
 */
export const PLATFORM_ENTERPRISE_ID = '00000000-0000-4000-8000-000000000001'
