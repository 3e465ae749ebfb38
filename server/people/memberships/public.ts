/**
 * Owns what a main account does with the memberships of its sub-accounts.
 * Writes no table.
 * Never deletes a membership: its orders show who made them.
 */

export type { DeleteMemberBelongings } from './change-membership.ts'
