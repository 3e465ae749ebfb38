/**
 * How many rows a company's people can create with a call: how often the company may make it in a day (Asia/Shanghai), or a sentence that
 * says what else limits the rows. A number is far above what the largest company does. It keeps one person with a program from filling a
 * table. Calls are counted within `write`.
 */
export type MemberCallLimit = number | `${string}.`

export const ONLY_CHANGES_ROWS_REASON = 'changes or removes rows that are there.'
export const ORDER_STEPS_REASON = 'one for each step of an order, and orders hold stock and are paid for.'
export const SMS_BUDGET_REASON = 'codes by SMS have their budget.'
