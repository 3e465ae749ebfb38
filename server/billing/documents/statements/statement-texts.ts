import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { formatBuyerReferences, formatMaterialCode } from '#contract/orders/orders/buyer-references.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'

type Line = StatementDetail['lines'][number]

export const formatMonth = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`

const disputeWords = {
  OPEN: '异议处理中',
  FOR_BUYER: '异议已调整',
  PARTLY_FOR_BUYER: '异议部分调整',
  AGAINST_BUYER: '异议核实无误',
  WITHDRAWN: '异议已撤回',
} as const

const named = ({ goodsName, skuProps }: Line['goods'][number]): string => `${goodsName} ${formatSkuProps(skuProps)}`.trim()

/** Formats the goods of a line: one line of text for each, with names, material codes and quantities. */
export function formatStatementLineGoods({ goods, goodsName }: Line): Record<'namesAndCodes' | 'quantities', string> {
  if (goods.length === 0) return { namesAndCodes: goodsName, quantities: '' }
  return {
    namesAndCodes: goods.map((one) => [named(one), formatMaterialCode(one)].filter((part) => part !== '').join(' ')).join('\n'),
    quantities: goods.map(({ quantity, unit }) => `${quantity} ${unit}`).join('\n'),
  }
}

/** The goods of a line, each with its quantity; of a drawdown without known goods its title alone. */
export const listStatementLineGoods = ({
  goods,
  goodsName,
}: Line): { name: string; materialCode: string | null; quantity: number | null; unit: string }[] =>
  goods.length === 0
    ? [{ name: goodsName, materialCode: null, quantity: null, unit: '' }]
    : goods.map((one) => ({ name: named(one), materialCode: one.materialCode, quantity: one.quantity, unit: one.unit }))

/** Formats our order number, and the buyer's own number below it. */
export const formatStatementLineOrderNumbers = (line: Line): string =>
  [line.orderNo, formatBuyerReferences(line)].filter((part) => part !== '').join('\n')

/** Formats the remarks of a line: refunds, disputes, and a deferred due day while a part of the month is still due. */
export function formatStatementLineRemarks({ refunded, dispute }: Line, { dues }: Pick<StatementDetail, 'dues'>): string {
  const isDue = dues.some(({ day }) => day === dispute?.dueDay)
  const words = [
    ...(refunded > 0 ? [`已冲减 ${formatMoney(refunded)}`] : []),
    ...(dispute === null ? [] : [disputeWords[dispute.state]]),
    ...(isDue ? [`延至 ${dispute?.dueDay}`] : []),
  ]
  return words.join('，')
}
