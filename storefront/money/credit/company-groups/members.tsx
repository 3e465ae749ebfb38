import { useState } from 'react'
import type { CompanyGroupMemberRow, CompanyGroupShares } from '#contract/billing/company-groups/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { AmountColumns } from './amount-columns.tsx'
import { GroupShareForm } from './share-form.tsx'

/** The limit of the group and the shares of its members, as the parent sees and moves them. */
export function GroupMembers({ shares }: { shares: CompanyGroupShares }) {
  const { limit, unshared, members, invited } = shares
  const isMain = usePermission('main').allowed
  // Only the id is kept, so the form follows what is fetched while it is open.
  const [editingId, setEditingId] = useState<string>()
  const editing = members.find(({ enterpriseId }) => enterpriseId === editingId)
  const close = () => setEditingId(undefined)
  return (
    <section aria-labelledby="group-members" className="panel">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line-soft px-4 py-3 md:px-6">
        <h2 id="group-members" className="text-md font-semibold">
          成员份额
        </h2>
        <p className="text-sm text-mute">
          集团额度 <b className="num text-ink">{formatMoney(limit)}</b>，未分配 <b className="num text-ink">{formatMoney(unshared)}</b>
        </p>
      </header>
      <ul>
        {members.map((member) => (
          <li
            key={member.enterpriseId}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t border-line-soft px-4 py-4 first:border-t-0 md:px-6"
          >
            <Member member={member} />
            {isMain && (
              <Button look="line" size="sm" aria-label={`调整份额：${member.name ?? ''}`} onClick={() => setEditingId(member.enterpriseId)}>
                调整份额
              </Button>
            )}
          </li>
        ))}
        {invited.map(({ enterpriseId, name, invitedAt }) => (
          <li key={enterpriseId} className="border-t border-line-soft px-4 py-4 text-sm text-mute md:px-6">
            {name} · <span className="num">{formatShanghaiTimeToMinute(invitedAt)}</span> 已邀请，待对方确认
          </li>
        ))}
      </ul>
      {!isMain && <p className="border-t border-line-soft px-4 py-3 text-sm text-mute md:px-6">份额由母公司主账号调整。</p>}
      <Modal open={editing !== undefined} onClose={close} title="调整份额">
        {editing && <GroupShareForm member={editing} shares={shares} close={close} />}
      </Modal>
    </section>
  )
}

function Member({ member: { name, isParent, share, used, available } }: { member: CompanyGroupMemberRow }) {
  const amounts = [
    ['份额', share],
    ['已用', used],
    ['可用', available],
  ] as const
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium break-words">{name}</span>
        {isParent && <span className="text-xs text-mute">母公司</span>}
        {used > share && (
          <span className="text-xs text-danger">
            {available > 0 ? '已用超过份额，超出部分用的是临时额度' : '已用超过份额，还款后才能再赊销'}
          </span>
        )}
      </p>
      <AmountColumns amounts={amounts} className="mt-2 grid-cols-3" />
    </div>
  )
}
