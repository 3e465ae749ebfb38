/**
 * Owns the catalog version, which every change that buyers see increases, and the watch that reports it to all nodes. Writes the table
 * `catalog_version`. Never decides which changes count: the module that makes the change does.
 */

export { incrementCatalogVersion, watchCatalogVersion } from './catalog-version.ts'
