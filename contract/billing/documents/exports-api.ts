import { contractsEndpoints } from '#contract/billing/contracts/api.ts'
import { invoiceEndpoints } from '#contract/billing/invoices/api.ts'
import { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import { favouritesEndpoints } from '#contract/catalog/favourites/api.ts'
import { materialCodeEndpoints } from '#contract/catalog/materials/api.ts'
import { badDebtEndpoints } from '#contract/money/bad-debts/api.ts'
import { creditEndpoints } from '#contract/money/credit/api.ts'
import { paymentEndpoints } from '#contract/money/payments/api.ts'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import { afterSaleEndpoints } from '#contract/orders/after-sales/api.ts'
import { purchaseApprovalEndpoints } from '#contract/orders/approval/api.ts'
import { commentEndpoints } from '#contract/orders/comments/api.ts'
import { orderProposalEndpoints } from '#contract/orders/order-proposals/api.ts'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import { patrolEndpoints } from '#contract/orders/patrols/patrol-api.ts'
import { quotationEndpoints } from '#contract/orders/quotations/api.ts'
import { subAccountEndpoints } from '#contract/people/organisation/api.ts'
import { defineEndpoints } from '#contract/platform/core/endpoint.ts'
import { defineExportOfList } from '#contract/platform/spreadsheets/export.ts'
import { projectEndpoints } from '#contract/sites/projects/api.ts'
import { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'

/**
 * Lists of the buyer as files. Those of printouts are in `documents`, and those of the wallet and of invoices are next to their own calls.
 */
export const buyerListExportEndpoints = defineEndpoints('/account-api/api/export', {
  orders: defineExportOfList(orderEndpoints.list, 'orders', '订单'),
  orderLines: defineExportOfList(orderEndpoints.list, 'order-lines', '订单商品明细：物料编码、采购单号、成本中心'),
  afterSales: defineExportOfList(afterSaleEndpoints.list, 'after-sales', '售后单'),
  quotations: defineExportOfList(quotationEndpoints.list, 'quotations', '询价单'),
  orderProposals: defineExportOfList(orderProposalEndpoints.list, 'order-proposals', '代客下单'),
  comments: defineExportOfList(commentEndpoints.mine, 'comments', '本企业的评论'),
  approvals: defineExportOfList(purchaseApprovalEndpoints.list, 'approvals', '采购审批'),
  contracts: defineExportOfList(contractsEndpoints.list, 'contracts', '合同清单'),
  openOrders: defineExportOfList(invoiceEndpoints.openOrders, 'open-orders', '可开票订单'),
  favourites: defineExportOfList(favouritesEndpoints.list, 'favourites', '收藏的商品'),
  materialCodes: defineExportOfList(materialCodeEndpoints.list, 'material-codes', '物料编码：与导入同一格式'),
  // Everybody may see this list, but only members who may spend may download it.
  coupons: defineExportOfList({ ...couponEndpoints.list, needs: 'buyPay' }, 'coupons', '优惠券'),
  subUsers: defineExportOfList(subAccountEndpoints.list, 'sub-users', '子账号'),
  projects: defineExportOfList(projectEndpoints.list, 'projects', '项目'),
  equipment: defineExportOfList(equipmentEndpoints.list, 'equipment', '设备'),
  patrols: defineExportOfList(patrolEndpoints.list, 'patrols', '巡检'),
  topUps: defineExportOfList(paymentEndpoints.topUps, 'top-ups', '充值记录'),
  drawdowns: defineExportOfList(creditEndpoints.drawdowns, 'drawdowns', '赊销明细'),
  statements: defineExportOfList(statementEndpoints.list, 'statements', '月度账单'),
  repayments: defineExportOfList(statementEndpoints.repayments, 'repayments', '还款记录'),
  acceptances: defineExportOfList(statementEndpoints.acceptances, 'acceptances', '承兑汇票'),
  badDebts: defineExportOfList(badDebtEndpoints.list, 'bad-debts', '已核销的账款'),
})
