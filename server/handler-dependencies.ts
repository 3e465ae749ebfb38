import type { Vault } from '#server/people/files/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { ExternalServices } from './external-services.ts'

/** What the handlers of calls are made with. */
export interface HandlerDependencies {
  keys: Keys
  services: ExternalServices
  /** Where files lie, and the keys that they are sealed with. */
  vault: Vault
  /** The platform's people need a second factor; not so in the demo. */
  requireTotp: boolean
  limits: ServerLimits
}
