import { buying } from './buying.ts'
import { coupons } from './coupons.ts'
import { integration } from './integration.ts'
import { levels } from './levels.ts'
import { money } from './money.ts'
import { people } from './people.ts'
import { protocol } from './protocol.ts'

/**
 * Every "no" that the mall can say: the class that travels as `code`, and its sentence. Several names share a code; a client goes
 * by `reason`, the name. Business refusals are HTTP 200; those with `status` are refusals of the protocol and carry it too.
 */
export const refusals = { ...protocol, ...people, ...buying, ...coupons, ...levels, ...money, ...integration } as const

export type RefusalName = keyof typeof refusals
