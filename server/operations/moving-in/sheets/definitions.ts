import { permissionCodes, permissions } from '#contract/platform/core/permissions.ts'
import type { ColumnHeader } from '#server/adapters/spreadsheets/public.ts'

/** A column of a sheet: its title, its display in the template, and its requirements. */
interface Column {
  title: string
  width: number
  kind?: ColumnHeader['kind']
  /** The file must have the column. The rules of the row decide whether a cell may be empty. */
  required?: true
  choices?: readonly string[]
  /** For the instructions of the template. */
  note: string
}

const code = { title: '企业编码', width: 16, required: true, note: '旧系统的编码，各表用它对应到企业' } as const satisfies Column

/** The sheets of the workbook, one for each kind of data. */
export const movingInSheets = {
  companies: {
    name: '公司',
    columns: {
      code,
      name: { title: '企业名称', width: 34, required: true, note: '营业执照上的全称' },
      creditCode: { title: '统一社会信用代码', width: 24, required: true, note: '18 位' },
      level: {
        title: '认证级别',
        width: 12,
        required: true,
        choices: ['企业认证', '高级认证'],
        note: '旧系统已通过的认证；未认证的企业请自行注册',
      },
      reason: { title: '认证理由', width: 40, required: true, note: '沿用旧系统认证的依据，企业在认证记录里看得到' },
    },
  },
  members: {
    name: '成员',
    columns: {
      code,
      mobile: { title: '手机号', width: 16, required: true, note: '登录用；首次登录前用短信验证码设置密码，迁入时不发送任何短信' },
      name: { title: '姓名', width: 14, required: true, note: '' },
      type: { title: '账号类型', width: 12, required: true, choices: ['主账号', '子账号'], note: '每家企业有且只有一个主账号' },
      permissions: {
        title: '权限',
        width: 40,
        note: `子账号的权限，用顿号分隔：${permissionCodes.map((one) => permissions[one].label).join('、')}；主账号留空`,
      },
      orderLimit: { title: '单笔限额', width: 14, kind: 'money', note: '子账号，元；不限留空' },
      monthLimit: { title: '每月限额', width: 14, kind: 'money', note: '子账号，元；不限留空' },
    },
  },
  limits: {
    name: '额度',
    columns: {
      code,
      base: { title: '固定额度', width: 16, kind: 'money', required: true, note: '元；固定与临时额度之和不能低于未还的赊销' },
      temp: { title: '临时额度', width: 16, kind: 'money', note: '元；没有留空' },
      tempEnd: { title: '临时额度到期日', width: 16, kind: 'day', note: '有临时额度时填写' },
    },
  },
  statements: {
    name: '期初账单',
    columns: {
      code,
      month: { title: '账单月份', width: 12, required: true, note: '如 2026-10；早于本月，每月一行' },
      amount: { title: '待还金额', width: 16, kind: 'money', required: true, note: '元；还没有还的本金' },
      due: { title: '还款日', width: 12, kind: 'day', note: '不填为次月 10 日' },
      interest: { title: '未付利息', width: 14, kind: 'money', note: '元；旧系统计到迁入前一日的逾期利息，之后由商城计息' },
    },
  },
  drawdowns: {
    name: '未出账赊销',
    columns: {
      code,
      number: { title: '单号', width: 22, required: true, note: '旧系统的单号，同一企业不重复' },
      day: { title: '发货日期', width: 12, kind: 'day', required: true, note: '须在本月；随本月账单出账' },
      amount: { title: '金额', width: 16, kind: 'money', required: true, note: '元' },
      note: { title: '说明', width: 30, note: '账单上显示，如商品名称' },
    },
  },
  wallets: {
    name: '期初钱包',
    columns: { code, amount: { title: '余额', width: 16, kind: 'money', required: true, note: '元' } },
  },
  prices: {
    name: '价格表',
    columns: {
      code,
      sku: { title: '规格编码', width: 22, required: true, note: '商城里的规格编码' },
      from: { title: '起订数量', width: 12, kind: 'count', note: '不填为 1' },
      sale: { title: '现金价', width: 14, kind: 'money', required: true, note: '元' },
      credit: { title: '赊销价', width: 14, kind: 'money', note: '元；不低于现金价，不支持赊销填“无”' },
      fromDay: { title: '生效日', width: 12, kind: 'day', note: '不填为迁入当日' },
      untilDay: { title: '失效日', width: 12, kind: 'day', note: '不填为长期有效' },
    },
  },
  addresses: {
    name: '地址',
    columns: {
      code,
      name: { title: '收货人', width: 14, required: true, note: '' },
      mobile: { title: '手机号', width: 16, required: true, note: '' },
      region: { title: '省市区', width: 26, required: true, note: '写到区县' },
      detail: { title: '详细地址', width: 40, required: true, note: '' },
      isDefault: { title: '默认地址', width: 10, choices: ['是', '否'], note: '最多一行填“是”；不填时第一行为默认' },
    },
  },
} as const satisfies Record<string, { name: string; columns: Record<string, Column> }>

export type MovingInSheetName = keyof typeof movingInSheets
export type MovingInColumnName<S extends MovingInSheetName> = Extract<keyof (typeof movingInSheets)[S]['columns'], string>

/** The sheet with the control sums of the older system: a label and a value in each row. */
export const CONTROL_SUMS_SHEET_NAME = '核对总数'
/** Sheets that are only for people and are not read. */
export const IGNORED_SHEET_NAMES = ['说明']

export const getMovingInSheetColumns = (sheet: MovingInSheetName): [string, Column][] => Object.entries(movingInSheets[sheet].columns)
