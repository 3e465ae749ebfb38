import { hash, verify } from '@node-rs/argon2'
import type { Keys } from '../platform/keys.ts'
import { openLane } from '../platform/lane.ts'

/** OWASP's least: 19 MiB, two passes. Two at once on two cores; a flood waits its turn or is told to come later. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const lane = openLane({ atOnce: 2, waiting: 32 })

/** Keyed before it is hashed, so that a stolen table alone cannot be guessed at. */
const peppered = (keys: Keys, password: string): string => keys.hmac('password', password.normalize('NFC')).toString('base64')

/** A PHC string. `cost`: less only where nothing is protected. It stands in the string, so that to compare with it costs as little. */
export const hashPassword = (keys: Keys, password: string, cost: Readonly<typeof COST> = COST): Promise<string> =>
  lane.run(() => hash(peppered(keys, password), cost))

let dummy: string | undefined

/**
 * Whether a password is right. Without a hash (an unknown mobile, a person invited but not yet here) it takes just as long and is
 * wrong, so that neither answer nor time tells whether somebody exists.
 */
export async function isRightPassword(keys: Keys, stored: string | null, password: string): Promise<boolean> {
  dummy ??= await hash(peppered(keys, 'nobody has this password'), COST)
  const right = await lane.run(() => verify(stored ?? dummy ?? '', peppered(keys, password)))
  return right && stored !== null
}
