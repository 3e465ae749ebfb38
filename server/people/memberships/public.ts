/**
 * Owns the actions of a main account on the memberships of its sub-accounts. Writes no table. Never deletes a membership, because orders
 * show it.
 */

export type { DeleteMemberBelongings } from './change-membership.ts'
