import type * as z from 'zod/mini'
import type { RefusalDetail } from './refusals.ts'

/** What fields are called in front of people. A field of any input that is missing here fails a test. */
export const labels: Record<string, string> = {
  addressId: '收货地址',
  agree: '协议',
  amount: '金额',
  areaCode: '地区',
  bankReference: '银行流水号',
  baseLimit: '固定额度',
  carrier: '承运公司',
  cartIds: '购物车商品',
  categoryId: '分类',
  change: '数量变化',
  changeNum: '数量变化',
  creditPrice: '赊销价',
  creditTempEndDate: '临时额度到期日',
  dateFrom: '开始日期',
  dateTo: '结束日期',
  detail: '详细地址',
  direction: '收支方向',
  email: '邮箱',
  enterpriseId: '企业',
  fontSize: '字体大小',
  goodsId: '商品',
  goodsNum: '数量',
  hardness: '岩石硬度',
  id: '编号',
  ids: '编号',
  imageCode: '图形验证码',
  imageKey: '图形验证码',
  inStock: '现货',
  isDefault: '默认地址',
  keyword: '关键词',
  kind: '类型',
  lineNo: '行号',
  lines: '明细',
  longValue: '图片宽度',
  method: '支付方式',
  mobile: '手机号',
  month: '月份',
  name: '姓名',
  onShelf: '上架',
  orderNo: '订单号',
  pageNo: '页码',
  pageSize: '每页条数',
  payPwd: '支付密码',
  priceMax: '最高价',
  priceMin: '最低价',
  purpose: '用途',
  pwd: '密码',
  quantity: '数量',
  queue: '待办',
  quote: '报价',
  reason: '原因',
  remark: '备注',
  remarks: '备注',
  salePrice: '现金价',
  selected: '选中',
  shopId: '店铺',
  skuId: '商品规格',
  soldOut: '售罄',
  sort: '排序',
  state: '状态',
  subName: '子分类',
  tempLimit: '临时额度',
  trackingNo: '运单号',
  tradeId: '交易',
  widthValue: '图片高度',
}

/** zod's own word where a rule brings no sentence: the sign that the sentence is ours to make. */
const UNWORDED = 'Invalid input'

const nameOf = (path: readonly PropertyKey[]) => path.findLast((part): part is string => typeof part === 'string')

function sentence(issue: z.core.$ZodIssue, label: string): string {
  if (issue.message !== UNWORDED) return issue.message
  if (issue.code === 'too_small') return `${label}不能小于 ${issue.minimum}`
  if (issue.code === 'too_big') return `${label}不能超过 ${issue.maximum}`
  return `${label}格式不正确`
}

/** Turns what zod found first into the refusal's facts: which field, and a sentence that names it in Chinese. */
export function describeIssue(issue: z.core.$ZodIssue): RefusalDetail {
  if (issue.code === 'unrecognized_keys') return { field: issue.keys[0]?.slice(0, 40) ?? '', msg: '请求包含不支持的字段' }
  const field = nameOf(issue.path)
  if (field === undefined) return { msg: '请求参数有误' }
  const label = labels[field] ?? field
  const text = sentence(issue, label)
  return { field: issue.path.join('.'), msg: text.includes(label) || issue.message !== UNWORDED ? text : `${label}${text}` }
}
