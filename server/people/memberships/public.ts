/**
 * Owns the actions of a main account on the memberships of its sub-accounts. Writes no table. Never deletes a membership, because orders
 * show it.
 */

export {
  type DeleteMemberBelongings,
  type EndingMembership,
  endGroupBuyersOfMember,
  notifyMembersOfGroupBuyers,
  notifyParentOfGroupBuyers,
  recordMembershipActs,
  removeLockedSubAccount,
} from './end-group-buyers.ts'
export { requireRoomForSubAccount } from './invitations.ts'
export { requireSubAccount } from './membership-view.ts'
