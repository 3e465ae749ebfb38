import { consolePriceEndpoints } from '#contract/catalog/pricing/console-api.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { type FinderHit, type FinderKind, finderKinds } from '#contract/operations/finder/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { OWN_ENTERPRISES_FILTER_VALUE } from '#contract/platform/core/own-enterprises.ts'
import { hasPermission, type StaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { isEnterpriseOfAccountManagerSql } from '#server/people/account-managers/public.ts'
import { awaitAllAndThrowFirstError, type Db, runOnOneConnection } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { FindHitsOfOneKind } from './hits.ts'
import { findArticleHits, findBannerHits, findCouponHits } from './marketing-hits.ts'
import { findAcceptanceHits, findBankLineHits, findInvoiceHits, findPaymentHits, findVoucherHits } from './money-hits.ts'
import { findOrderProposalHits, findQuotationHits, findWaveHits, findWaybillHits } from './offer-and-parcel-hits.ts'
import { findAfterSaleHits, findOrderHits, findParcelHits } from './order-hits.ts'
import { findEnterpriseHits, findUserHits } from './people-hits.ts'
import { findPurchaseOrderHits, findSupplierHits, findSupplierInvoiceHits } from './purchase-hits.ts'
import { findSkuHits } from './sku-hits.ts'
import { findBatchHits, findStockCountHits, findStockReceiptHits, findStockTransferHits } from './stock-hits.ts'
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
  batch: findBatchHits,
  stockCount: findStockCountHits,
  stockReceipt: findStockReceiptHits,
  stockTransfer: findStockTransferHits,
  purchaseOrder: findPurchaseOrderHits,
  supplier: findSupplierHits,
  invoice: findInvoiceHits,
  supplierInvoice: findSupplierInvoiceHits,
  payment: findPaymentHits,
  voucher: findVoucherHits,
  acceptance: findAcceptanceHits,
  coupon: findCouponHits,
  banner: findBannerHits,
  article: findArticleHits,
  bankLine: findBankLineHits,
}

/** The kinds that belong to a company, and SKUs. The rest belongs to the mall, which an account manager of his own companies does not see. */
const kindsOfEnterprises: ReadonlySet<FinderKind> = new Set<FinderKind>([
  ...(['order', 'parcel', 'waybill', 'afterSale', 'quotation', 'orderProposal', 'enterprise', 'sku'] as const),
  ...(['invoice', 'payment', 'voucher', 'acceptance'] as const),
])

/**
 * Finds records of all kinds that a staff member may open, by any of their numbers or names: at most one statement a kind, all of them in one
 * packet. Records that belong to shops are those of the shops that he keeps, and those of companies are of the companies that he sees.
 */
export async function findRecordsByNumberOrName(
  db: Db,
  keys: Keys,
  { keyword, staff }: { keyword: string; staff: StaffPermissionHolder & { staffId: string; ownEnterprisesOnly: boolean } },
): Promise<FinderHit[]> {
  const typed = parseFinderTextForms(keyword)
  const ownShops = await findShopIdsStaffIsLimitedTo(db, staff.staffId)
  const { staffId, ownEnterprisesOnly } = staff
  const manager = ownEnterprisesOnly ? OWN_ENTERPRISES_FILTER_VALUE : undefined
  const isSeenEnterprise = (column: string) => isEnterpriseOfAccountManagerSql(column, { manager, staffId })
  const seesEnterprises = [consoleEnterpriseEndpoints.detail, consolePriceEndpoints.companies].some(({ needs }) =>
    hasPermission(staff, needs),
  )
  const kinds = keysOf(finderKinds).filter(
    (kind) => hasPermission(staff, finderKinds[kind].needs) && (!ownEnterprisesOnly || kindsOfEnterprises.has(kind)),
  )
  const found = await runOnOneConnection(withoutTenantGuard(db, 'console'), (all) =>
    awaitAllAndThrowFirstError(...kinds.map((kind) => searches[kind](all, typed, { ownShops, keys, seesEnterprises, isSeenEnterprise }))),
  )
  return found.flat()
}
