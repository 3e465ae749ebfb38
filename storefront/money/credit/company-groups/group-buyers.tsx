import { useState } from 'react'
import type { GroupBuyer } from '#contract/billing/company-groups/group-buyer-api.ts'
import type { CompanyGroupMemberRow } from '#contract/billing/company-groups/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { GROUP_BUYERS_QUERY_KEY, groupBuyerApi, useGroupBuyers } from './group-api.ts'
import { ProposeGroupBuyerForm } from './propose-form.tsx'

/** 集团采购员: which persons of the parent buy for which members, for the main account of the parent. */
export function GroupBuyersCard({ members }: { members: readonly CompanyGroupMemberRow[] }) {
  const { allowed } = usePermission('main')
  const others = members.filter(({ isParent }) => !isParent)
  return allowed && others.length > 0 ? <GroupBuyers members={others} /> : null
}

function GroupBuyers({ members }: { members: readonly CompanyGroupMemberRow[] }) {
  const buyers = useGroupBuyers()
  const [proposing, setProposing] = useState(false)
  const close = () => setProposing(false)
  return (
    <section aria-labelledby="group-buyers" className="panel">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line-soft px-4 py-3 md:px-6">
        <h2 id="group-buyers" className="text-md font-semibold">
          集团采购员
        </h2>
        <Button size="sm" onClick={() => setProposing(true)}>
          委派采购员
        </Button>
      </header>
      <QueryContent from={buyers} skeleton={<Skeleton className="m-4 h-24" />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="还没有委派采购员" hint="委派本公司的子账号为成员采购，由成员主账号授权后，以该成员的名义、价格和额度下单" />
          ) : (
            <ul>
              {rows.map((row) => (
                <GroupBuyerRow key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      <p className="border-t border-line-soft px-4 py-3 text-sm text-mute md:px-6">
        采购员能做什么由成员决定。撤回、成员收回、停用其在本公司的子账号或成员退出集团，都立即失效；已提交的订单属于成员。
      </p>
      <Modal open={proposing} onClose={close} title="委派采购员">
        {proposing && <ProposeGroupBuyerForm members={members} close={close} />}
      </Modal>
    </section>
  )
}

const states: Record<GroupBuyer['state'], readonly [word: string, look: string]> = {
  waiting: ['待成员授权', 'bg-copper-tint text-gold'],
  active: ['已授权', 'bg-jade-tint text-jade'],
  disabled: ['成员已停用', 'bg-line-soft text-mute'],
}

function GroupBuyerRow({ row }: { row: GroupBuyer }) {
  const { id, enterpriseId: memberId, enterpriseName, name, mobile, state, permNames, proposedAt } = row
  const [asking, setAsking] = useState(false)
  const withdraw = useApiMutation(groupBuyerApi.withdraw, { invalidates: [GROUP_BUYERS_QUERY_KEY], onSuccess: () => showNotice('已撤回') })
  const [word, look] = states[state]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t border-line-soft px-4 py-4 first:border-t-0 md:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium break-words">{name}</span>
          <span className="num text-sm text-mute">{mobile}</span>
          <span className={`rounded-[3px] px-1.5 text-xs ${look}`}>{word}</span>
        </p>
        <p className="mt-1 text-sm break-words">为 {enterpriseName} 采购</p>
        <p className="mt-0.5 text-sm text-mute">
          {permNames.length > 0 && `${permNames.join('、')} · `}
          <span className="num">{formatShanghaiTimeToMinute(proposedAt)}</span> 委派
        </p>
      </div>
      <Button look="danger" size="sm" aria-label={`撤回 ${name}（${enterpriseName ?? ''}）`} onClick={() => setAsking(true)}>
        撤回
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="撤回采购员"
        text={`${name} 在 ${enterpriseName ?? '该成员'} 的登录立即失效，已提交的订单保留。`}
        confirm="撤回"
        busy={withdraw.isPending}
        onConfirm={() => {
          withdraw.mutate({ memberId, id })
          setAsking(false)
        }}
      />
    </li>
  )
}
