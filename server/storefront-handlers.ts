import { contract } from '../contract/api.ts'
import { accessHandlers, smsHandlers, userSecurityHandlers } from './access/routes.ts'
import { addressHandlers } from './address/routes.ts'
import { afterSaleHandlers } from './after-sale/routes.ts'
import { alertHandlers } from './alerts/routes.ts'
import { apiKeyHandlers } from './api-keys/routes.ts'
import { approvalHandlers } from './approval/routes.ts'
import { transferHandlers } from './bank-transfers/routes.ts'
import { bannerHandlers } from './banners/routes.ts'
import { billHandlers } from './bills/routes.ts'
import { cartHandlers } from './cart/routes.ts'
import { goodsCategoryHandlers, goodsHandlers } from './catalog/routes.ts'
import { availableCouponHandlers, checkoutHandlers } from './checkout/routes.ts'
import { commentHandlers } from './comments/routes.ts'
import { helpHandlers, siteHandlers } from './content/routes.ts'
import { contractHandlers } from './contracts/routes.ts'
import { projectCostHandlers, replenishmentAdviceHandlers } from './cost-allocation/routes.ts'
import { couponHandlers } from './coupons/routes.ts'
import { accountHandlers, creditHandlers } from './credit/routes.ts'
import { deliveryNoteHandlers } from './documents/delivery-routes.ts'
import { documentHandlers } from './documents/routes.ts'
import { equipmentHandlers } from './equipment/routes.ts'
import { exportHandlers } from './exports/routes.ts'
import { favouriteHandlers, stockWaitHandlers } from './favourites/routes.ts'
import { fileHandlers } from './files/routes.ts'
import { drawdownHandlers, orderDetailHandlers, parcelHandlers } from './fulfilment/routes.ts'
import { maskFiguresOfAll } from './http/figure-masking/mask-figures.ts'
import { enterpriseHandlers, securityHandlers, systemHandlers, userHandlers } from './identity/routes.ts'
import { paymentHandlers } from './incoming-payments/routes.ts'
import { walletEntryHandlers } from './incoming-payments/wallet-entries.ts'
import { inquiryHandlers } from './inquiry/routes.ts'
import { invoiceTitleHandlers } from './invoice-titles/routes.ts'
import { invoiceHandlers } from './invoices/routes.ts'
import { memberHandlers } from './levels/routes.ts'
import { materialCodeHandlers } from './materials/routes.ts'
import { acceptHandlers, subUserHandlers } from './memberships/routes.ts'
import { messageHandlers } from './messaging/routes.ts'
import { orderHandlers } from './ordering/routes.ts'
import { patrolHandlers } from './patrols/routes.ts'
import { projectHandlers } from './projects/routes.ts'
import { quickOrderHandlers } from './quick-order/routes.ts'
import { statementHandlers } from './receivables/routes.ts'
import { shoppingListHandlers } from './shopping-lists/routes.ts'
import { verificationHandlers } from './verification/routes.ts'
import { walletHandlers } from './wallet/routes.ts'
import { webhookHandlers } from './webhooks/routes.ts'
import type { Wiring } from './wiring.ts'

/** What answers the calls of buyers and guests, group by group. A group of the contract that is missing here or below does not compile. */
export const storefrontHandlers = (wiring: Wiring) => {
  const lists = answeringLists(wiring)
  return { ...lists, exports: exportHandlers(maskFiguresOfAll(contract, lists)) }
}

const answeringLists = ({ keys, outside, vault, limits }: Wiring) => ({
  system: { ...systemHandlers(keys), ...smsHandlers({ keys, limits }) },
  security: { ...securityHandlers({ keys, limits }), ...accessHandlers({ keys, limits }) },
  user: userHandlers,
  userSecurity: userSecurityHandlers({ keys, limits }),
  enterprise: { ...enterpriseHandlers, ...acceptHandlers },
  subUser: subUserHandlers({ keys, limits }),
  verification: verificationHandlers(keys),
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
  member: memberHandlers,
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
