import { type FinderHit, type FinderKind, finderKinds } from '#contract/operations/finder/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { hasPermission, type StaffRole } from '#contract/platform/core/permissions.ts'
import { findShopRestrictionOfStaff } from '#server/catalog/shops/public.ts'
import { awaitInOrder, type Db, runOnOneConnection } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'
import type { FindHits } from './hits.ts'
import { findBankLineHits, findInvoiceHits, findPaymentHits, findVoucherHits } from './money-hits.ts'
import { findAfterSaleHits, findOrderHits, findParcelHits } from './order-hits.ts'
import { findEnterpriseHits, findUserHits } from './people-hits.ts'
import { findSkuHits } from './sku-hits.ts'
import { recogniseTypedText } from './typed-text.ts'

const searches: Record<FinderKind, FindHits> = {
  order: findOrderHits,
  parcel: findParcelHits,
  afterSale: findAfterSaleHits,
  user: findUserHits,
  enterprise: findEnterpriseHits,
  sku: findSkuHits,
  invoice: findInvoiceHits,
  payment: findPaymentHits,
  voucher: findVoucherHits,
  bankLine: findBankLineHits,
}

/**
 * Finds records of all kinds that a staff member may open, by any of their numbers or names: at most one statement a kind, all of them in one
 * packet. Orders, parcels, after-sales, invoices and SKUs are those of the shops that he keeps.
 */
export async function findAnything(
  db: Db,
  keys: Keys,
  { keyword, staff: { staffId, roles } }: { keyword: string; staff: { staffId: string; roles: readonly StaffRole[] } },
): Promise<FinderHit[]> {
  const typed = recogniseTypedText(keyword)
  const ownShops = await findShopRestrictionOfStaff(db, staffId)
  const kinds = keysOf(finderKinds).filter((kind) => hasPermission({ roles }, finderKinds[kind].needs))
  const found = await runOnOneConnection(acrossEnterprises(db, 'console'), (all) =>
    awaitInOrder(...kinds.map((kind) => searches[kind](all, typed, { ownShops, keys }))),
  )
  return found.flat()
}
