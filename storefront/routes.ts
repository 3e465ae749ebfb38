import type { ComponentType } from 'react'
import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import type { RequiredPermissionOrResolver } from '#storefront/platform/sessions/permissions/required-permission.ts'
import * as rights from '#storefront/platform/sessions/permissions/screen-permissions.ts'
import { mallProfile } from '#ui/mall.ts'

/** A URL of the mall. All routes of the specification are here. The code of a screen is loaded when it is first opened. */
export interface Screen {
  path: string
  title: string
  /** A member without the permission is redirected to /403 (specification §2, specification §6). */
  needs?: MemberPermissionCode
  /** The permissions for the screen's calls. A member without them sees a notice in place of the screen, and no request is sent. */
  right?: RequiredPermissionOrResolver | undefined
  load: () => Promise<Loaded>
}

interface Loaded {
  Page: ComponentType
  /** Fetches the data of the screen before it renders. */
  prefetch?: (search: SearchParams) => void | Promise<void>
}

const login = () => import('#storefront/people/identity/login-page.tsx')
const order = () => import('#storefront/operations/order-page/order-page.tsx')
const orders = () => import('#storefront/orders/orders/orders-page.tsx')
const categories = () => import('#storefront/catalog/goods/categories-page.tsx')
const compare = () => import('#storefront/catalog/goods/compare/compare-page.tsx')
const byMachine = () => import('#storefront/catalog/machine-models/by-machine-page.tsx')
const brands = () => import('#storefront/catalog/brands/brand-page.tsx')
const quotations = () => import('#storefront/orders/quotations/quotations-page.tsx')
const newQuotation = () => import('#storefront/orders/quotations/new-quotation-page.tsx')
const quotation = () => import('#storefront/orders/quotations/quotation-page.tsx')
const proposals = () => import('#storefront/orders/order-proposals/proposals-page.tsx')
const proposal = () => import('#storefront/orders/order-proposals/proposal-page.tsx')
const quickOrder = () => import('#storefront/orders/quick-order/quick-order-page.tsx')
const shoppingLists = () => import('#storefront/orders/shopping-lists/lists-page.tsx')
const coupons = () => import('#storefront/catalog/coupons/coupons-page.tsx')
const levels = () => import('#storefront/orders/levels/levels-page.tsx')
const messages = () => import('#storefront/people/messaging/messages-page.tsx')
const collection = () => import('#storefront/catalog/favourites/collection-page.tsx')
const evidence = () => import('#storefront/money/payments/transfer/evidence-page.tsx')
const paid = () => import('#storefront/orders/checkout/online-payment/paid-page.tsx')
const credit = () => import('#storefront/money/credit/credit-page.tsx')
const companyGroup = () => import('#storefront/money/credit/company-groups/group-page.tsx')

const main = [
  { path: '/', title: mallProfile.name, load: () => import('#storefront/operations/home/home-page.tsx') },
  { path: '/shop', title: '商城', right: rights.GOODS_PERMISSIONS, load: () => import('#storefront/catalog/goods/shop-page.tsx') },
  { path: '/categories', title: '分类', right: rights.GOODS_PERMISSIONS, load: categories },
  { path: '/categories2', title: '分类', right: rights.GOODS_PERMISSIONS, load: categories },
  { path: '/detail', title: '商品详情', right: rights.GOODS_PERMISSIONS, load: () => import('#storefront/catalog/goods/detail-page.tsx') },
  { path: '/cart', title: '购物车', load: () => import('#storefront/orders/cart/cart-page.tsx') },
  { path: '/order_info', title: '确认订单', needs: 'buyPay', load: () => import('#storefront/orders/checkout/order-info-page.tsx') },
  {
    path: '/order_pay_password',
    title: '输入支付密码',
    right: rights.PAYING_PERMISSIONS,
    load: () => import('#storefront/orders/checkout/pay-page.tsx'),
  },
  {
    path: '/order_pay_online_pay',
    title: '在线支付',
    right: rights.ONLINE_PAYMENT_PERMISSIONS,
    load: () => import('#storefront/orders/checkout/online-payment/online-pay-page.tsx'),
  },
  { path: '/order_pay_success', title: '支付结果', right: rights.paymentResultPermission, load: paid },
  { path: '/order_pay_success_2', title: '支付结果', right: rights.paymentResultPermission, load: paid },
  { path: '/user_center', title: '个人中心', load: () => import('#storefront/people/user-center/user-center-page.tsx') },
  { path: '/alter_avatar', title: '修改头像', load: () => import('#storefront/people/account/avatar/avatar-page.tsx') },
  { path: '/user_level_normal', title: '会员权益', load: levels },
  { path: '/user_level_middle', title: '会员权益', load: levels },
  { path: '/user_level_middle_unlock', title: '会员权益', load: levels },
  { path: '/user_level_high', title: '会员权益', load: levels },
  { path: '/user_level_high_unlock', title: '会员权益', load: levels },
  { path: '/403', title: '没有权限', load: () => import('#storefront/platform/shell/pages/forbidden-page.tsx') },
] as const satisfies readonly Screen[]

const account = [
  { path: '/login', title: '登录', load: login },
  { path: '/login_error', title: '登录', load: login },
  { path: '/login_success', title: '选择企业', load: () => import('#storefront/people/identity/choose-enterprise-page.tsx') },
  { path: '/login_forget_pwd', title: '找回密码', load: () => import('#storefront/people/identity/forgot-page.tsx') },
  { path: '/login_forget_success', title: '密码已重置', load: () => import('#storefront/people/identity/forgot-done-page.tsx') },
  { path: '/register', title: '注册', load: () => import('#storefront/people/identity/register-page.tsx') },
  { path: '/app_download', title: 'APP 下载', load: () => import('#storefront/content/app-download/app-page.tsx') },
  { path: '/account', title: '账号管理', load: () => import('#storefront/people/organisation/account-page.tsx') },
  { path: '/setting', title: '设置', load: () => import('#storefront/people/account/settings-page.tsx') },
  { path: '/setting_change_pwd', title: '修改登录密码', load: () => import('#storefront/people/account/change-password-page.tsx') },
  { path: '/setting_new_telephone', title: '绑定新手机号', load: () => import('#storefront/people/account/mobile/new-phone-page.tsx') },
  { path: '/setting_change_phone', title: '更换手机号', load: () => import('#storefront/people/account/mobile/change-phone-page.tsx') },
  { path: '/setting_personal_data', title: '我的数据', load: () => import('#storefront/people/account/personal-data/download-page.tsx') },
  { path: '/setting_close_account', title: '注销账号', load: () => import('#storefront/people/account/personal-data/close-page.tsx') },
  { path: '/setting_set_pay_pwd', title: '支付密码', load: () => import('#storefront/people/account/pay-password-page.tsx') },
] as const satisfies readonly Screen[]

const notPassed = () => import('#storefront/people/verification/not-passed-page.tsx')
const verification = [
  {
    path: '/account_authentication',
    title: '经办人认证',
    needs: 'applyLimit',
    load: () => import('#storefront/people/verification/agent-page.tsx'),
  },
  {
    path: '/account_authentication_company',
    title: '企业认证',
    right: rights.CREDIT_CENTRE_PERMISSIONS,
    load: () => import('#storefront/people/verification/company-page.tsx'),
  },
  { path: '/account_authentication_not_passed', title: '经办人认证未通过', right: rights.CREDIT_CENTRE_PERMISSIONS, load: notPassed },
  { path: '/account_authentication_not_passed2', title: '企业认证未通过', right: rights.CREDIT_CENTRE_PERMISSIONS, load: notPassed },
  { path: '/account_authentication_not_passed3', title: '高级认证未通过', right: rights.CREDIT_CENTRE_PERMISSIONS, load: notPassed },
  {
    path: '/advanced_certification',
    title: '账户认证',
    right: rights.CREDIT_CENTRE_PERMISSIONS,
    load: () => import('#storefront/people/verification/advanced-page.tsx'),
  },
] as const satisfies readonly Screen[]

const addresses = [
  { path: '/address', title: '地址管理', needs: 'addressSet', load: () => import('#storefront/sites/address/addresses-page.tsx') },
  { path: '/address_add', title: '收货地址', needs: 'addressSet', load: () => import('#storefront/sites/address/address-form-page.tsx') },
  {
    path: '/address_add_account',
    title: '新增收货地址',
    needs: 'addressSet',
    load: () => import('#storefront/sites/address/address-form-page.tsx'),
  },
] as const satisfies readonly Screen[]

const other = [
  {
    path: '/after_sale',
    title: '售后服务',
    right: rights.ORDER_PERMISSIONS,
    load: () => import('#storefront/orders/after-sales/after-sale-page.tsx'),
  },
  { path: '/message_notice', title: '我的消息', load: messages },
  { path: '/message_sys', title: '系统消息', load: messages },
  {
    path: '/my_invoice_can_open',
    title: '我的发票',
    right: rights.ORDER_PERMISSIONS,
    load: () => import('#storefront/billing/invoices/apply-page.tsx'),
  },
  {
    path: '/my_invoice_detail',
    title: '发票详情',
    right: rights.ORDER_PERMISSIONS,
    load: () => import('#storefront/billing/invoices/invoice-page.tsx'),
  },
  { path: '/coupon', title: '我的优惠券', load: coupons },
  { path: '/coupon_used', title: '我的优惠券', load: coupons },
  { path: '/coupon_invalid', title: '我的优惠券', load: coupons },
  { path: '/coupon_use_notice', title: '优惠券使用须知', load: coupons },
  { path: '/coupon_used_notice2', title: '优惠券使用须知', load: coupons },
  { path: '/my_bill', title: '我的账单', right: rights.billsPermission, load: () => import('#storefront/billing/bills/bills-page.tsx') },
  {
    path: '/my_bill_detail',
    title: '账单详情',
    right: rights.billEntryDetailPermission,
    load: () => import('#storefront/billing/bills/bill-detail-page.tsx'),
  },
  { path: '/help_center', title: '帮助中心', load: () => import('#storefront/content/content/help-page.tsx') },
  { path: '/help_center2', title: '搜索帮助', load: () => import('#storefront/content/content/help-search-page.tsx') },
  { path: '/service_contact', title: '联系客服', load: () => import('#storefront/people/inquiry/contact-page.tsx') },
  { path: '/article_detail', title: '帮助文章', load: () => import('#storefront/content/content/article-page.tsx') },
  { path: '/article_detail_new', title: '协议', load: () => import('#storefront/content/content/agreement-page.tsx') },
  { path: '/my_collection', title: '我的收藏', right: rights.GOODS_PERMISSIONS, load: collection },
  { path: '/my_collection_tip', title: '我的收藏', right: rights.GOODS_PERMISSIONS, load: collection },
] as const satisfies readonly Screen[]

const ordering = [
  { path: '/my_order', title: '我的订单', needs: 'lookOrder', load: orders },
  { path: '/my_order_detail', title: '订单详情', right: rights.ORDER_PERMISSIONS, load: order },
  { path: '/my_order_wait_pay', title: '待支付订单', right: rights.ORDER_PERMISSIONS, load: order },
  { path: '/my_order_wait_send', title: '待发货订单', right: rights.ORDER_PERMISSIONS, load: order },
  { path: '/my_order_express', title: '订单物流', right: rights.ORDER_PERMISSIONS, load: order },
  { path: '/my_order_done', title: '已完成订单', right: rights.ORDER_PERMISSIONS, load: order },
  { path: '/my_order_cancel', title: '已取消订单', right: rights.ORDER_PERMISSIONS, load: order },
  {
    path: '/my_order_transfer_info',
    title: '转账信息',
    right: rights.transfersPermission,
    load: () => import('#storefront/money/payments/transfer/transfer-info-page.tsx'),
  },
  { path: '/my_order_payment_evidence', title: '付款凭证', right: rights.transfersPermission, load: evidence },
  { path: '/my_order_payment_evidence2', title: '付款凭证', right: rights.transfersPermission, load: evidence },
  { path: '/my_order_payment_evidence_upload', title: '上传付款凭证', right: rights.transfersPermission, load: evidence },
  { path: '/my_order_payment_evidence_success', title: '付款凭证', right: rights.transfersPermission, load: evidence },
  { path: '/my_order_payment_evidence_error', title: '付款凭证', right: rights.transfersPermission, load: evidence },
] as const satisfies readonly Screen[]

const money = [
  { path: '/cash_account', title: '现金钱包', needs: 'cashAccount', load: () => import('#storefront/money/wallet/wallet-page.tsx') },
  {
    path: '/cash_account_charge',
    title: '账户充值',
    right: rights.WALLET_PERMISSIONS,
    load: () => import('#storefront/money/wallet/charge-page.tsx'),
  },
  {
    path: '/cash_account_charge_log',
    title: '充值记录',
    right: rights.WALLET_PERMISSIONS,
    load: () => import('#storefront/money/wallet/charge-log-page.tsx'),
  },
  {
    path: '/cash_account_user_log',
    title: '使用明细',
    right: rights.WALLET_PERMISSIONS,
    load: () => import('#storefront/money/wallet/wallet-entries-page.tsx'),
  },
  { path: '/credit_group', title: '集团', right: rights.CREDIT_PERMISSIONS, load: companyGroup },
  { path: '/credit_account', title: '赊销账户', right: rights.CREDIT_PERMISSIONS, load: credit },
  { path: '/credit_account2', title: '赊销账户', right: rights.CREDIT_PERMISSIONS, load: credit },
  {
    path: '/credit_account_log',
    title: '用信记录',
    right: rights.CREDIT_CENTRE_PERMISSIONS,
    load: () => import('#storefront/money/credit/drawdowns-page.tsx'),
  },
  {
    path: '/credit_account_log_detail',
    title: '赊销详情',
    right: rights.CREDIT_CENTRE_PERMISSIONS,
    load: () => import('#storefront/money/credit/drawdown-page.tsx'),
  },
  {
    path: '/credit_account_repayment_log',
    title: '还款记录',
    right: rights.CREDIT_PERMISSIONS,
    load: () => import('#storefront/money/credit/repay/repayment-page.tsx'),
  },
] as const satisfies readonly Screen[]

/** Our own routes, beyond the specification. */
const beyond = [
  { path: '/compare', title: '商品对比', right: rights.GOODS_PERMISSIONS, load: compare },
  { path: '/by_machine', title: '按机型选配件', right: rights.GOODS_PERMISSIONS, load: byMachine },
  { path: '/brand', title: '品牌', right: rights.GOODS_PERMISSIONS, load: brands },
  { path: '/public_account', title: '公众号', load: () => import('#storefront/content/app-download/public-account-page.tsx') },
  {
    path: '/my_contract',
    title: '我的合同',
    right: rights.CONTRACT_PERMISSIONS,
    load: () => import('#storefront/billing/contracts/contracts-page.tsx'),
  },
  {
    path: '/my_comment',
    title: '我的评论',
    right: rights.ORDER_PERMISSIONS,
    load: () => import('#storefront/catalog/comments/my-comments-page.tsx'),
  },
  { path: '/quick_order', title: '批量下单', right: rights.GOODS_PERMISSIONS, load: quickOrder },
  { path: '/shopping_list', title: '常购清单', right: rights.GOODS_PERMISSIONS, load: shoppingLists },
  { path: '/quotation', title: '我的询价', right: rights.ORDER_PERMISSIONS, load: quotations },
  { path: '/new_quotation', title: '询价', right: rights.PAYING_PERMISSIONS, load: newQuotation },
  { path: '/quotation_info', title: '询价详情', right: rights.ORDER_PERMISSIONS, load: quotation },
  { path: '/proposals', title: '代客下单', right: rights.PAYING_PERMISSIONS, load: proposals },
  { path: '/proposal', title: '待确认的订单', right: rights.PAYING_PERMISSIONS, load: proposal },
  {
    path: '/material_code',
    title: '物料编码',
    right: rights.GOODS_PERMISSIONS,
    load: () => import('#storefront/catalog/materials/materials-page.tsx'),
  },
  { path: '/licence', title: '许可证', needs: 'applyLimit', load: () => import('#storefront/catalog/licences/licences-page.tsx') },
  { path: '/approval', title: '采购审批', load: () => import('#storefront/orders/approval/approvals-page.tsx') },
  { path: '/project', title: '项目', right: rights.projectsPermission, load: () => import('#storefront/sites/projects/projects-page.tsx') },
  { path: '/equipment', title: '设备', load: () => import('#storefront/sites/equipment/equipment-page.tsx') },
  { path: '/patrol', title: '巡检', load: () => import('#storefront/orders/patrols/patrols-page.tsx') },
  {
    path: '/api_access',
    title: '接口接入',
    right: rights.apiAccessPermission,
    load: () => import('#storefront/integration/integration/access-page.tsx'),
  },
  { path: '/punch_out', title: '从采购系统进入', load: () => import('#storefront/integration/integration/punch-out/enter-page.tsx') },
] as const satisfies readonly Screen[]

export const screens = [...main, ...account, ...verification, ...addresses, ...other, ...ordering, ...money, ...beyond] as const
/** A path that exists. */
export type ScreenPath = (typeof screens)[number]['path']

/** Paths on which the header has no shadow (specification §2). */
export const flatHeaderPaths: ReadonlySet<string> = new Set(['/', '/login', '/register', '/shop', '/categories'])

/** The current URL in the form of the specification's redirect parameter. */
export const formatUrlWithRedirect = <const S extends string>(screen: S, from: string): `${S}?redirectUrl=${string}` =>
  `${screen}?redirectUrl=${encodeURIComponent(from)}`
