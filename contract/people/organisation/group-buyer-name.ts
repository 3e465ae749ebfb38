/**
 * The name of a buyer of the parent in the records of a member of its group (集团采购): his own, and that of the parent. A record keeps the name
 * that the parent had when it proposed him.
 *
 * An own person of the company is shown by his name alone, so a reader sees at once who has acted for whom.
 */
export const formatGroupBuyerName = (name: string, parentName: string): string => `集团采购 ${name}（${parentName}）`

/**
 * How many buyers a parent may have in one member, proposed and approved ones together. Those that the member has approved count among its
 * sub-accounts too.
 */
export const GROUP_BUYERS_PER_MEMBER_MAX = 20
