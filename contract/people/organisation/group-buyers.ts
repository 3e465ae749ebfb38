import type { EnterpriseSubAccount } from './api.ts'

/**
 * The name of a person in the records of a company: of a buyer of the parent (集团采购) his own with that of the parent, which a record keeps as
 * it was when he was proposed. An own person of the company (`parentName` is null) is shown by his name alone.
 */
export const formatNameWithParent = (name: string, parentName: string | null): string =>
  parentName === null ? name : `集团采购 ${name}（${parentName}）`

/** Whether the main account has not decided yet about a buyer whom the parent has proposed. */
export const isGroupBuyerWaiting = ({ parentName, acceptedAt }: Pick<EnterpriseSubAccount, 'parentName' | 'acceptedAt'>): boolean =>
  parentName !== null && acceptedAt === null

/**
 * How many buyers a parent may have in one member, proposed and approved ones together. Those that the member has approved count among its
 * sub-accounts too.
 */
export const GROUP_BUYERS_PER_MEMBER_MAX = 20
