import type { Vault } from './files/public.ts'
import type { Outside } from './outside.ts'
import type { Keys } from './platform/keys.ts'

/** What the handlers of calls are made with. */
export interface Wiring {
  keys: Keys
  outside: Outside
  /** Where files lie, and the keys that they are sealed with. */
  vault: Vault
  /** The platform's people need a second factor; not so in the demo. */
  demandTotp: boolean
}
