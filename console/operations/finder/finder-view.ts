import { checkPermission } from '#console/platform/sessions/permissions.ts'
import type { ScreenPath } from '#console/routes.ts'
import { type FinderHit, type FinderKind, finderKinds } from '#contract/operations/finder/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { PermissionHolder } from '#contract/platform/core/permissions.ts'

interface Place {
  to: ScreenPath
  search: Record<string, string>
}

const ofCompany = ({ enterpriseId, id }: FinderHit) => ({ enterpriseId: enterpriseId ?? '', id })
const toOrder = ({ enterpriseId, id }: FinderHit): Place => ({
  to: '/order',
  search: { enterpriseId: enterpriseId ?? '', orderNo: id },
})

/** The screen of a hit of each kind. */
const places: Record<FinderKind, (hit: FinderHit) => Place> = {
  order: toOrder,
  parcel: toOrder,
  // Waybills have no screen of their own: their list shows the one.
  waybill: ({ id }) => ({ to: '/waybills', search: { trackingNo: id } }),
  afterSale: (hit) => ({ to: '/after_sale', search: ofCompany(hit) }),
  quotation: (hit) => ({ to: '/quotation', search: ofCompany(hit) }),
  orderProposal: (hit) => ({ to: '/proposal', search: ofCompany(hit) }),
  user: ({ id }) => ({ to: '/user', search: { userId: id } }),
  enterprise: ({ id }) => ({ to: '/enterprise', search: { enterpriseId: id } }),
  sku: ({ id }) => ({ to: '/sku', search: { skuId: id } }),
  wave: ({ id }) => ({ to: '/wave', search: { id } }),
  batch: ({ id }) => ({ to: '/batch', search: { batchId: id } }),
  stockCount: ({ id }) => ({ to: '/stock_count', search: { id } }),
  stockReceipt: ({ id }) => ({ to: '/stock_receipt', search: { id } }),
  stockTransfer: ({ id }) => ({ to: '/stock_transfer', search: { id } }),
  purchaseOrder: ({ id }) => ({ to: '/purchase_order', search: { id } }),
  supplier: ({ id }) => ({ to: '/supplier', search: { supplierId: id } }),
  invoice: (hit) => ({ to: '/invoice', search: ofCompany(hit) }),
  supplierInvoice: ({ id }) => ({ to: '/supplier_invoice', search: { id } }),
  payment: (hit) => ({ to: '/payment', search: ofCompany(hit) }),
  voucher: (hit) => ({ to: '/voucher', search: ofCompany(hit) }),
  acceptance: (hit) => ({ to: '/acceptance', search: ofCompany(hit) }),
  coupon: ({ id }) => ({ to: '/coupon_template', search: { templateId: id } }),
  // Banners have no screen of their own: they are few, and their list shows them all.
  banner: () => ({ to: '/banners', search: {} }),
  article: ({ id }) => ({ to: '/article', search: { id } }),
  bankLine: ({ id }) => ({ to: '/bank_line', search: { lineId: id } }),
}
export const toFinderHitLink = (hit: FinderHit): Place => places[hit.kind](hit)

/** Identifies a hit in its list. An order with several parcels is hit once for each. */
export const toHitKey = ({ kind, id, title }: FinderHit): string => `${kind} ${id} ${title}`

/** The hits by kind, each kind with its heading. The order of the hits stays. */
export const groupFinderHitsByKind = (hits: readonly FinderHit[]): { label: string; hits: FinderHit[] }[] =>
  keysOf(finderKinds).flatMap((kind) => {
    const own = hits.filter((hit) => hit.kind === kind)
    return own.length === 0 ? [] : [{ label: finderKinds[kind].label, hits: own }]
  })

/**
 * What Enter opens if nothing is selected: the only exact hit of the first kind that has one, or the only hit at all. `first` is selected if
 * there is no such hit, because several are meant by the same number.
 */
export function chooseFinderHitOnEnter(hits: readonly FinderHit[]): { opens: FinderHit } | { first: FinderHit | undefined } {
  const [best] = hits.filter(({ exact }) => exact)
  const meant = best ? hits.filter(({ exact, kind }) => exact && kind === best.kind) : hits
  const [only] = meant
  return only && meant.length === 1 ? { opens: only } : { first: only }
}

/** What a person can find, and by what. */
export const listFindableKinds = (holder: PermissionHolder): { label: string; by: string }[] =>
  keysOf(finderKinds)
    .map((kind) => finderKinds[kind])
    .filter((kind) => checkPermission(holder, kind).allowed)

/** The index after an arrow key, from the box (-1) around through the list; undefined: another key, or nothing to select. */
export function moveFinderSelection(at: number, key: string, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return at + 1 >= count ? -1 : at + 1
  if (key === 'ArrowUp') return at < 0 ? count - 1 : at - 1
  return undefined
}
