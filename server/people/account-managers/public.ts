/**
 * Owns who of the staff looks after which company, and what they keep about it: notes, tags, also of its orders, calls and follow-ups.
 * Writes the tables `account_manager`, `account_manager_change`, `enterprise_note`, `enterprise_tag`, `follow_up`, `phone_call`, `tagged_enterprise` and `tagged_order`.
 * Never shows any of it to a buyer.
 */

export {
  type EnterpriseAccountManagerFilter,
  findAccountManagerIds,
  findAccountManagers,
  isAccountManagerOfEnterprise,
  isAccountManagerSql,
  isEnterpriseOfAccountManagerSql,
  listPossibleAndCurrentAccountManagers,
} from './account-managers.ts'
export { deleteAccountManagerDataOfEnterprises, erasePersonFromPhoneCalls } from './closing.ts'
export { findTagsOfEnterprises, isEnterpriseTaggedSql, listEnterpriseTags } from './enterprise-tags.ts'
export { countDueFollowUps, countDueFollowUpsOfStaff, type DueFollowUps } from './follow-ups.ts'
export { addAndRemoveTagsOfOrder, findTagsOfOrder, isOrderTaggedSql, selectTagsOfOrders } from './order-tags.ts'
