import { hashPassword } from '#server/people/identity/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'

const COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * The password of a test's people, at next to no cost: everybody logs in anew whenever days go by, and at the real cost that was a tenth of what
 * all stories took. Whoever registers in a story pays the real one.
 */
export const hashPasswordCheaply = (keys: Keys, password: string): Promise<string> => hashPassword(keys, password, COST)
