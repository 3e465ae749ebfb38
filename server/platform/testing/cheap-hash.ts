import { hashPassword } from '#server/people/identity/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'

const COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * A password hash for test users at almost no cost. Users log in again whenever the clock moves by days, and at the real cost that took a
 * tenth of the time of all stories. A person who registers in a story has a real hash.
 */
export const hashPasswordCheaply = (keys: Keys, password: string): Promise<string> => hashPassword(keys, password, COST)
