import { contract } from '#contract/api.ts'
import { transferHandlers } from '#server/billing/bank-transfers/routes.ts'
import { billHandlers } from '#server/billing/bills/routes.ts'
import { contractHandlers } from '#server/billing/contracts/routes.ts'
import { deliveryNoteHandlers } from '#server/billing/documents/delivery-routes.ts'
import { documentHandlers } from '#server/billing/documents/routes.ts'
import { paymentHandlers } from '#server/billing/incoming-payments/routes.ts'
import { walletEntryHandlers } from '#server/billing/incoming-payments/wallet-entries.ts'
import { invoiceTitleHandlers } from '#server/billing/invoice-titles/routes.ts'
import { invoiceHandlers } from '#server/billing/invoices/routes.ts'
import { statementHandlers } from '#server/billing/receivables/routes.ts'
import { bannerHandlers } from '#server/catalog/banners/routes.ts'
import { couponHandlers } from '#server/catalog/coupons/routes.ts'
import { deleteAllFavourites, deleteAllStockWaits } from '#server/catalog/favourites/public.ts'
import { favouriteHandlers, stockWaitHandlers } from '#server/catalog/favourites/routes.ts'
import { goodsCategoryHandlers, goodsHandlers } from '#server/catalog/goods/routes.ts'
import { materialCodeHandlers } from '#server/catalog/materials/routes.ts'
import { helpHandlers, siteHandlers } from '#server/content/content/routes.ts'
import { exportHandlers } from '#server/integration/exports/routes.ts'
import { webhookHandlers } from '#server/integration/webhooks/routes.ts'
import * as credit from '#server/money/credit/public.ts'
import { accountHandlers, creditHandlers } from '#server/money/credit/routes.ts'
import { createLedgerAccounts } from '#server/money/ledger/public.ts'
import { walletHandlers } from '#server/money/wallet/routes.ts'
import { alertHandlers } from '#server/operations/alerts/routes.ts'
import { afterSaleHandlers } from '#server/orders/after-sales/routes.ts'
import { approvalHandlers } from '#server/orders/approval/routes.ts'
import { emptyCart } from '#server/orders/cart/public.ts'
import { cartHandlers } from '#server/orders/cart/routes.ts'
import { availableCouponHandlers, checkoutHandlers } from '#server/orders/checkout/routes.ts'
import { commentHandlers } from '#server/orders/comments/routes.ts'
import { projectCostHandlers, replenishmentAdviceHandlers } from '#server/orders/cost-allocation/routes.ts'
import { drawdownHandlers, orderDetailHandlers, parcelHandlers } from '#server/orders/fulfilment/routes.ts'
import { memberHandlers } from '#server/orders/levels/routes.ts'
import { findOrderNumbers, sumMonthUsage } from '#server/orders/orders/public.ts'
import { orderHandlers } from '#server/orders/orders/routes.ts'
import { patrolHandlers } from '#server/orders/patrols/routes.ts'
import { quickOrderHandlers } from '#server/orders/quick-order/routes.ts'
import { shoppingListHandlers } from '#server/orders/shopping-lists/routes.ts'
import { accessHandlers, smsHandlers, userSecurityHandlers } from '#server/people/access/routes.ts'
import { apiKeyHandlers } from '#server/people/api-keys/routes.ts'
import { fileHandlers } from '#server/people/files/routes.ts'
import { enterpriseHandlers, securityHandlers, systemHandlers, userHandlers } from '#server/people/identity/routes.ts'
import { inquiryHandlers } from '#server/people/inquiry/routes.ts'
import type { DeleteBelongings } from '#server/people/memberships/change-membership.ts'
import { acceptHandlers, subUserHandlers } from '#server/people/memberships/routes.ts'
import { messageHandlers } from '#server/people/messaging/routes.ts'
import { verificationHandlers } from '#server/people/verification/routes.ts'
import { maskFiguresOfAll } from '#server/platform/http/figure-masking/mask-figures.ts'
import { addressHandlers } from '#server/sites/address/routes.ts'
import { equipmentHandlers } from '#server/sites/equipment/routes.ts'
import { projectHandlers } from '#server/sites/projects/routes.ts'
import type { Wiring } from './wiring.ts'

/** What answers the calls of buyers and guests, group by group. A group of the contract that is missing here or below does not compile. */
export const storefrontHandlers = (wiring: Wiring) => {
  const lists = answeringLists(wiring)
  return { ...lists, exports: exportHandlers(maskFiguresOfAll(contract, lists)) }
}

const deleteBelongings: DeleteBelongings = async (tx, member) => {
  await emptyCart(tx, member)
  await deleteAllFavourites(tx, member)
  await deleteAllStockWaits(tx, member)
}

const answeringLists = ({ keys, outside, vault, limits }: Wiring) => ({
  system: { ...systemHandlers(keys), ...smsHandlers({ keys, limits }) },
  security: { ...securityHandlers({ keys, limits }), ...accessHandlers({ keys, limits, openAccounts: createLedgerAccounts }) },
  user: userHandlers,
  userSecurity: userSecurityHandlers({ keys, limits }),
  enterprise: { ...enterpriseHandlers, ...acceptHandlers },
  subUser: subUserHandlers({ keys, limits, sumMonthUsage, deleteBelongings }),
  verification: verificationHandlers({ keys, credit }),
  files: fileHandlers(vault),
  site: siteHandlers,
  help: helpHandlers,
  banner: bannerHandlers,
  inquiry: inquiryHandlers(keys),
  goodsCategory: goodsCategoryHandlers,
  goods: goodsHandlers,
  cart: cartHandlers,
  quickOrder: quickOrderHandlers,
  standing: shoppingListHandlers,
  favourites: favouriteHandlers,
  stockWait: stockWaitHandlers,
  materialCode: materialCodeHandlers,
  address: addressHandlers,
  coupon: { ...couponHandlers, ...availableCouponHandlers },
  member: memberHandlers(findOrderNumbers),
  project: { ...projectHandlers, ...projectCostHandlers },
  equipment: { ...equipmentHandlers, ...replenishmentAdviceHandlers },
  patrol: patrolHandlers,
  order: { ...checkoutHandlers(keys), ...orderHandlers(keys), ...orderDetailHandlers(outside) },
  parcel: parcelHandlers(outside),
  approval: approvalHandlers,
  payment: paymentHandlers(outside),
  transfer: transferHandlers(keys),
  wallet: { ...walletHandlers, ...walletEntryHandlers },
  account: accountHandlers,
  credit: { ...creditHandlers, ...drawdownHandlers },
  statement: statementHandlers(keys),
  bill: billHandlers,
  documents: { ...documentHandlers(keys), ...deliveryNoteHandlers },
  message: messageHandlers,
  alert: alertHandlers,
  apiKey: apiKeyHandlers(keys),
  webhook: webhookHandlers(keys, outside),
  afterSale: afterSaleHandlers,
  invoiceTitle: invoiceTitleHandlers(keys),
  invoice: invoiceHandlers(outside),
  comment: commentHandlers(vault),
  contracts: contractHandlers(keys),
})
