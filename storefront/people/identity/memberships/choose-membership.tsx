import { useState } from 'react'
import type { OwnEnterpriseMembershipRow } from '#contract/people/identity/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { SelectableMembershipList } from './membership-list.tsx'
import { splitMembershipsAndInvitations, useMemberships, useSwitchMembershipAndNotify } from './memberships.ts'

/** A dialog with a person's memberships, to switch to one of them. */
export function SwitchMembershipDialog({ close }: { close: () => void }) {
  const memberships = useMemberships()
  return (
    <QueryContent from={memberships} skeleton={<Skeleton className="h-40" />}>
      {(list) => <Choice memberships={list} close={close} />}
    </QueryContent>
  )
}

function Choice({ memberships, close }: { memberships: readonly OwnEnterpriseMembershipRow[]; close: () => void }) {
  const { own } = splitMembershipsAndInvitations(memberships)
  const current = own.find((membership) => membership.current)
  const [chosen, setChosen] = useState(current?.enterpriseId ?? '')
  const change = useSwitchMembershipAndNotify(memberships, close)
  const alone = own.length < 2
  return (
    <>
      <SelectableMembershipList label="企业" memberships={memberships} value={chosen} onChange={setChosen} />
      {memberships.length < 2 && (
        <p className="mt-3 text-sm text-mute">您目前只属于一家企业。其他企业的主账号可在“账号管理”中添加您的手机号。</p>
      )}
      <div className="mt-6 flex justify-end gap-3">
        <Button look="line" onClick={close}>
          取消
        </Button>
        <Button disabled={alone || chosen === current?.enterpriseId} busy={change.isPending} onClick={() => change.mutate(chosen)}>
          切换
        </Button>
      </div>
    </>
  )
}
