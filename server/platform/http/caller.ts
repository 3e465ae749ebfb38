import type {
  AccessRule,
  MachineAccessRule,
  MemberPermissionCode,
  PlatformKeyAccessRule,
  PlatformKeyScope,
  StaffAccessRule,
  StaffRole,
} from '#contract/platform/core/permissions.ts'
import type { RefusalName } from '#contract/platform/core/refusals.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import type { AuditEntry } from '#server/platform/core/audit.ts'

/** A caller without a login or with an invalid token. */
export interface Guest {
  kind: 'guest'
  /** The caller sent an API key that was rejected. It is the refusal of calls that need a key. */
  why?: RefusalName
}

/** A person as a member of a company, with his permissions there. */
export interface Member {
  kind: 'member'
  userId: string
  enterpriseId: string
  sessionId: string
  /** SHA-256 of the token. The token itself is not stored. */
  tokenHash: Buffer
  accountType: 1 | 2
  /** null: all codes. */
  permCode: string | null
  /** The parent as whose buyer he acts, as it was called when the session began (集团采购); null: he is an own person of the company. */
  parentName: string | null
  /** The visit of a procurement system that the session belongs to; null: the person has logged in himself. */
  punchOutId: string | null
}

/** A staff member of the platform. */
export interface Staff {
  kind: 'staff'
  staffId: string
  name: string
  tokenHash: Buffer
  roles: readonly StaffRole[]
  /** What his roles permit, built-in ones and the mall's own. */
  codes: readonly StaffPermissionCode[]
  /** He sees and works on the companies alone whose account manager he is. */
  ownEnterprisesOnly: boolean
}

/** A program of a company with an API key. It stands for the company and for no person. */
export interface MachineCaller {
  kind: 'machine'
  enterpriseId: string
  keyId: string
  keyName: string
  permCode: string
}

/** A program of the platform with a platform key. It acts in the name of the member of staff who created the key. */
export interface PlatformMachine {
  kind: 'platformMachine'
  keyId: string
  keyName: string
  /** The owner of the key. The key has at most his shops and his permissions, and what it writes is recorded under his name. */
  staffId: string
  scopes: readonly PlatformKeyScope[]
}

export type Caller = Guest | Member | Staff | MachineCaller | PlatformMachine

/** The actor in the audit log. */
export function toAuditActor(caller: Exclude<Caller, Guest>): AuditEntry['actor'] {
  if (caller.kind === 'staff') return { kind: 'staff', id: caller.staffId }
  if (caller.kind === 'platformMachine') return { kind: 'machine', id: caller.keyId }
  const { enterpriseId } = caller
  if (caller.kind === 'machine') return { kind: 'machine', id: caller.keyId, enterpriseId }
  return { kind: 'member', id: caller.userId, enterpriseId, parentName: caller.parentName }
}

/** The owner of queued work: a company together with its programs, a staff member, a platform key, or the address of a guest. */
export function toConcurrencyOwner(caller: Caller, address: string): string {
  if (caller.kind === 'guest') return address
  if (caller.kind === 'platformMachine') return caller.keyId
  return caller.kind === 'staff' ? caller.staffId : caller.enterpriseId
}

/** The type of the caller that a handler receives, given the access rule of its call. */
export type CallerForAccessRule<N extends AccessRule> = N extends 'guest' | `guest or ${MemberPermissionCode}`
  ? Guest | Member
  : N extends StaffAccessRule
    ? Staff
    : N extends MachineAccessRule
      ? MachineCaller
      : N extends PlatformKeyAccessRule
        ? PlatformMachine
        : Member
