import { attributeRefusals } from './attributes.ts'
import { buyingRefusals } from './buying.ts'
import { collectionRefusals } from './collections.ts'
import { couponRefusals } from './coupons.ts'
import { integrationRefusals } from './integration.ts'
import { levelRefusals } from './levels.ts'
import { moneyRefusals } from './money.ts'
import { peopleRefusals } from './people.ts'
import { protocolRefusals } from './protocol.ts'
import { purchasingRefusals } from './purchasing.ts'
import { quotationRefusals } from './quotations.ts'
import { reportRefusals } from './reports.ts'
import { warehouseRefusals } from './warehouses.ts'

/**
 * All refusals: the class, which is sent as `code`, and the message. Several names share a code, so clients use `reason`, the name.
 * Business refusals are HTTP 200. Those with `status` are protocol refusals and use it as HTTP status.
 */
export const refusals = {
  ...protocolRefusals,
  ...peopleRefusals,
  ...buyingRefusals,
  ...quotationRefusals,
  ...attributeRefusals,
  ...couponRefusals,
  ...levelRefusals,
  ...purchasingRefusals,
  ...reportRefusals,
  ...warehouseRefusals,
  ...moneyRefusals,
  ...collectionRefusals,
  ...integrationRefusals,
} as const

export type RefusalName = keyof typeof refusals
