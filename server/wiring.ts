import type { ExternalServices } from './external-services.ts'
import type { Vault } from './files/public.ts'
import type { Keys } from './platform/keys.ts'
import type { ServerLimits } from './platform/server-limits.ts'

/** What the handlers of calls are made with. */
export interface Wiring {
  keys: Keys
  outside: ExternalServices
  /** Where files lie, and the keys that they are sealed with. */
  vault: Vault
  /** The platform's people need a second factor; not so in the demo. */
  demandTotp: boolean
  limits: ServerLimits
}
