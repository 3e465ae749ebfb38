/**
 * How many rows a company's people can create with a call: how often the company may make it in a day (Asia/Shanghai), or a sentence that
 * says what else limits the rows. A number is far above what the largest company does. It keeps one person with a program from filling a
 * table. Calls are counted within `write`.
 */
export type DailyMemberCallLimitOrReason = number | `${string}.`

export const UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS = 'changes or removes rows that are there.'
export const UNLIMITED_BECAUSE_ORDER_STEP = 'one for each step of an order, and orders hold stock and are paid for.'
export const UNLIMITED_BECAUSE_OF_SMS_BUDGET = 'codes by SMS have their budget.'
