import type { OwnEnterpriseMembershipRow } from '#contract/people/identity/shapes.ts'
import { memberLevels, verificationLevels } from '#contract/people/verification/verification-status.ts'
import { RadioCircle, RadioGroup } from '#storefront/platform/components/radio-group.tsx'
import { Invitations } from './invitations.tsx'
import { formatMembershipKind, formatMembershipName, splitMembershipsAndInvitations } from './memberships.ts'

interface Props {
  memberships: readonly OwnEnterpriseMembershipRow[]
  /** An enterpriseId. At first it is the current membership. */
  value: string
  onChange: (enterpriseId: string) => void
  label: string
}

/** The memberships of a person, one of them selected. Invitations come first. A disabled membership is shown with the reason. */
export function SelectableMembershipList({ memberships, value, onChange, label }: Props) {
  const { own, invitations } = splitMembershipsAndInvitations(memberships)
  return (
    <div className="flex flex-col gap-2.5">
      <Invitations memberships={invitations} />
      <RadioGroup aria-label={label} value={value} onChange={onChange} className="flex flex-col gap-2.5">
        {own.map((membership) => (
          <MembershipChoice key={membership.enterpriseId} membership={membership} />
        ))}
      </RadioGroup>
    </div>
  )
}

function MembershipChoice({ membership }: { membership: OwnEnterpriseMembershipRow }) {
  const disabled = membership.status === 0
  const facts = [formatMembershipKind(membership), memberLevels[membership.memberLevel], verificationLevels[membership.authLevel]]
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control
    <label
      className={`flex items-center gap-3 rounded-control border border-line px-3.5 py-3 has-checked:border-jade has-checked:bg-jade-tint ${disabled ? 'cursor-not-allowed bg-paper' : 'cursor-pointer hover:border-jade'}`}
    >
      <RadioCircle value={membership.enterpriseId} disabled={disabled} />
      <span className="min-w-0 flex-1">
        <span className={`block font-medium break-words ${disabled ? 'text-mute' : ''}`}>{formatMembershipName(membership)}</span>
        <span className="block text-xs text-mute">{disabled ? '已停用，请联系企业主账号' : facts.join(' · ')}</span>
      </span>
      {membership.current && <span className="shrink-0 text-xs font-medium text-jade">当前</span>}
    </label>
  )
}
