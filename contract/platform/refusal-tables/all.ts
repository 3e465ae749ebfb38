import { buyingRefusals } from './buying.ts'
import { couponRefusals } from './coupons.ts'
import { integrationRefusals } from './integration.ts'
import { levelRefusals } from './levels.ts'
import { moneyRefusals } from './money.ts'
import { peopleRefusals } from './people.ts'
import { protocolRefusals } from './protocol.ts'

/**
 * Every "no" that the mall can say: the class that travels as `code`, and its sentence. Several names share a code; a client goes
 * by `reason`, the name. Business refusals are HTTP 200; those with `status` are refusals of the protocol and carry it too.
 */
export const refusals = {
  ...protocolRefusals,
  ...peopleRefusals,
  ...buyingRefusals,
  ...couponRefusals,
  ...levelRefusals,
  ...moneyRefusals,
  ...integrationRefusals,
} as const

export type RefusalName = keyof typeof refusals
