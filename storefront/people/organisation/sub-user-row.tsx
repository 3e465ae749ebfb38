import { useState } from 'react'
import type { EnterpriseSubAccount } from '#contract/people/organisation/api.ts'
import { isGroupBuyerWaiting } from '#contract/people/organisation/group-buyers.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { SUB_USERS_QUERY_KEY, subUserApi } from './organisation-api.ts'
import { formatPurchaseLimits, subUserStatusLabel } from './sub-user-view.ts'

// A person whose account at the parent ends is no buyer for its members any more.
const INVALIDATED = [SUB_USERS_QUERY_KEY, ['credit', 'group']] as const
const GROUP_BUYING_ENDS = '其为集团成员采购的授权同时失效，须重新委派和授权。'

function useChanges(row: EnterpriseSubAccount) {
  const showDone = (text: string) => () => {
    emitClientEvent('organizationChanged')
    showNotice(text)
  }
  const status = useApiMutation(subUserApi.modifyStatus, {
    invalidates: INVALIDATED,
    onSuccess: showDone(row.status === 1 ? '已停用，其登录立即失效' : '已启用'),
  })
  const done = row.parentName === null ? '子账号已删除' : isGroupBuyerWaiting(row) ? '已谢绝' : '授权已收回'
  const remove = useApiMutation(subUserApi.delete, { invalidates: INVALIDATED, onSuccess: showDone(done) })
  return { status, remove }
}

/** How the actions on a row are called: a sub-account is deleted, a buyer of the parent declined or taken back. */
function describeRemoval(row: EnterpriseSubAccount): { verb: string; title: string; effect: string } {
  if (row.parentName === null)
    return { verb: '删除', title: '删除子账号', effect: `在本企业的登录立即失效，已提交的订单保留。${GROUP_BUYING_ENDS}` }
  if (isGroupBuyerWaiting(row)) return { verb: '谢绝', title: '谢绝集团采购员', effect: '不能为本企业采购，母公司会收到通知。' }
  return { verb: '收回', title: '收回采购授权', effect: '在本企业的登录立即失效，已提交的订单保留，母公司会收到通知。' }
}

/** A sub-account or a buyer of the parent: the person, his permissions and limits, with the actions to change, disable and remove him. */
export function SubUserRow({ row, onEdit }: { row: EnterpriseSubAccount; onEdit: () => void }) {
  const { status, remove } = useChanges(row)
  const [asking, setAsking] = useState<'disable' | 'delete'>()
  const waits = isGroupBuyerWaiting(row)
  const removal = describeRemoval(row)
  const press = () => (row.status === 1 ? setAsking('disable') : status.mutate({ id: row.id, status: 1 }))
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t border-line-soft px-4 py-4 first:border-t-0 md:px-6">
      <SubUserFacts row={row} />
      <div className="flex gap-2">
        <Button look={waits ? 'primary' : 'line'} size="sm" aria-label={`${waits ? '授权' : '修改'} ${row.name}`} onClick={onEdit}>
          {waits ? '授权' : '修改'}
        </Button>
        {!waits && (
          <Button
            look="line"
            size="sm"
            aria-label={`${row.status === 1 ? '停用' : '启用'} ${row.name}`}
            busy={status.isPending}
            onClick={press}
          >
            {row.status === 1 ? '停用' : '启用'}
          </Button>
        )}
        <Button look="danger" size="sm" aria-label={`${removal.verb} ${row.name}`} onClick={() => setAsking('delete')}>
          {removal.verb}
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking === 'delete' ? removal.title : row.parentName === null ? '停用子账号' : '停用集团采购员'}
        text={`${row.name} ${asking === 'delete' ? removal.effect : `在本企业的登录立即失效，之后可以重新启用。${row.parentName === null ? GROUP_BUYING_ENDS : ''}`}`}
        confirm={asking === 'delete' ? removal.verb : '停用'}
        busy={status.isPending || remove.isPending}
        onConfirm={() => {
          if (asking === 'delete') remove.mutate({ id: row.id })
          else status.mutate({ id: row.id, status: 0 })
          setAsking(undefined)
        }}
      />
    </li>
  )
}

function SubUserFacts({ row }: { row: EnterpriseSubAccount }) {
  const waits = isGroupBuyerWaiting(row)
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium break-words">{row.name}</span>
        <span className="num text-sm text-mute">{row.mobile}</span>
        <StatusTag row={row} />
      </p>
      {row.parentName !== null && <p className="mt-1 text-sm text-mute">{row.parentName} 的人员</p>}
      {!waits && <p className="mt-1 text-sm text-mute">{row.permNames.length === 0 ? '没有任何权限' : row.permNames.join('、')}</p>}
      <p className="num mt-0.5 text-sm text-mute">
        {waits ? '授权前不能以本企业名义做任何操作' : formatPurchaseLimits(row)} · {formatShanghaiTimeToMinute(row.createdAt)}{' '}
        {row.parentName === null ? '新增' : '委派'}
      </p>
    </div>
  )
}

const looks: Record<string, string> = {
  已启用: 'bg-jade-tint text-jade',
  待接受: 'bg-copper-tint text-gold',
  待授权: 'bg-copper-tint text-gold',
  已停用: 'bg-line-soft text-mute',
}

function StatusTag({ row }: { row: EnterpriseSubAccount }) {
  const word = subUserStatusLabel(row)
  return <span className={`rounded-[3px] px-1.5 text-xs ${looks[word]}`}>{word}</span>
}
