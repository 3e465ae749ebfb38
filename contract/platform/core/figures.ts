import * as z from 'zod/mini'
import { hasPermission, type MemberPermissionCode, type PermissionHolder } from './permissions.ts'

/**
 * Figures that only some members of a company may see, each with the permission codes of which one is enough. A call that requires one of
 * these codes shows the figure to all its callers. In a call that more people may make, the field is declared with `withheldField`,
 * `withheldListField` or `textWithMaskedAmountsField`, and the server removes the figure for all others. Everybody sees what guests see and what the platform
 * publishes: stock, coupons, requirements and benefits of levels.
 */
export const protectedFigures = {
  /** What the company pays for products, because contract prices are confidential. Members who choose or buy products need it. */
  price: { label: '价格', codes: ['lookGoods', 'addCart', 'editCart', 'buyPay'] },
  /** The amounts of orders, and the purchase limits that apply to them. */
  order: { label: '订单金额', codes: ['lookOrder', 'buyPay'] },
  /** What was paid or transferred, for an order or into the wallet. */
  payment: { label: '付款金额', codes: ['buyPay', 'cashAccount'] },
  /**
   * For members who see project costs, who set budgets, and who allocate orders to projects: they see what is left. A project's manager
   * sees it for his project.
   */
  budget: { label: '项目预算', codes: ['lookOrder', 'addressSet', 'buyPay'] },
  /**
   * The costs of projects. They result from orders, so members who see order amounts may see them: budget minus the remaining budget is the
   * cost. A project's manager sees it for his project.
   */
  cost: { label: '项目费用', codes: ['lookOrder', 'buyPay'] },
  /** The credit limits, debts and due amounts of the company. */
  credit: { label: '赊销额度与账款', codes: ['applyLimit', 'buyPay'] },
  /** What the company paid within twelve months, which decides its member level. */
  spending: { label: '累计实付', codes: ['applyLimit', 'buyPay', 'lookOrder', 'cashAccount'] },
  /** The company's own data for the verification: capital, income, bank account. */
  verification: { label: '认证资料', codes: ['applyLimit'] },
} as const satisfies Record<string, { label: string; codes: readonly MemberPermissionCode[] }>

export type ProtectedFigure = keyof typeof protectedFigures
export const protectedFigureNames = Object.keys(protectedFigures) as [ProtectedFigure, ...ProtectedFigure[]]

/** Whether a member or a program may see a figure. */
export const canMemberOrProgramSeeFigure = (holder: PermissionHolder, figure: ProtectedFigure): boolean =>
  hasPermission(holder, protectedFigures[figure].codes)

/**
 * The figure of a marked field, and who else may see it. If that depends on the object that contains the field, the rule receives this
 * object and the one around it.
 */
interface Rule {
  figure: ProtectedFigure | ((row: never, around: never) => ProtectedFigure | null)
  /** The user id of a person who may see it without a code. */
  person?: (row: never) => string | null | undefined
}

/** The replacement that others see: null, an empty list, or the text without its amounts. */
export type WithholdMode = 'null' | 'empty' | 'amounts'
export interface WithheldFieldMark extends Rule {
  hiding: WithholdMode
}

const marks = new WeakMap<z.core.$ZodType, WithheldFieldMark>()
/** The mark of a field; undefined: every caller sees it. */
export const getWithheldFieldMark = (shape: z.core.$ZodType): WithheldFieldMark | undefined => marks.get(shape)

function marked<Shape extends z.ZodMiniType>(shape: Shape, mark: WithheldFieldMark): Shape {
  marks.set(shape, mark)
  return shape
}

/** A field that is null for members who may not see the figure. */
export const withheldField = <Shape extends z.ZodMiniType>(
  figure: Rule['figure'],
  shape: Shape,
  { person }: Pick<Rule, 'person'> = {},
): z.ZodMiniNullable<Shape> => marked(z.nullable(shape), { figure, hiding: 'null', ...(person ? { person } : {}) })

/** A list that is empty for members who may not see the figure. */
export const withheldListField = <Item extends z.ZodMiniType>(figure: Rule['figure'], item: Item): z.ZodMiniArray<Item> =>
  marked(z.array(item), { figure, hiding: 'empty' })

/** A text whose amounts are masked for members who may not see the figure. */
export const textWithMaskedAmountsField = (figure: Rule['figure']): z.ZodMiniString => marked(z.string(), { figure, hiding: 'amounts' })

const AMOUNT = /¥\s?-?\d[\d,]*(\.\d+)?/g
/** '¥1,200.00 到期' → '¥*** 到期'. */
export const maskAmountsInText = (text: string): string => text.replaceAll(AMOUNT, '¥***')
