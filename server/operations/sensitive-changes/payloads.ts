import type { Settings } from '#contract/operations/settings/console-api.ts'
import type { SensitiveChangeKind } from '#contract/people/staff/sensitive-change-api.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import type { LevelBenefitTerms } from '#server/orders/levels/public.ts'

interface Initial {
  staffId: string
  passwordHash: string
  /** ISO 8601. */
  initialUntil: string
}

/** Those that the release before has requested name no roles of the mall's own: a new account has none, another one keeps what it has. */
interface GivenRoles {
  roles: StaffRole[]
  customRoleIds?: readonly string[]
  /** What the mall's own roles permitted when they were asked for. */
  customCodes?: readonly StaffPermissionCode[]
}

interface Payloads {
  /** `shopIds`: what the person will keep, null: all. Those that the release before has requested do not say it. */
  staffAdd: Initial & GivenRoles & { email: string; name: string; shopIds?: readonly string[] | null }
  staffRoles: GivenRoles & { staffId: string; name: string }
  staffStatus: { staffId: string; status: 0 | 1 }
  staffPassword: Initial
  staffTotp: { staffId: string }
  customRole: { roleId: string; name: string; description: string; codes: StaffPermissionCode[] }
  settingCredit: { values: Settings['credit'] }
  settingProvision: { values: Settings['provision'] }
  settingAcceptance: { values: Settings['acceptance'] }
  settingPurchaseMatch: { values: Settings['purchaseMatch'] }
  settingParty: { values: Settings['party'] }
  settingBank: { values: Settings['bank'] }
  settingCollection: { values: Settings['collection'] }
  settingLevels: { values: Settings['levels'] }
  settingJournal: { values: Settings['journal'] }
  levelBenefits: { benefits: LevelBenefitTerms }
  companyRate: { enterpriseId: string; dailyRateBp: number | null }
}

export type SensitiveChangePayloadOf<K extends SensitiveChangeKind> = { kind: K } & Payloads[K]
/** What a change applies when it takes effect, stored as JSON. */
export type SensitiveChangePayload = { [K in SensitiveChangeKind]: SensitiveChangePayloadOf<K> }[SensitiveChangeKind]
