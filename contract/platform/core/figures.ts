import * as z from 'zod/mini'
import { hasPermission, type PermissionCode } from './permissions.ts'

/**
 * Figures that only some of a company's people may see, each with the codes of which one suffices. A call whose own need is one of these codes
 * shows the figure to whoever may make it. In a call that more people may make, the field is marked with `withheld` or `masked`, and the server
 * takes the figure out of the answers of all others.
 *
 * Everybody sees what guests see or the platform says of itself: stock, coupons, what a level asks for and brings.
 */
export const figures = {
  /** What the company pays for goods: contract prices are its own. Whoever may choose or buy goods has to know. */
  price: { label: '价格', codes: ['lookGoods', 'addCart', 'editCart', 'buyPay'] },
  /** What orders come to, and the purchase limits that they are held against. */
  order: { label: '订单金额', codes: ['lookOrder', 'buyPay'] },
  /** What was paid or transferred, for an order or into the wallet. */
  payment: { label: '付款金额', codes: ['buyPay', 'cashAccount'] },
  /**
   * Whoever looks at what projects cost, whoever sets their budgets, and whoever books orders to them: he is told what is left. A project's
   * manager sees that of his own.
   */
  budget: { label: '项目预算', codes: ['lookOrder', 'addressSet', 'buyPay'] },
  /**
   * What projects have cost. It comes from orders, and is shown to whoever sees what these come to: a budget less what is left of it is the
   * cost. A project's manager sees it of his own.
   */
  cost: { label: '项目费用', codes: ['lookOrder', 'buyPay'] },
  /** Limits, debts, what is due. */
  credit: { label: '赊销额度与账款', codes: ['applyLimit', 'buyPay'] },
  /** What the company paid within twelve months, which its member level goes by. */
  spending: { label: '累计实付', codes: ['applyLimit', 'buyPay', 'lookOrder', 'cashAccount'] },
  /** What the company says of itself to be verified: capital, income, bank account. */
  verification: { label: '认证资料', codes: ['applyLimit'] },
} as const satisfies Record<string, { label: string; codes: readonly PermissionCode[] }>

export type Figure = keyof typeof figures
export const figureNames = Object.keys(figures) as [Figure, ...Figure[]]

/** Whether a permCode shows a figure. */
export const canSeeFigure = (permCode: string | null, figure: Figure): boolean => hasPermission(permCode, figures[figure].codes)

/** Which figure a marked field is, and who else sees it. Where that depends on the object that the field stands in, it is given that, and the one around it. */
interface Rule {
  figure: Figure | ((row: never, around: never) => Figure | null)
  /** A person who sees it without the code. */
  person?: (row: never) => string | null | undefined
}

/** What stands in a marked field's place for others: nothing, an empty list, or the text without its amounts. */
export type WithholdMode = 'null' | 'empty' | 'amounts'
export interface FigureMark extends Rule {
  hiding: WithholdMode
}

const marks = new WeakMap<z.core.$ZodType, FigureMark>()
/** The mark of a field; undefined: whoever may make the call sees it. */
export const figureMarkOf = (shape: z.core.$ZodType): FigureMark | undefined => marks.get(shape)

function marked<Shape extends z.ZodMiniType>(shape: Shape, mark: FigureMark): Shape {
  marks.set(shape, mark)
  return shape
}

/** A field that is null to members whom the figure is not shown to. */
export const withheldField = <Shape extends z.ZodMiniType>(
  figure: Rule['figure'],
  shape: Shape,
  { person }: Pick<Rule, 'person'> = {},
): z.ZodMiniNullable<Shape> => marked(z.nullable(shape), { figure, hiding: 'null', ...(person ? { person } : {}) })

/** A list that is empty to them. */
export const withheldList = <Item extends z.ZodMiniType>(figure: Rule['figure'], item: Item): z.ZodMiniArray<Item> =>
  marked(z.array(item), { figure, hiding: 'empty' })

/** A text that is told to them without its amounts. */
export const maskedText = (figure: Rule['figure']): z.ZodMiniString => marked(z.string(), { figure, hiding: 'amounts' })

const AMOUNT = /¥\s?-?\d[\d,]*(\.\d+)?/g
/** '¥1,200.00 到期' → '¥*** 到期'. */
export const maskAmounts = (text: string): string => text.replaceAll(AMOUNT, '¥***')
