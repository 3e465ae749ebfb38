import type { MemberPermissionCode, PermissionHolder } from '#contract/platform/core/permissions.ts'
import type { RoutePath } from '#storefront/platform/routing/types.ts'
import { checkPermission } from '#storefront/platform/sessions/permissions/use-permission.ts'

/** An entry of the side menu, in the order of the specification. */
interface Way {
  to: RoutePath
  label: string
  search?: Record<string, string>
  /** Permissions of which one is required. Without any of them the entry is blocked. */
  needs?: readonly MemberPermissionCode[]
  /** Other URLs for which this entry is the current one. */
  also?: readonly RoutePath[]
}

const menu: readonly Way[] = [
  {
    to: '/user_center',
    label: '会员信息',
    also: [
      ...(['/alter_avatar', '/account_authentication', '/account_authentication_company', '/advanced_certification'] as const),
      ...(['/account_authentication_not_passed', '/account_authentication_not_passed2', '/account_authentication_not_passed3'] as const),
      ...([
        '/user_level_normal',
        '/user_level_middle',
        '/user_level_middle_unlock',
        '/user_level_high',
        '/user_level_high_unlock',
      ] as const),
    ],
  },
  {
    to: '/credit_account',
    label: '赊销账户',
    needs: ['applyLimit', 'buyPay'],
    also: ['/credit_account2', '/credit_account_log', '/credit_account_log_detail', '/credit_account_repayment_log', '/credit_group'],
  },
  {
    to: '/cash_account',
    label: '现金钱包',
    needs: ['cashAccount'],
    also: ['/cash_account_charge', '/cash_account_charge_log', '/cash_account_user_log'],
  },
  {
    to: '/my_order',
    label: '我的订单',
    needs: ['lookOrder'],
    also: ['/my_order_detail', '/my_order_express', '/my_order_done', '/my_order_cancel', '/my_order_wait_send', '/my_order_wait_pay'],
  },
  { to: '/my_bill', label: '我的账单', needs: ['cashAccount', 'applyLimit'], also: ['/my_bill_detail'] },
  {
    to: '/coupon',
    label: '我的优惠券',
    also: ['/coupon_used', '/coupon_invalid', '/coupon_use_notice', '/coupon_used_notice2'],
  },
  { to: '/message_notice', label: '我的消息', also: ['/message_sys'] },
  { to: '/my_invoice_can_open', label: '我的发票', needs: ['lookOrder'], also: ['/my_invoice_detail'] },
  { to: '/address', label: '地址管理', needs: ['addressSet'], also: ['/address_add', '/address_add_account'] },
  {
    to: '/setting',
    label: '我的设置',
    also: [
      ...(['/setting_change_pwd', '/setting_new_telephone', '/setting_change_phone', '/setting_set_pay_pwd'] as const),
      ...(['/setting_personal_data', '/setting_close_account'] as const),
    ],
  },
  { to: '/my_contract', label: '我的合同', needs: ['lookOrder', 'applyLimit'] },
  { to: '/account', label: '账号管理' },
  { to: '/my_collection', label: '我的收藏', needs: ['lookGoods'], also: ['/my_collection_tip'] },
  { to: '/after_sale', label: '售后服务', needs: ['lookOrder'] },
  { to: '/article_detail_new', label: '服务协议', search: { categoryId: '1' } },
  { to: '/help_center', label: '帮助中心', also: ['/help_center2', '/article_detail'] },
  // Our own entries, below those of the specification.
  { to: '/quotation', label: '我的询价', needs: ['lookOrder'], also: ['/new_quotation', '/quotation_info'] },
  { to: '/proposals', label: '代客下单', needs: ['buyPay'], also: ['/proposal'] },
  { to: '/project', label: '项目与设备', also: ['/equipment', '/patrol'] },
  { to: '/licence', label: '许可证', needs: ['applyLimit'] },
  { to: '/api_access', label: '接口接入' },
]

/** An entry for one person. `blocked` is the reason why it has no link for him. */
export interface MenuEntry {
  to: RoutePath
  label: string
  search: Record<string, string>
  current: boolean
  blocked: string | undefined
}

/** The side menu in the specification's order, for a member and the current URL. For an unknown member nothing is blocked. */
export const listMenuEntries = (member: PermissionHolder | undefined, pathname: string): MenuEntry[] =>
  menu.map(({ to, label, search = {}, needs = [], also = [] }) => ({
    to,
    label,
    search,
    current: pathname === to || also.some((path) => path === pathname),
    blocked: checkPermission(member, needs, 'own').reason,
  }))
