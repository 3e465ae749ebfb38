interface Step {
  label: string
  /** The purpose of the step, and what depends on it. */
  why: string
  group: SetupGroup
  /** The screen of the console for this step; null: it is done in the settings of the server. */
  screen: string | null
  /** The group of settings on that screen. */
  setting?: 'site' | 'party' | 'bank'
  /** Nobody can buy without this step, so a person cannot mark it as settled. */
  needed?: true
  /** An external service, which a test call checks. */
  service?: true
}

/** The parts of the checklist, in their order. */
export const setupGroups = {
  people: '人员',
  company: '公司',
  services: '外部服务',
  rules: '规则',
  shelves: '开架',
} as const
export type SetupGroup = keyof typeof setupGroups

/** The steps that a mall needs before it opens, in their order; the steps of a group follow each other. */
export const setupSteps = {
  secondAdmin: {
    label: '第二位管理员',
    why: '之后修改收款账户、费率和员工，须另一位管理员同意，否则要等 24 小时',
    group: 'people',
    screen: '/staff',
    needed: true,
  },
  otherStaff: {
    label: '其他员工',
    why: '客服、审核、仓储、财务和商品；没有人担任的由管理员代办，涉及资金的复核须有两个人',
    group: 'people',
    screen: '/staff',
  },
  site: {
    label: '公司资料',
    why: '名称、标志、备案号和联系方式，显示在页头、页脚、页面标题、打印件、消息和短信上',
    group: 'company',
    screen: '/settings',
    setting: 'site',
    needed: true,
  },
  party: {
    label: '合同与开票主体',
    why: '印在合同、对账单、送货单上的卖方，含信用代码、开户行和印章；没有它不能开具购销合同',
    group: 'company',
    screen: '/settings',
    setting: 'party',
    needed: true,
  },
  bank: {
    label: '收款账户',
    why: '买家转账的账户；没有它不提供转账支付，也不能导入银行流水',
    group: 'company',
    screen: '/settings',
    setting: 'bank',
  },
  payments: {
    label: '在线支付',
    why: '微信、支付宝、银行卡；没有它不能在线付款和充值',
    group: 'services',
    screen: null,
    service: true,
  },
  sms: { label: '短信', why: '登录、注册验证码和提醒；没有它用户收不到短信', group: 'services', screen: null, service: true },
  eInvoice: { label: '电子发票', why: '没有它发票由财务手工开具后登记', group: 'services', screen: null, service: true },
  express: { label: '快递查询', why: '没有它物流进度由客服手工填写', group: 'services', screen: null, service: true },
  files: { label: '文件存储', why: '图片、凭证和发票存放的地方；没有它不能上传', group: 'services', screen: null, service: true },
  agreements: {
    label: '协议',
    why: '注册和赊销前买家要同意；请法务看过，修改后发布，或确认照用',
    group: 'rules',
    screen: '/articles',
  },
  holidays: { label: '今年的节假日', why: '发货承诺和账期按工作日计算；没有安排时只按周末计算', group: 'rules', screen: '/holidays' },
  shops: { label: '店铺', why: '商品、订单和包裹都属于店铺；没有它不能发布商品', group: 'shelves', screen: '/shops', needed: true },
  freight: { label: '运费模板', why: '没有模板的店铺按默认运费计算，请核对', group: 'shelves', screen: '/freight' },
  categories: {
    label: '商品分类',
    why: '买家从分类找到商品；没有二级分类不能发布商品',
    group: 'shelves',
    screen: '/categories',
    needed: true,
  },
  licences: {
    label: '许可证',
    why: '危险化学品等商品要求店铺和买家持有许可证；不卖这类商品可直接确认',
    group: 'shelves',
    screen: '/licence_kinds',
  },
  goods: { label: '第一批商品', why: '上架后访客立即能看到', group: 'shelves', screen: '/goods', needed: true },
  stock: {
    label: '商品库存',
    why: '没有库存的商品不能购买；逐个规格盘点，或在入库单里导入',
    group: 'shelves',
    screen: '/skus',
    needed: true,
  },
  movingIn: {
    label: '旧系统迁入',
    why: '企业、额度、未结账单和余额从旧系统迁入，由两个人核对总额；没有旧系统可直接确认',
    group: 'shelves',
    screen: '/moving_ins',
  },
} as const satisfies Record<string, Step>

export type SetupStep = keyof typeof setupSteps
/** Whether a person can mark a step as settled: it was checked, or this mall does not need it. */
export const canSettleSetupStep = (step: SetupStep): boolean => !('needed' in setupSteps[step])
