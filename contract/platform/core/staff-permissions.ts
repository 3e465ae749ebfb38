import type { StaffRole } from './staff-roles.ts'

/**
 * Why somebody is given a permission only by two people: it decides about money or rights, shows papers of people, or shows what goods cost
 * the mall, which no customer and no competitor may know.
 */
type Sensitivity = 'money' | 'papers' | 'rights' | 'costs'

interface StaffPermission {
  group: string
  label: string
  /** The built-in roles that have it besides the administrator, who has all. */
  roles: readonly StaffRole[]
  sensitive?: Sensitivity
  /** It is what a second person decides, and yet given by one: who gives it ties himself to its people (decision 23). */
  decides?: true
  /** It stays with administrators: no role of the mall's own can have it. */
  adminOnly?: true
  /** It opens no screen of the menu: it permits acts on the screens of other permissions, and is of no use alone. */
  withinOthers?: true
}

/**
 * What staff can be permitted, by code. Calls of staff name one of them (`needs: { staff: 'orderView' }`), built-in roles have those that
 * name them, and roles of the mall's own are lists of them. A code is stored in roles, so it is never renamed or used for other calls.
 */
export const staffPermissions = {
  orderView: { group: '订单', label: '查看订单', roles: ['support', 'warehouse', 'finance'] },
  orderNote: { group: '订单', label: '写订单备注、查询物流', roles: ['support', 'warehouse', 'finance'], withinOthers: true },
  orderCancel: { group: '订单', label: '处理取消申请', roles: ['support'], withinOthers: true },
  shipment: { group: '订单', label: '发货与更正包裹', roles: ['warehouse'], withinOthers: true },
  parcelTrack: { group: '订单', label: '登记物流轨迹与签收单', roles: ['support', 'warehouse'], withinOthers: true },
  waveView: { group: '订单', label: '查看波次与交接单', roles: ['support', 'warehouse'] },
  waveEdit: { group: '订单', label: '安排波次', roles: ['warehouse'], withinOthers: true },
  quotation: { group: '订单', label: '询价与报价', roles: ['support'] },
  orderProposal: { group: '订单', label: '代客下单', roles: ['support'] },
  afterSaleView: { group: '订单', label: '查看售后', roles: ['support', 'warehouse', 'finance'] },
  afterSaleHandle: { group: '订单', label: '审理售后', roles: ['support'], withinOthers: true },
  afterSaleInspect: { group: '订单', label: '退货验收', roles: ['warehouse'], withinOthers: true },
  afterSaleRefund: { group: '订单', label: '售后退款', roles: ['finance'], sensitive: 'money', withinOthers: true },
  comment: { group: '订单', label: '评论管理', roles: ['support'] },

  enterpriseView: { group: '企业与用户', label: '查看企业', roles: ['support', 'reviewer', 'finance'] },
  enterpriseCare: { group: '企业与用户', label: '企业备注、标签与跟进', roles: ['support'], withinOthers: true },
  accountManagerView: { group: '企业与用户', label: '查看客户经理', roles: ['support', 'finance'] },
  // Who has a company gets what is told about it.
  accountManagerAssign: { group: '企业与用户', label: '分配客户经理', roles: [], sensitive: 'rights', withinOthers: true },
  enterpriseFreeze: { group: '企业与用户', label: '冻结企业', roles: ['reviewer'], sensitive: 'rights', withinOthers: true },
  enterpriseChoice: { group: '企业与用户', label: '查看企业名称', roles: ['catalogue', 'support', 'marketing'], withinOthers: true },
  userView: { group: '企业与用户', label: '查看用户', roles: ['support', 'reviewer'] },
  userFreeze: { group: '企业与用户', label: '冻结用户、退出设备', roles: ['support'], withinOthers: true },
  verification: { group: '企业与用户', label: '认证审核与证件', roles: ['reviewer'], sensitive: 'papers' },
  licenceReview: { group: '企业与用户', label: '许可证审核', roles: ['reviewer'], sensitive: 'papers' },
  inquiry: { group: '企业与用户', label: '留言处理', roles: ['support'] },

  invoiceView: { group: '财务', label: '查看发票', roles: ['finance', 'support'] },
  invoiceEdit: { group: '财务', label: '开票与红冲', roles: ['finance'], sensitive: 'money', withinOthers: true },
  statementView: { group: '财务', label: '查看账单与承兑汇票', roles: ['finance', 'support'] },
  statementEdit: { group: '财务', label: '账单异议、利率与承兑', roles: ['finance'], sensitive: 'money', withinOthers: true },
  creditView: { group: '财务', label: '查看赊销与应收', roles: ['finance', 'support'] },
  creditEdit: { group: '财务', label: '额度、减免与核销', roles: ['finance'], sensitive: 'money', withinOthers: true },
  bankView: { group: '财务', label: '查看到账与收付款', roles: ['finance', 'support'] },
  bankEdit: { group: '财务', label: '到账认领与充值', roles: ['finance'], sensitive: 'money', withinOthers: true },
  paymentPaper: { group: '财务', label: '查看汇款凭证与异议图片', roles: ['finance'], sensitive: 'papers', withinOthers: true },
  refund: { group: '财务', label: '退款与支付核对', roles: ['finance'], sensitive: 'money' },
  collectionView: { group: '财务', label: '查看催收', roles: ['finance', 'support'] },
  collectionEdit: { group: '财务', label: '催收与停单', roles: ['finance'], sensitive: 'money', withinOthers: true },
  ledgerView: { group: '财务', label: '查看对账、账本与凭证', roles: ['finance', 'support'] },
  ledgerEdit: { group: '财务', label: '对账处理、记账与结账', roles: ['finance'], sensitive: 'money', withinOthers: true },
  movingIn: { group: '财务', label: '迁入企业', roles: ['finance'], sensitive: 'money' },

  goods: { group: '商品', label: '商品编辑与上下架', roles: ['catalogue'] },
  catalog: { group: '商品', label: '分类、品牌、属性与搜索词', roles: ['catalogue'] },
  shopView: { group: '商品', label: '查看店铺与分类', roles: ['catalogue', 'support', 'warehouse', 'finance', 'marketing'] },
  brandView: { group: '商品', label: '查看品牌', roles: ['catalogue', 'support', 'warehouse', 'marketing'] },
  shopEdit: { group: '商品', label: '店铺设置、运费与时效', roles: ['catalogue'] },
  shopStaff: { group: '商品', label: '分配店铺员工', roles: [], sensitive: 'rights', withinOthers: true },
  skuView: { group: '商品', label: '查看规格与库存', roles: ['catalogue', 'warehouse', 'support'] },
  price: { group: '商品', label: '价格', roles: ['catalogue'] },
  companyPriceView: { group: '商品', label: '查看企业价格', roles: ['catalogue', 'support'], withinOthers: true },
  taxCode: { group: '商品', label: '税收编码', roles: ['catalogue', 'finance'] },
  licenceView: { group: '商品', label: '查看许可证要求', roles: ['catalogue', 'reviewer', 'support'] },
  licenceKind: { group: '商品', label: '许可证种类与店铺许可证', roles: ['catalogue'], withinOthers: true },

  warehouseChoice: { group: '仓储', label: '查看仓库名称', roles: ['catalogue', 'warehouse', 'support', 'finance'], withinOthers: true },
  warehouseView: { group: '仓储', label: '查看仓库与调拨', roles: ['catalogue', 'warehouse', 'support'] },
  warehouseEdit: { group: '仓储', label: '仓库设置与调拨', roles: ['warehouse'], withinOthers: true },
  stock: { group: '仓储', label: '库存调整', roles: ['warehouse'], withinOthers: true },
  stockCountView: { group: '仓储', label: '查看盘点', roles: ['warehouse', 'finance'] },
  stockCountEdit: { group: '仓储', label: '盘点', roles: ['warehouse'], withinOthers: true },
  stockCountDecide: { group: '仓储', label: '盘点复核', roles: ['warehouse', 'finance'], decides: true, withinOthers: true },
  purchaseView: { group: '仓储', label: '查看供应商与采购', roles: ['catalogue', 'warehouse', 'finance'] },
  purchaseEdit: { group: '仓储', label: '供应商与采购下单', roles: ['catalogue'], withinOthers: true },
  supplierInvoiceView: { group: '仓储', label: '查看采购发票', roles: ['catalogue', 'finance'] },
  supplierInvoiceEdit: { group: '仓储', label: '登记采购发票', roles: ['catalogue', 'finance'], withinOthers: true },
  // Accepting a difference is paying more than was ordered.
  supplierInvoiceDecide: { group: '仓储', label: '接受采购发票差异', roles: ['finance'], sensitive: 'money', withinOthers: true },
  purchaseReceive: { group: '仓储', label: '采购收货与入库单', roles: ['warehouse'], withinOthers: true },

  couponView: { group: '营销', label: '查看企业优惠券', roles: ['catalogue', 'support', 'marketing'], withinOthers: true },
  coupon: { group: '营销', label: '优惠券', roles: ['catalogue', 'marketing'] },
  banner: { group: '营销', label: '横幅', roles: ['catalogue', 'support', 'marketing'] },
  homeSection: { group: '营销', label: '首页版面', roles: ['catalogue'] },
  announcement: { group: '营销', label: '公告', roles: ['support', 'marketing'] },
  article: { group: '营销', label: '帮助与文章', roles: ['support', 'catalogue', 'marketing'] },
  agreement: { group: '营销', label: '发布协议', roles: [], sensitive: 'rights', withinOthers: true },
  levelView: { group: '营销', label: '查看会员等级', roles: ['catalogue', 'finance'] },
  levelBenefits: { group: '营销', label: '会员权益', roles: [], sensitive: 'money', withinOthers: true },

  salesReport: { group: '报表', label: '销售报表', roles: ['finance', 'support', 'catalogue', 'marketing'] },
  customerReport: { group: '报表', label: '客户报表', roles: ['finance', 'support'] },
  // Sums of what creditView lists, which decides nothing.
  receivablesReport: { group: '报表', label: '应收报表', roles: ['finance'] },
  stockReport: { group: '报表', label: '库存报表与补货建议', roles: ['catalogue', 'warehouse', 'finance'] },
  couponReport: { group: '报表', label: '优惠券报表', roles: ['catalogue', 'finance', 'marketing'] },
  margin: { group: '报表', label: '成本与毛利', roles: ['finance'], sensitive: 'costs' },

  messageText: { group: '系统', label: '短信与消息文案', roles: ['support'] },
  // A day of rest moves the days until which is paid in time.
  holiday: { group: '系统', label: '节假日', roles: ['reviewer'], sensitive: 'money' },
  integration: { group: '系统', label: '企业接口与推送', roles: ['support'], withinOthers: true },
  platformKey: { group: '系统', label: '平台接口密钥', roles: ['catalogue', 'warehouse', 'finance'] },
  platformKeyAll: { group: '系统', label: '管理全部平台密钥', roles: [], sensitive: 'rights', withinOthers: true },
  // A job that is tried again may pay, bill or charge.
  job: { group: '系统', label: '后台任务', roles: [], sensitive: 'money' },
  setting: { group: '系统', label: '设置与开店', roles: [], sensitive: 'rights' },
  staffManage: { group: '系统', label: '员工与角色', roles: [], sensitive: 'rights' },
  audit: { group: '系统', label: '审计', roles: [], sensitive: 'papers' },
  // It shows what will change, and decides nothing: to stop one is a code of its own.
  sensitiveChange: { group: '系统', label: '查看敏感变更', roles: ['finance'] },
  sensitiveChangeDecide: { group: '系统', label: '同意或阻止敏感变更', roles: [], adminOnly: true, withinOthers: true },
} as const satisfies Record<string, StaffPermission>
export type StaffPermissionCode = keyof typeof staffPermissions
// `Object.keys` and no call of ours, so that the storefront, which reads no code, does not load the table.
export const staffPermissionCodes = Object.keys(staffPermissions) as StaffPermissionCode[]

const table: Readonly<Record<StaffPermissionCode, StaffPermission>> = staffPermissions

/** Whether a built-in role permits something. The auditor has no code: he reads what any code reads, and does nothing. */
export const hasRolePermission = (role: StaffRole, code: StaffPermissionCode): boolean =>
  role === 'admin' || table[code].roles.includes(role)

/** What built-in roles together with codes of the mall's own roles permit, in the order of the table. */
export const computeStaffPermissionCodes = (
  roles: readonly StaffRole[],
  ownCodes: readonly StaffPermissionCode[] = [],
): StaffPermissionCode[] =>
  staffPermissionCodes.filter((code) => ownCodes.includes(code) || roles.some((role) => hasRolePermission(role, code)))

/** The codes of a stored list. Unknown ones are dropped. */
export const parseStaffPermissionCodes = (codes: string): StaffPermissionCode[] => {
  const held = new Set(codes.split(','))
  return staffPermissionCodes.filter((code) => held.has(code))
}

/** Whether somebody is given this only by two people. */
export const isSensitivePermission = (code: StaffPermissionCode): boolean =>
  table[code].sensitive !== undefined || table[code].adminOnly === true

/** Whether who gives this is no second person for its people: what two people give, and what a second person decides. */
export const doesPermissionTieGiver = (code: StaffPermissionCode): boolean => isSensitivePermission(code) || table[code].decides === true

/** Whether a role of the mall's own may have it. */
export const isPermissionForOwnRoles = (code: StaffPermissionCode): boolean => table[code].adminOnly !== true

/** Whether somebody who has only these can open a screen of the menu. */
export const canOpenMenuScreen = (codes: readonly StaffPermissionCode[]): boolean => codes.some((code) => table[code].withinOthers !== true)
