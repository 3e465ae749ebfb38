interface Step {
  label: string
  /** What it is good for. */
  why: string
  /** The screen of the console where it is done; null: in the settings of the server. */
  screen: string | null
  /** Without it nobody can buy, so that it cannot be settled by a word. */
  needed?: true
  /** A service outside, which is asked whether it works. */
  service?: true
}

/** What a mall needs before it opens, in the order in which it is done. */
export const setupSteps = {
  secondAdmin: {
    label: '第二位管理员',
    why: '之后修改收款账户、费率和员工，须另一位管理员同意，否则要等 24 小时',
    screen: '/staff',
    needed: true,
  },
  site: { label: '公司资料', why: '名称、标志、备案号和联系方式，显示在所有页面、打印件和短信上', screen: '/settings', needed: true },
  party: { label: '合同与开票主体', why: '没有它不能开具购销合同和发票', screen: '/settings', needed: true },
  bank: { label: '收款账户', why: '没有它不提供转账支付', screen: '/settings' },
  payments: { label: '在线支付', why: '微信、支付宝、银行卡；没有它不能在线付款', screen: null, service: true },
  sms: { label: '短信', why: '登录、注册验证码和提醒；没有它用户收不到短信', screen: null, service: true },
  eInvoice: { label: '电子发票', why: '没有它发票由财务手工开具后登记', screen: null, service: true },
  express: { label: '快递查询', why: '没有它物流进度由客服手工填写', screen: null, service: true },
  files: { label: '文件存储', why: '图片、凭证和发票存放的地方', screen: null, service: true },
  agreements: { label: '协议', why: '注册和赊销前买家要同意；请法务看过，修改后发布，或确认照用', screen: '/articles' },
  holidays: { label: '今年的节假日', why: '发货承诺和账期按工作日计算', screen: '/holidays' },
  shops: { label: '店铺', why: '商品、订单和包裹都属于店铺', screen: '/shops', needed: true },
  freight: { label: '运费模板', why: '没有模板的店铺按默认运费计算，请核对', screen: '/freight' },
  categories: { label: '商品分类', why: '买家从分类找到商品', screen: '/categories', needed: true },
  licences: { label: '许可证', why: '危险化学品等商品要求店铺和买家持有许可证；不卖这类商品可直接确认', screen: '/licence_kinds' },
  goods: { label: '第一批商品', why: '上架后访客立即能看到', screen: '/goods', needed: true },
} as const satisfies Record<string, Step>

export type SetupStep = keyof typeof setupSteps
/** Whether a person can settle a step by his word: it was looked at, or this mall does without. */
export const canSettle = (step: SetupStep): boolean => !('needed' in setupSteps[step])
