import { transfer } from '#contract/billing/bank/api.ts'
import { consoleBank } from '#contract/billing/bank/console-api.ts'
import { consoleVoucher } from '#contract/billing/bank/voucher-api.ts'
import { bill } from '#contract/billing/bills/api.ts'
import { contracts } from '#contract/billing/contracts/api.ts'
import { consoleDocuments, documents } from '#contract/billing/documents/api.ts'
import { exports } from '#contract/billing/documents/exports-api.ts'
import { consoleCreditBook } from '#contract/billing/finance/credit-api.ts'
import { consoleReceipt } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleLedger } from '#contract/billing/finance/ledger-api.ts'
import { consoleProof } from '#contract/billing/finance/proof-api.ts'
import { consoleReceivable } from '#contract/billing/finance/receivables-api.ts'
import { consoleReconciliation } from '#contract/billing/finance/reconciliation-api.ts'
import { invoice, invoiceTitle } from '#contract/billing/invoices/api.ts'
import { consoleInvoice } from '#contract/billing/invoices/console-api.ts'
import { consoleAttributeEndpoints, consoleAttributeSetEndpoints } from '#contract/catalog/attributes/console-api.ts'
import { consoleBanner } from '#contract/catalog/banners/banner-api.ts'
import { banner } from '#contract/catalog/banners/banner-shapes.ts'
import { coupon } from '#contract/catalog/coupons/api.ts'
import { consoleCoupon } from '#contract/catalog/coupons/console-api.ts'
import { favourites } from '#contract/catalog/favourites/api.ts'
import { stockWait } from '#contract/catalog/favourites/stock-wait-api.ts'
import { goods, goodsCategory } from '#contract/catalog/goods/api.ts'
import { consoleSku } from '#contract/catalog/goods/console-api.ts'
import { consoleTaxCode } from '#contract/catalog/goods/tax-api.ts'
import { consoleStock } from '#contract/catalog/inventory/api.ts'
import { consoleMachineModelEndpoints } from '#contract/catalog/machine-models/console-api.ts'
import { materialCode } from '#contract/catalog/materials/api.ts'
import { consolePrice } from '#contract/catalog/pricing/console-api.ts'
import { site } from '#contract/content/content/api.ts'
import { consoleArticle, consoleHelpCategory } from '#contract/content/content/article-api.ts'
import { help } from '#contract/content/content/help-api.ts'
import { apiKey, webhook } from '#contract/integration/integration/api.ts'
import { consoleIntegration } from '#contract/integration/integration/console-api.ts'
import { account, consoleCredit, credit } from '#contract/money/credit/api.ts'
import { consolePayment, payment } from '#contract/money/payments/api.ts'
import { statement } from '#contract/money/statements/api.ts'
import { consoleAcceptance, consoleFinanceRequest, consoleStatement } from '#contract/money/statements/console-api.ts'
import { consoleWallet, wallet } from '#contract/money/wallet/api.ts'
import { consoleEnterprise } from '#contract/operations/enterprises/api.ts'
import { consoleExport } from '#contract/operations/exports/console-exports-api.ts'
import { consoleQueue } from '#contract/operations/queue/api.ts'
import { consoleHoliday, consoleSetting } from '#contract/operations/settings/console-api.ts'
import { afterSale } from '#contract/orders/after-sales/api.ts'
import { consoleAfterSale } from '#contract/orders/after-sales/console-api.ts'
import { approval } from '#contract/orders/approval/api.ts'
import { cart } from '#contract/orders/cart/api.ts'
import { comment } from '#contract/orders/comments/api.ts'
import { consoleComment } from '#contract/orders/comments/console-api.ts'
import { consoleFulfilment, parcel } from '#contract/orders/fulfilment/api.ts'
import { member } from '#contract/orders/levels/api.ts'
import { consoleLevel } from '#contract/orders/levels/console-api.ts'
import { order } from '#contract/orders/orders/api.ts'
import { consoleOrder } from '#contract/orders/orders/console-api.ts'
import { patrol } from '#contract/orders/patrols/patrol-api.ts'
import { quickOrder } from '#contract/orders/quick-order/api.ts'
import { shoppingList } from '#contract/orders/shopping-lists/api.ts'
import { consoleFiles, files } from '#contract/people/files/api.ts'
import { enterprise, security, user } from '#contract/people/identity/api.ts'
import { consoleEnterpriseAccess, consoleUser } from '#contract/people/identity/console-api.ts'
import { system } from '#contract/people/identity/system-api.ts'
import { userSecurity } from '#contract/people/identity/user-security-api.ts'
import { consoleInquiry, inquiry } from '#contract/people/inquiry/api.ts'
import { alert } from '#contract/people/messaging/alert-api.ts'
import { consoleAnnouncement } from '#contract/people/messaging/announcement-api.ts'
import { message } from '#contract/people/messaging/api.ts'
import { consoleText } from '#contract/people/messaging/console-api.ts'
import { consoleMessageText } from '#contract/people/messaging/message-texts/api.ts'
import { subUser } from '#contract/people/organisation/api.ts'
import { consoleAudit } from '#contract/people/staff/audit-api.ts'
import { consoleNotice } from '#contract/people/staff/notice-api.ts'
import { consoleSensitiveChange } from '#contract/people/staff/sensitive-change-api.ts'
import { consoleStaff, staff } from '#contract/people/staff/staff-api.ts'
import { consoleVerification, verification } from '#contract/people/verification/api.ts'
import { address } from '#contract/sites/address/api.ts'
import { consoleFreight } from '#contract/sites/freight/freight-api.ts'
import { project } from '#contract/sites/projects/api.ts'
import { equipment } from '#contract/sites/projects/equipment-api.ts'

/** The whole contract, group by group. The server mounts it; OpenAPI, the permission matrix and the fuzz tests are generated from it. */
export const contract = {
  system,
  security,
  user,
  userSecurity,
  enterprise,
  subUser,
  verification,
  files,
  site,
  help,
  banner,
  inquiry,
  goodsCategory,
  goods,
  cart,
  quickOrder,
  standing: shoppingList,
  favourites,
  stockWait,
  materialCode,
  address,
  project,
  equipment,
  patrol,
  order,
  parcel,
  coupon,
  member,
  approval,
  afterSale,
  invoiceTitle,
  invoice,
  comment,
  contracts,
  payment,
  transfer,
  wallet,
  account,
  credit,
  statement,
  bill,
  documents,
  exports,
  message,
  alert,
  apiKey,
  webhook,
  staff,
  consoleQueue,
  consoleVerification,
  consoleFiles,
  consoleOrder,
  consoleFulfilment,
  consoleDocuments,
  consoleAfterSale,
  consoleInvoice,
  consoleComment,
  consoleEnterprise,
  consoleCredit,
  consoleStatement,
  consoleAcceptance,
  consoleFinanceRequest,
  consolePayment,
  consoleVoucher,
  consoleBank,
  consoleReceivable,
  consoleCreditBook,
  consoleReceipt,
  consoleReconciliation,
  consoleLedger,
  consoleProof,
  consoleWallet,
  consoleSku,
  consoleAttribute: consoleAttributeEndpoints,
  consoleAttributeSet: consoleAttributeSetEndpoints,
  consoleMachineModel: consoleMachineModelEndpoints,
  consoleTaxCode,
  consolePrice,
  consoleCoupon,
  consoleLevel,
  consoleStock,
  consoleFreight,
  consoleExport,
  consoleHoliday,
  consoleSetting,
  consoleText,
  consoleMessageText,
  consoleArticle,
  consoleHelpCategory,
  consoleBanner,
  consoleInquiry,
  consoleAnnouncement,
  consoleAudit,
  consoleUser,
  consoleStaff,
  consoleSensitiveChange,
  consoleNotice,
  consoleEnterpriseAccess,
  consoleIntegration,
} as const
