import type { AccessRule, MachineAccessRule } from '#contract/platform/core/endpoint.ts'
import type { PermissionCode, StaffRole } from '#contract/platform/core/permissions.ts'
import type { RefusalName } from '#contract/platform/core/refusals.ts'
import type { AuditEntry } from '#server/platform/core/audit.ts'

/** Somebody who has not logged in, or whose token says nothing. */
export interface Guest {
  kind: 'guest'
  /** He came with a key that is not let in: what he is told where a key is asked for. */
  why?: RefusalName
}

/** A person in a seat of a company: who asks, for whom, and with which rights. */
export interface Member {
  kind: 'member'
  userId: string
  enterpriseId: string
  sessionId: string
  /** SHA-256 of the token; the token itself is kept nowhere. */
  tokenHash: Buffer
  accountType: 1 | 2
  /** null: all codes. */
  permCode: string | null
}

/** A person of the platform. */
export interface Staff {
  kind: 'staff'
  staffId: string
  name: string
  tokenHash: Buffer
  roles: readonly StaffRole[]
}

/** A program of a company's, which came with a key. It stands for the company and for nobody in it. */
export interface MachineCaller {
  kind: 'machine'
  enterpriseId: string
  keyId: string
  keyName: string
  permCode: string
}

export type Caller = Guest | Member | Staff | MachineCaller

/** Who the audit log says it was. */
export function auditActorOf(caller: Exclude<Caller, Guest>): AuditEntry['actor'] {
  if (caller.kind === 'staff') return { kind: 'staff', id: caller.staffId }
  const { kind, enterpriseId } = caller
  return { kind, id: kind === 'member' ? caller.userId : caller.keyId, enterpriseId }
}

/** For whom work is queued: a company and its programs as one, each person of the platform, each address of guests. */
export function queueOwnerOf(caller: Caller, address: string): string {
  if (caller.kind === 'guest') return address
  return caller.kind === 'staff' ? caller.staffId : caller.enterpriseId
}

/** Who a handler meets, given what its call demands. */
export type CallerFor<N extends AccessRule> = N extends 'guest' | `guest or ${PermissionCode}`
  ? Guest | Member
  : N extends 'staff' | { readonly staff: readonly StaffRole[] }
    ? Staff
    : N extends MachineAccessRule
      ? MachineCaller
      : Member
