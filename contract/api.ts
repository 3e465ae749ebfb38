import { address } from './address/api.ts'
import { afterSale } from './after-sale/api.ts'
import { consoleAfterSale } from './after-sale/console-api.ts'
import { approval } from './approval/api.ts'
import { transfer } from './bank/api.ts'
import { consoleBank } from './bank/console-api.ts'
import { consoleVoucher } from './bank/voucher-api.ts'
import { bill } from './bills/api.ts'
import { cart } from './cart/api.ts'
import { goods, goodsCategory } from './catalog/api.ts'
import { consoleTaxCode } from './catalog/tax-api.ts'
import { comment } from './comments/api.ts'
import { consoleComment } from './comments/console-api.ts'
import { site } from './content/api.ts'
import { consoleArticle, consoleHelpCategory } from './content/article-api.ts'
import { consoleBanner } from './content/banner-api.ts'
import { banner } from './content/banner-shapes.ts'
import { consoleHoliday, consoleSetting } from './content/console-api.ts'
import { help } from './content/help-api.ts'
import { contracts } from './contracts/api.ts'
import { coupon } from './coupons/api.ts'
import { consoleCoupon } from './coupons/console-api.ts'
import { account, consoleCredit, credit } from './credit/api.ts'
import { consoleDocuments, documents } from './documents/api.ts'
import { consoleExport } from './documents/console-exports-api.ts'
import { exports } from './documents/exports-api.ts'
import { favourites } from './favourites/api.ts'
import { stockWait } from './favourites/stock-wait-api.ts'
import { consoleFiles, files } from './files/api.ts'
import { consoleCreditBook } from './finance/credit-api.ts'
import { consoleReceipt } from './finance/incoming-payments-api.ts'
import { consoleLedger } from './finance/ledger-api.ts'
import { consoleProof } from './finance/proof-api.ts'
import { consoleReceivable } from './finance/receivables-api.ts'
import { consoleReconciliation } from './finance/reconciliation-api.ts'
import { consoleFulfilment, parcel } from './fulfilment/api.ts'
import { enterprise, security, system, user, userSecurity } from './identity/api.ts'
import { consoleEnterpriseAccess, consoleUser } from './identity/console-api.ts'
import { consoleInquiry, inquiry } from './inquiry/api.ts'
import { apiKey, webhook } from './integration/api.ts'
import { consoleIntegration } from './integration/console-api.ts'
import { consoleStock } from './inventory/api.ts'
import { invoice, invoiceTitle } from './invoices/api.ts'
import { consoleInvoice } from './invoices/console-api.ts'
import { member } from './levels/api.ts'
import { consoleLevel } from './levels/console-api.ts'
import { materialCode } from './materials/api.ts'
import { alert } from './messaging/alert-api.ts'
import { consoleAnnouncement } from './messaging/announcement-api.ts'
import { message } from './messaging/api.ts'
import { consoleText } from './messaging/console-api.ts'
import { consoleMessageText } from './messaging/texts/api.ts'
import { order } from './ordering/api.ts'
import { consoleOrder } from './ordering/console-api.ts'
import { subUser } from './organisation/api.ts'
import { consolePayment, payment } from './payment/api.ts'
import { consolePrice } from './pricing/console-api.ts'
import { consoleFreight } from './pricing/freight-api.ts'
import { project } from './projects/api.ts'
import { equipment } from './projects/equipment-api.ts'
import { patrol } from './projects/patrol-api.ts'
import { quickOrder } from './quick-order/api.ts'
import { shoppingList } from './shopping-lists/api.ts'
import { consoleEnterprise, consoleQueue, consoleSku } from './staff/api.ts'
import { consoleAudit } from './staff/audit-api.ts'
import { consoleNotice } from './staff/notice-api.ts'
import { consoleSensitiveChange } from './staff/sensitive-change-api.ts'
import { consoleStaff, staff } from './staff/staff-api.ts'
import { statement } from './statements/api.ts'
import { consoleAcceptance, consoleFinanceRequest, consoleStatement } from './statements/console-api.ts'
import { consoleVerification, verification } from './verification/api.ts'
import { consoleWallet, wallet } from './wallet/api.ts'

/** The whole contract, group by group: what the server mounts, and what OpenAPI, the matrix and the fuzz tests are made from. */
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
