import type { CatalogIndexReader } from '#server/catalog/facets/catalog-index/catalog-index.ts'
import type { FileVault } from '#server/people/files/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { RetentionDays } from '#server/platform/core/retention-days.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { ExternalServices } from './external-services.ts'

/** The dependencies of the handlers. */
export interface HandlerDependencies {
  keys: Keys
  services: ExternalServices
  /** The store of files, and the keys that seal them. */
  vault: FileVault
  /** The goods in memory. */
  catalog: CatalogIndexReader
  /** Staff need a second factor, except in the demo. */
  requireTotp: boolean
  limits: ServerLimits
  retentionDays: RetentionDays
}
