import { accountStatementEndpoints } from '#contract/billing/account-statements/api.ts'
import { bankTransferEndpoints } from '#contract/billing/bank/api.ts'
import { billEntryEndpoints } from '#contract/billing/bills/api.ts'
import { companyGroupEndpoints } from '#contract/billing/company-groups/api.ts'
import { groupBuyerEndpoints } from '#contract/billing/company-groups/group-buyer-api.ts'
import { contractsEndpoints } from '#contract/billing/contracts/api.ts'
import { documentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { buyerListExportEndpoints } from '#contract/billing/documents/exports-api.ts'
import { invoiceEndpoints, invoiceTitleEndpoints } from '#contract/billing/invoices/api.ts'
import { signingEndpoints } from '#contract/billing/signings/api.ts'
import { bannerEndpoints } from '#contract/catalog/banners/banner-shapes.ts'
import { brandEndpoints } from '#contract/catalog/brands/api.ts'
import { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import { favouritesEndpoints } from '#contract/catalog/favourites/api.ts'
import { stockWaitEndpoints } from '#contract/catalog/favourites/stock-wait-api.ts'
import { goodsCategoryEndpoints, goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { goodsCompareEndpoints } from '#contract/catalog/goods-compare/api.ts'
import { goodsDetailSupplementEndpoints } from '#contract/catalog/goods-editing/api.ts'
import { licenceEndpoints } from '#contract/catalog/licences/api.ts'
import { machineModelEndpoints } from '#contract/catalog/machine-models/api.ts'
import { materialCodeEndpoints } from '#contract/catalog/materials/api.ts'
import { searchSuggestionEndpoints } from '#contract/catalog/suggestions/api.ts'
import { mallContentEndpoints } from '#contract/content/content/api.ts'
import { helpEndpoints } from '#contract/content/content/help-api.ts'
import { apiKeyEndpoints, webhookEndpoints } from '#contract/integration/integration/api.ts'
import { punchOutEntryEndpoints, punchOutSetupEndpoints } from '#contract/integration/integration/punch-out/api.ts'
import { badDebtEndpoints } from '#contract/money/bad-debts/api.ts'
import { creditAccountEndpoints, creditEndpoints } from '#contract/money/credit/api.ts'
import { paymentEndpoints } from '#contract/money/payments/api.ts'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import { walletEndpoints } from '#contract/money/wallet/api.ts'
import { homeEndpoints } from '#contract/operations/home/api.ts'
import { afterSaleEndpoints } from '#contract/orders/after-sales/api.ts'
import { purchaseApprovalEndpoints } from '#contract/orders/approval/api.ts'
import { cartEndpoints } from '#contract/orders/cart/api.ts'
import { cartReturnEndpoints } from '#contract/orders/cart/return-api.ts'
import { commentEndpoints } from '#contract/orders/comments/api.ts'
import { parcelEndpoints } from '#contract/orders/fulfilment/api.ts'
import { memberLevelEndpoints } from '#contract/orders/levels/api.ts'
import { orderProposalEndpoints } from '#contract/orders/order-proposals/api.ts'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import { patrolEndpoints } from '#contract/orders/patrols/patrol-api.ts'
import { quickOrderEndpoints } from '#contract/orders/quick-order/api.ts'
import { quotationEndpoints, quotationPrintoutEndpoints } from '#contract/orders/quotations/api.ts'
import { shoppingListEndpoints } from '#contract/orders/shopping-lists/api.ts'
import { contactEndpoints } from '#contract/people/channels/api.ts'
import { filesEndpoints } from '#contract/people/files/api.ts'
import { currentUserEndpoints, loginAndRegistrationEndpoints, ownEnterprisesEndpoints } from '#contract/people/identity/api.ts'
import { personalDataEndpoints } from '#contract/people/identity/personal-data-api.ts'
import { captchaAndSmsCodeEndpoints } from '#contract/people/identity/system-api.ts'
import { userSecurityEndpoints } from '#contract/people/identity/user-security-api.ts'
import { inquiryEndpoints } from '#contract/people/inquiry/api.ts'
import { smsAlertEndpoints } from '#contract/people/messaging/alert-api.ts'
import { messageEndpoints } from '#contract/people/messaging/api.ts'
import { subAccountEndpoints } from '#contract/people/organisation/api.ts'
import { verificationEndpoints } from '#contract/people/verification/api.ts'
import { verificationReadingEndpoints } from '#contract/people/verification/readings-api.ts'
import { addressEndpoints } from '#contract/sites/address/api.ts'
import { deliveryTimeEndpoints } from '#contract/sites/delivery-times/delivery-time-api.ts'
import { projectEndpoints } from '#contract/sites/projects/api.ts'
import { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'

/** The calls of buyers and guests, group by group. `server/storefront-handlers.ts` answers them. */
export const storefrontContract = {
  system: captchaAndSmsCodeEndpoints,
  security: loginAndRegistrationEndpoints,
  user: currentUserEndpoints,
  userSecurity: userSecurityEndpoints,
  personalData: personalDataEndpoints,
  enterprise: ownEnterprisesEndpoints,
  subUser: subAccountEndpoints,
  verification: verificationEndpoints,
  verificationReading: verificationReadingEndpoints,
  files: filesEndpoints,
  site: mallContentEndpoints,
  help: helpEndpoints,
  banner: bannerEndpoints,
  home: homeEndpoints,
  inquiry: inquiryEndpoints,
  goodsCategory: goodsCategoryEndpoints,
  goods: goodsEndpoints,
  suggestion: searchSuggestionEndpoints,
  aboutGoods: goodsDetailSupplementEndpoints,
  brand: brandEndpoints,
  machineModel: machineModelEndpoints,
  goodsCompare: goodsCompareEndpoints,
  licence: licenceEndpoints,
  cart: cartEndpoints,
  cartReturn: cartReturnEndpoints,
  quickOrder: quickOrderEndpoints,
  shoppingList: shoppingListEndpoints,
  favourites: favouritesEndpoints,
  stockWait: stockWaitEndpoints,
  materialCode: materialCodeEndpoints,
  deliveryTime: deliveryTimeEndpoints,
  address: addressEndpoints,
  project: projectEndpoints,
  equipment: equipmentEndpoints,
  patrol: patrolEndpoints,
  quotation: quotationEndpoints,
  orderProposal: orderProposalEndpoints,
  quotationPrintout: quotationPrintoutEndpoints,
  order: orderEndpoints,
  parcel: parcelEndpoints,
  coupon: couponEndpoints,
  member: memberLevelEndpoints,
  approval: purchaseApprovalEndpoints,
  afterSale: afterSaleEndpoints,
  invoiceTitle: invoiceTitleEndpoints,
  invoice: invoiceEndpoints,
  comment: commentEndpoints,
  contracts: contractsEndpoints,
  signing: signingEndpoints,
  payment: paymentEndpoints,
  transfer: bankTransferEndpoints,
  wallet: walletEndpoints,
  account: creditAccountEndpoints,
  credit: creditEndpoints,
  statement: statementEndpoints,
  badDebt: badDebtEndpoints,
  bill: billEntryEndpoints,
  documents: documentDownloadEndpoints,
  accountStatement: accountStatementEndpoints,
  companyGroup: companyGroupEndpoints,
  groupBuyer: groupBuyerEndpoints,
  exports: buyerListExportEndpoints,
  message: messageEndpoints,
  alert: smsAlertEndpoints,
  contact: contactEndpoints,
  apiKey: apiKeyEndpoints,
  webhook: webhookEndpoints,
  punchOutSetup: punchOutSetupEndpoints,
  punchOutEntry: punchOutEntryEndpoints,
} as const
