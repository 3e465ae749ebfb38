import { joinSkuProps } from '../../contract/catalog/shapes.ts'
import { formatYuan } from '../../contract/money.ts'
import type { StatementDetail } from '../../contract/statements/shapes.ts'

type Line = StatementDetail['lines'][number]

export const monthText = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`

const disputeWords = { OPEN: '异议处理中', FOR_BUYER: '异议已调整', AGAINST_BUYER: '异议核实无误' } as const

/** What was sent, a good a line, and how many of each. */
export function goodsText({ goods, goodsName }: Line): { names: string; quantities: string } {
  if (goods.length === 0) return { names: goodsName, quantities: '' }
  return {
    names: goods.map((one) => `${one.goodsName} ${joinSkuProps(one.skuProps)}`.trim()).join('\n'),
    quantities: goods.map(({ quantity, unit }) => `${quantity} ${unit}`).join('\n'),
  }
}

/** What else there is to say of a line: taken back, disputed, due later. */
export function withOthers({ refunded, dispute }: Line): string {
  const words = [
    ...(refunded > 0 ? [`已冲减 ¥${formatYuan(refunded, { grouped: true })}`] : []),
    ...(dispute === null ? [] : [disputeWords[dispute.state]]),
    ...(dispute?.dueDay ? [`延至 ${dispute.dueDay}`] : []),
  ]
  return words.join('，')
}
