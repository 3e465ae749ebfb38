import { exportSheetsAsWorkbook } from '#server/adapters/spreadsheets/public.ts'
import { createUnifiedSocialCreditCode } from './identity-documents.ts'

/**
 * The sheets of the workbook with their titles. They are written here again on purpose: a changed template would lose the data that sellers
 * have filled in.
 */
const titles = {
  公司: ['企业编码', '企业名称', '统一社会信用代码', '认证级别', '认证理由'],
  成员: ['企业编码', '手机号', '姓名', '账号类型', '权限', '单笔限额', '每月限额'],
  额度: ['企业编码', '固定额度', '临时额度', '临时额度到期日'],
  期初账单: ['企业编码', '账单月份', '待还金额', '还款日', '未付利息'],
  未出账赊销: ['企业编码', '单号', '发货日期', '金额', '说明'],
  期初钱包: ['企业编码', '余额'],
  价格表: ['企业编码', '规格编码', '起订数量', '现金价', '赊销价', '生效日', '失效日'],
  地址: ['企业编码', '收货人', '手机号', '省市区', '详细地址', '默认地址'],
} as const
export type MovingInSheet = keyof typeof titles
/** The rows of each sheet below its titles. */
export type MovingInWorkbook = Partial<Record<MovingInSheet, readonly (readonly string[])[]>>
export type OldSystemSums = Record<'企业数' | '期初钱包合计' | '期初账单合计' | '未出账赊销合计' | '未付利息合计' | '额度合计', string>

/** Writes a workbook as a seller fills in the template. */
export async function renderMovingInWorkbook(book: MovingInWorkbook, sums?: OldSystemSums): Promise<Buffer> {
  const text = (title: string) => ({ title, width: 14, kind: 'text' as const })
  const filled = (Object.keys(titles) as MovingInSheet[]).map((name) => ({
    name,
    columns: titles[name].map(text),
    rows: (book[name] ?? []).map((row) => titles[name].map((_, at) => row[at] ?? '')),
  }))
  const control = { name: '核对总数', columns: ['项目', '数值'].map(text), rows: Object.entries(sums ?? {}) }
  const { stream } = exportSheetsAsWorkbook('迁入', [...filled, control])
  return Buffer.concat(await stream.toArray())
}

/** A valid credit code that no other number produces. */
export const createOldSystemCreditCode = (seq: number): string => createUnifiedSocialCreditCode(`91430200MB${String(seq).padStart(7, '0')}`)
