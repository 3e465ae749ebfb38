import { contract } from '#contract/api.ts'
import { createAccountStatementHandlers } from '#server/billing/account-statements/routes.ts'
import { createTransferHandlers } from '#server/billing/bank-transfers/routes.ts'
import { billEntryHandlers } from '#server/billing/bills/routes.ts'
import { createGroupBuyerHandlers } from '#server/billing/company-groups/group-buyer-routes.ts'
import { createCompanyGroupHandlers } from '#server/billing/company-groups/routes.ts'
import { createContractHandlers } from '#server/billing/contracts/routes.ts'
import { deliveryNoteHandlers } from '#server/billing/documents/delivery-routes.ts'
import { createDocumentHandlers } from '#server/billing/documents/routes.ts'
import { createBuyerOnlinePaymentHandlers } from '#server/billing/incoming-payments/routes.ts'
import { walletEntryHandlers } from '#server/billing/incoming-payments/wallet-entries.ts'
import { createInvoiceTitleHandlers } from '#server/billing/invoice-titles/routes.ts'
import { createInvoiceHandlers } from '#server/billing/invoices/routes.ts'
import { createQuotationPrintoutHandlers } from '#server/billing/quotation-printouts/routes.ts'
import { badDebtHandlers } from '#server/billing/receivables/bad-debts/routes.ts'
import { createStatementHandlers } from '#server/billing/receivables/routes.ts'
import { createContractBeingSignedFinder } from '#server/billing/signings/public.ts'
import { createSigningHandlers } from '#server/billing/signings/routes.ts'
import { bannerHandlers } from '#server/catalog/banners/routes.ts'
import { brandHandlers } from '#server/catalog/brand-goods/routes.ts'
import { couponHandlers } from '#server/catalog/coupons/routes.ts'
import { createCatalogLookup, createNearestGoodsSearch } from '#server/catalog/facets/list-memory.ts'
import { createGoodsListHandlers } from '#server/catalog/facets/routes.ts'
import { favouriteHandlers, stockWaitHandlers } from '#server/catalog/favourites/routes.ts'
import { findOncePublishedGoodsById } from '#server/catalog/goods/public.ts'
import { goodsCategoryHandlers, goodsHandlers } from '#server/catalog/goods/routes.ts'
import { goodsCompareHandlers } from '#server/catalog/goods-compare/routes.ts'
import { goodsDetailSupplementHandlers } from '#server/catalog/goods-editing/routes.ts'
import { createLicenceHandlers } from '#server/catalog/licences/routes.ts'
import { machineModelHandlers } from '#server/catalog/machine-goods/routes.ts'
import { materialCodeHandlers } from '#server/catalog/materials/routes.ts'
import { createSuggestionHandlers } from '#server/catalog/suggestions/routes.ts'
import { helpHandlers, mallInfoAndAgreementHandlers } from '#server/content/content/routes.ts'
import { createCartReturnHandlers, createPunchOutSetupHandlers, punchOutEntryHandlers } from '#server/integration/punch-out/routes.ts'
import { createWebhookHandlers } from '#server/integration/webhooks/routes.ts'
import * as credit from '#server/money/credit/public.ts'
import { creditAccountHandlers, creditOverviewAndAgreementHandlers } from '#server/money/credit/routes.ts'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { walletHandlers } from '#server/money/wallet/routes.ts'
import { alertSettingHandlers } from '#server/operations/alerts/routes.ts'
import { createExportHandlers } from '#server/operations/exports/routes.ts'
import { createHomeHandlers } from '#server/operations/home/routes.ts'
import { createPersonalDataHandlers } from '#server/operations/personal-data/routes.ts'
import { companyGroupPurchaseHandlers } from '#server/operations/reports/routes.ts'
import { afterSaleHandlers } from '#server/orders/after-sales/routes.ts'
import { purchaseApprovalHandlers } from '#server/orders/approval/routes.ts'
import { cartHandlers } from '#server/orders/cart/routes.ts'
import { availableCouponHandlers, createCheckoutHandlers } from '#server/orders/checkout/routes.ts'
import { createCommentHandlers } from '#server/orders/comments/routes.ts'
import { projectCostHandlers, replenishmentAdviceHandlers } from '#server/orders/cost-allocation/routes.ts'
import { createOrderDetailHandlers, createParcelHandlers, drawdownHandlers } from '#server/orders/fulfilment/routes.ts'
import { createMemberLevelHandlers } from '#server/orders/levels/routes.ts'
import { orderProposalHandlers } from '#server/orders/order-proposals/routes.ts'
import {
  findOrderNumbers,
  findRecentlyOrderedSkusByText,
  findRecentOrderNumbersByEitherEnd,
  sumMonthlyPurchasesByUser,
} from '#server/orders/orders/public.ts'
import { createOrderHandlers } from '#server/orders/orders/routes.ts'
import { sitePatrolHandlers } from '#server/orders/patrols/routes.ts'
import { quickOrderHandlers } from '#server/orders/quick-order/routes.ts'
import { quotationHandlers } from '#server/orders/quotations/routes.ts'
import { shoppingListHandlers } from '#server/orders/shopping-lists/routes.ts'
import { createRegistrationAndCredentialHandlers, createSmsHandlers, createUserSecurityHandlers } from '#server/people/access/routes.ts'
import { createApiKeyHandlers } from '#server/people/api-keys/routes.ts'
import { createContactHandlers } from '#server/people/channels/public.ts'
import { createFileHandlers } from '#server/people/files/routes.ts'
import { createCaptchaHandlers, createLoginHandlers, currentUserHandlers, ownEnterprisesHandlers } from '#server/people/identity/routes.ts'
import { createInquiryHandlers } from '#server/people/inquiry/routes.ts'
import { createSubUserHandlers, invitationAcceptHandlers } from '#server/people/memberships/routes.ts'
import { messageHandlers } from '#server/people/messaging/routes.ts'
import { createVerificationReadingHandlers } from '#server/people/verification/readings/routes.ts'
import { createVerificationHandlers } from '#server/people/verification/routes.ts'
import { maskFiguresOfHandlerGroups } from '#server/platform/http/figure-masking/mask-figures.ts'
import { addressHandlers } from '#server/sites/address/routes.ts'
import { deliveryTimeHandlers } from '#server/sites/delivery-times/routes.ts'
import { equipmentHandlers } from '#server/sites/equipment/routes.ts'
import { projectHandlers } from '#server/sites/projects/routes.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { deleteMemberBelongings } from './member-belongings.ts'

/**
 * The handlers of the calls of buyers and guests, group by group. A group of the contract that is missing here or below does not compile.
 */
export const createStorefrontHandlers = (dependencies: HandlerDependencies) => {
  const lists = {
    ...createHandlersWithDependencies(dependencies),
    ...quotationGroups(dependencies),
    ...punchOutGroups(dependencies),
    ...messageGroups(dependencies),
    ...verificationGroups(dependencies),
    ...afterSaleAndInvoiceGroups(dependencies),
  }
  return { ...lists, exports: createExportHandlers(maskFiguresOfHandlerGroups(contract, lists)) }
}

const quotationGroups = ({ keys }: HandlerDependencies) => ({
  quotation: quotationHandlers,
  orderProposal: orderProposalHandlers,
  quotationPrintout: createQuotationPrintoutHandlers(keys),
})

const punchOutGroups = ({ keys, services, requireTotp }: HandlerDependencies) => ({
  punchOutSetup: createPunchOutSetupHandlers(keys, !requireTotp, services),
  punchOutEntry: punchOutEntryHandlers,
  cartReturn: createCartReturnHandlers(() => services.publicUrl),
})

const messageGroups = (dependencies: HandlerDependencies) => ({
  message: messageHandlers,
  alert: alertSettingHandlers,
  contact: createContactHandlers(dependencies),
})

const verificationGroups = ({ keys, services, vault }: HandlerDependencies) => ({
  verification: createVerificationHandlers({ keys, credit }),
  verificationReading: createVerificationReadingHandlers({ keys, services, vault }),
})

const afterSaleAndInvoiceGroups = ({ keys, services }: HandlerDependencies) => ({
  afterSale: afterSaleHandlers,
  invoiceTitle: createInvoiceTitleHandlers(keys),
  invoice: createInvoiceHandlers(services),
})

const createGroupHandlers = (keys: HandlerDependencies['keys']) => ({
  companyGroup: { ...createCompanyGroupHandlers(keys, deleteMemberBelongings), ...companyGroupPurchaseHandlers },
  groupBuyer: createGroupBuyerHandlers(deleteMemberBelongings),
})

/** Lists of goods and suggestions share what is remembered of the catalog. */
const createSearchHandlers = (readCatalog: ReturnType<typeof createCatalogLookup>) => ({
  goods: { ...goodsHandlers, ...createGoodsListHandlers(readCatalog) },
  suggestion: createSuggestionHandlers(
    { findPurchasedSkus: findRecentlyOrderedSkusByText, findOrderNumbers: findRecentOrderNumbersByEitherEnd },
    createNearestGoodsSearch(readCatalog),
  ),
})

const createHandlersWithDependencies = ({ keys, services, vault, limits, retentionDays, catalog }: HandlerDependencies) => ({
  system: { ...createCaptchaHandlers(keys), ...createSmsHandlers({ keys, limits }) },
  security: {
    ...createLoginHandlers({ keys, limits }),
    ...createRegistrationAndCredentialHandlers({ keys, limits, openAccounts: createLedgerAccountsOfEnterprise }),
  },
  user: currentUserHandlers,
  userSecurity: createUserSecurityHandlers({ keys, limits }),
  personalData: createPersonalDataHandlers({ keys, limits, retentionDays, deleteBelongings: deleteMemberBelongings }),
  enterprise: { ...ownEnterprisesHandlers, ...invitationAcceptHandlers },
  subUser: createSubUserHandlers({ keys, limits, sumMonthUsage: sumMonthlyPurchasesByUser, deleteBelongings: deleteMemberBelongings }),
  files: createFileHandlers(vault),
  site: mallInfoAndAgreementHandlers,
  help: helpHandlers,
  banner: bannerHandlers,
  home: createHomeHandlers(keys),
  inquiry: createInquiryHandlers(keys),
  goodsCategory: goodsCategoryHandlers,
  ...createSearchHandlers(createCatalogLookup(catalog)),
  aboutGoods: goodsDetailSupplementHandlers,
  brand: brandHandlers,
  machineModel: machineModelHandlers,
  goodsCompare: goodsCompareHandlers,
  licence: createLicenceHandlers({ keys, findGoods: findOncePublishedGoodsById }),
  cart: cartHandlers,
  quickOrder: quickOrderHandlers,
  shoppingList: shoppingListHandlers,
  favourites: favouriteHandlers,
  stockWait: stockWaitHandlers,
  materialCode: materialCodeHandlers,
  deliveryTime: deliveryTimeHandlers,
  address: addressHandlers,
  coupon: { ...couponHandlers, ...availableCouponHandlers },
  member: createMemberLevelHandlers(findOrderNumbers),
  project: { ...projectHandlers, ...projectCostHandlers },
  equipment: { ...equipmentHandlers, ...replenishmentAdviceHandlers },
  patrol: sitePatrolHandlers,
  order: { ...createCheckoutHandlers({ keys, services }), ...createOrderHandlers(keys), ...createOrderDetailHandlers(services) },
  parcel: createParcelHandlers(services),
  approval: purchaseApprovalHandlers,
  payment: createBuyerOnlinePaymentHandlers(services),
  transfer: createTransferHandlers(keys),
  wallet: { ...walletHandlers, ...walletEntryHandlers },
  account: creditAccountHandlers,
  credit: { ...creditOverviewAndAgreementHandlers, ...drawdownHandlers },
  statement: createStatementHandlers(keys),
  badDebt: badDebtHandlers,
  bill: billEntryHandlers,
  documents: { ...createDocumentHandlers(keys), ...deliveryNoteHandlers },
  accountStatement: createAccountStatementHandlers(keys),
  ...createGroupHandlers(keys),
  apiKey: createApiKeyHandlers(keys),
  webhook: createWebhookHandlers(keys, services),
  comment: createCommentHandlers(vault),
  contracts: createContractHandlers(keys, createContractBeingSignedFinder(keys)),
  signing: createSigningHandlers({ vault, services }),
})
