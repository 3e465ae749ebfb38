import type { OwnEnterpriseMembershipRow } from '#contract/people/identity/shapes.ts'
import { memberLevels, verificationLevels } from '#contract/people/verification/verification-status.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { Invitations } from './memberships/invitations.tsx'
import {
  formatMembershipKind,
  formatMembershipName,
  splitMembershipsAndInvitations,
  useMemberships,
  useSwitchMembershipAndNotify,
} from './memberships/memberships.ts'

/** 我的企业: the memberships of the person, each with a button to switch to it, and the open invitations. */
export function MyMemberships() {
  const memberships = useMemberships()
  return (
    <Card title="我的企业">
      <QueryContent from={memberships} skeleton={<Skeleton className="h-17" />}>
        {(list) => <List memberships={list} />}
      </QueryContent>
    </Card>
  )
}

function List({ memberships }: { memberships: readonly OwnEnterpriseMembershipRow[] }) {
  const { own, invitations } = splitMembershipsAndInvitations(memberships)
  const change = useSwitchMembershipAndNotify(memberships)
  return (
    <div className="flex flex-col gap-3">
      <Invitations memberships={invitations} />
      <ul className="flex flex-col gap-2.5">
        {own.map((membership) => (
          <li key={membership.enterpriseId} className="flex items-center gap-3 rounded-control border border-line px-3.5 py-3">
            <MembershipFacts membership={membership} />
            <Act
              membership={membership}
              busy={change.isPending}
              moving={change.variables === membership.enterpriseId}
              onSwitch={change.mutate}
            />
          </li>
        ))}
      </ul>
      {own.length < 2 && invitations.length === 0 && (
        <p className="text-sm text-mute">其他企业的主账号在“账号管理”中添加您的手机号后，邀请会出现在这里。</p>
      )}
    </div>
  )
}

function MembershipFacts({ membership }: { membership: OwnEnterpriseMembershipRow }) {
  const facts = [formatMembershipKind(membership), memberLevels[membership.memberLevel], verificationLevels[membership.authLevel]]
  const off = membership.status === 0
  return (
    <span className="min-w-0 flex-1">
      <span className={`block font-medium break-words ${off ? 'text-mute' : ''}`}>{formatMembershipName(membership)}</span>
      <span className="block text-xs text-mute">{off ? '已停用，请联系企业主账号' : facts.join(' · ')}</span>
    </span>
  )
}

interface ActProps {
  membership: OwnEnterpriseMembershipRow
  busy: boolean
  moving: boolean
  onSwitch: (enterpriseId: string) => void
}

function Act({ membership, busy, moving, onSwitch }: ActProps) {
  if (membership.current) return <span className="shrink-0 text-sm font-medium text-jade">当前</span>
  return (
    <Button
      look="line"
      size="sm"
      busy={busy && moving}
      disabled={busy || membership.status === 0}
      aria-label={`切换到 ${formatMembershipName(membership)}`}
      onClick={() => onSwitch(membership.enterpriseId)}
    >
      切换
    </Button>
  )
}
