import { type FinderHit, type FinderKind, finderKinds } from '#contract/operations/finder/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { hasPermission, type StaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { awaitAllAndThrowFirstError, type Db, runOnOneConnection } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { FindHitsOfOneKind } from './hits.ts'
import { findBankLineHits, findInvoiceHits, findPaymentHits, findVoucherHits } from './money-hits.ts'
import { findOrderProposalHits, findQuotationHits, findWaveHits, findWaybillHits } from './offer-and-parcel-hits.ts'
import { findAfterSaleHits, findOrderHits, findParcelHits } from './order-hits.ts'
import { findEnterpriseHits, findUserHits } from './people-hits.ts'
import { findPurchaseOrderHits, findSupplierHits, findSupplierInvoiceHits } from './purchase-hits.ts'
import { findSkuHits } from './sku-hits.ts'
import { findStockCountHits, findStockReceiptHits, findStockTransferHits } from './stock-hits.ts'
import { parseFinderTextForms } from './typed-text.ts'

const searches: Record<FinderKind, FindHitsOfOneKind> = {
  order: findOrderHits,
  parcel: findParcelHits,
  waybill: findWaybillHits,
  afterSale: findAfterSaleHits,
  quotation: findQuotationHits,
  orderProposal: findOrderProposalHits,
  user: findUserHits,
  enterprise: findEnterpriseHits,
  sku: findSkuHits,
  wave: findWaveHits,
  stockCount: findStockCountHits,
  stockReceipt: findStockReceiptHits,
  stockTransfer: findStockTransferHits,
  purchaseOrder: findPurchaseOrderHits,
  supplier: findSupplierHits,
  invoice: findInvoiceHits,
  supplierInvoice: findSupplierInvoiceHits,
  payment: findPaymentHits,
  voucher: findVoucherHits,
  bankLine: findBankLineHits,
}

/**
 * Finds records of all kinds that a staff member may open, by any of their numbers or names: at most one statement a kind, all of them in one
 * packet. Records that belong to shops are those of the shops that he keeps.
 */
export async function findRecordsByNumberOrName(
  db: Db,
  keys: Keys,
  { keyword, staff }: { keyword: string; staff: StaffPermissionHolder & { staffId: string } },
): Promise<FinderHit[]> {
  const typed = parseFinderTextForms(keyword)
  const ownShops = await findShopIdsStaffIsLimitedTo(db, staff.staffId)
  const kinds = keysOf(finderKinds).filter((kind) => hasPermission(staff, finderKinds[kind].needs))
  const found = await runOnOneConnection(withoutTenantGuard(db, 'console'), (all) =>
    awaitAllAndThrowFirstError(...kinds.map((kind) => searches[kind](all, typed, { ownShops, keys }))),
  )
  return found.flat()
}
