import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'

/** What an invoice of interest says that it is over: 延期付款利息 is a part of the price of goods that are paid late (价外费用). */
export const INTEREST_GOODS_NAME = '延期付款利息'
/** The unit of interest. It has no quantity. */
export const INTEREST_UNIT = '次'

/** Who sees what a company has paid of its interest, and asks for invoices over it: who sees its debts. */
export const INTEREST_PERMISSION: MemberPermissionCode = 'applyLimit'
