import { attributeAndGoodsImportRefusals } from './attributes.ts'
import { goodsCartAndOrderRefusals } from './buying.ts'
import { collectionAndOrderStopRefusals } from './collections.ts'
import { couponRefusals } from './coupons.ts'
import { integrationRefusals } from './integration.ts'
import { levelRefusals } from './levels.ts'
import { moneyRefusals } from './money.ts'
import { orderProposalRefusals } from './order-proposals.ts'
import { peopleEnterpriseAndStaffRefusals } from './people.ts'
import { refusalsBeforeProcessing } from './protocol.ts'
import { supplierAndPurchaseOrderRefusals } from './purchasing.ts'
import { quotationRefusals } from './quotations.ts'
import { reportRefusals } from './reports.ts'
import { signingRefusalTable } from './signings.ts'
import { warehouseAndStockRefusals } from './warehouses.ts'

/**
 * All refusals: the class, which is sent as `code`, and the message. Several names share a code, so clients use `reason`, the name.
 * Business refusals are HTTP 200. Those with `status` are protocol refusals and use it as HTTP status.
 */
export const refusals = {
  ...refusalsBeforeProcessing,
  ...peopleEnterpriseAndStaffRefusals,
  ...goodsCartAndOrderRefusals,
  ...quotationRefusals,
  ...orderProposalRefusals,
  ...attributeAndGoodsImportRefusals,
  ...couponRefusals,
  ...levelRefusals,
  ...supplierAndPurchaseOrderRefusals,
  ...reportRefusals,
  ...warehouseAndStockRefusals,
  ...moneyRefusals,
  ...collectionAndOrderStopRefusals,
  ...signingRefusalTable,
  ...integrationRefusals,
} as const

export type RefusalName = keyof typeof refusals
