import { MailPlus } from 'lucide-react'
import type { OwnEnterpriseMembershipRow } from '#contract/people/identity/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { formatMembershipName, useAcceptInvitation } from './memberships.ts'

/** Invitations of enterprises to become a sub-account, each with a button to accept. */
export function Invitations({ memberships }: { memberships: readonly OwnEnterpriseMembershipRow[] }) {
  if (memberships.length === 0) return null
  return (
    <ul aria-label="待接受的邀请" className="flex flex-col gap-2.5">
      {memberships.map((membership) => (
        <Invitation key={membership.enterpriseId} membership={membership} />
      ))}
    </ul>
  )
}

function Invitation({ membership }: { membership: OwnEnterpriseMembershipRow }) {
  const accept = useAcceptInvitation()
  const name = formatMembershipName(membership)
  return (
    <li className="flex items-center gap-3 rounded-control border border-gold-line bg-white px-3.5 py-3">
      <MailPlus className="size-4.5 shrink-0 text-gold" strokeWidth={1.6} aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">{name}</span>
        <span className="block text-xs text-mute">
          {membership.status === 0 ? '邀请您成为子账号，该子账号已被停用' : '邀请您成为子账号，接受后可切换到该企业'}
        </span>
      </span>
      <Button size="sm" busy={accept.isPending} aria-label={`接受 ${name} 的邀请`} onClick={() => accept.mutate(membership)}>
        接受
      </Button>
    </li>
  )
}
