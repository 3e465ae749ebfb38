/**
 * Owns the number that every change of what buyers see in the catalog increases, and the watch that tells it to all nodes.
 * Writes the table `catalog_version`.
 * Never decides what such a change is: the module that makes the change does.
 */

export { incrementCatalogVersion, watchCatalogVersion } from './catalog-version.ts'
