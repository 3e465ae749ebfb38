import { useState } from 'react'
import type { EnterpriseSubAccount } from '#contract/people/organisation/api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { SUB_USERS_QUERY_KEY, subUserApi } from './organisation-api.ts'
import { formatPurchaseLimits, subUserStatusLabel } from './sub-user-view.ts'

function useChanges(row: EnterpriseSubAccount) {
  const showDone = (text: string) => () => {
    emitClientEvent('organizationChanged')
    showNotice(text)
  }
  const status = useApiMutation(subUserApi.modifyStatus, {
    invalidates: [SUB_USERS_QUERY_KEY],
    onSuccess: showDone(row.status === 1 ? '已停用，其登录立即失效' : '已启用'),
  })
  const remove = useApiMutation(subUserApi.delete, { invalidates: [SUB_USERS_QUERY_KEY], onSuccess: showDone('子账号已删除') })
  return { status, remove }
}

/** A sub-account: the person, his permissions and limits, with the actions to change, disable and delete it. */
export function SubUserRow({ row, onEdit }: { row: EnterpriseSubAccount; onEdit: () => void }) {
  const { status, remove } = useChanges(row)
  const [asking, setAsking] = useState<'disable' | 'delete'>()
  const press = () => (row.status === 1 ? setAsking('disable') : status.mutate({ id: row.id, status: 1 }))
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t border-line-soft px-4 py-4 first:border-t-0 md:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium break-words">{row.name}</span>
          <span className="num text-sm text-mute">{row.mobile}</span>
          <StatusTag row={row} />
        </p>
        <p className="mt-1 text-sm text-mute">{row.permNames.length === 0 ? '没有任何权限' : row.permNames.join('、')}</p>
        <p className="num mt-0.5 text-sm text-mute">
          {formatPurchaseLimits(row)} · {formatShanghaiTimeToMinute(row.createdAt)} 新增
        </p>
      </div>
      <div className="flex gap-2">
        <Button look="line" size="sm" aria-label={`修改 ${row.name}`} onClick={onEdit}>
          修改
        </Button>
        <Button
          look="line"
          size="sm"
          aria-label={`${row.status === 1 ? '停用' : '启用'} ${row.name}`}
          busy={status.isPending}
          onClick={press}
        >
          {row.status === 1 ? '停用' : '启用'}
        </Button>
        <Button look="danger" size="sm" aria-label={`删除 ${row.name}`} onClick={() => setAsking('delete')}>
          删除
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking === 'delete' ? '删除子账号' : '停用子账号'}
        text={`${row.name} 在本企业的登录立即失效${asking === 'delete' ? '，已提交的订单保留' : '，之后可以重新启用'}。`}
        confirm={asking === 'delete' ? '删除' : '停用'}
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

const looks: Record<string, string> = {
  已启用: 'bg-jade-tint text-jade',
  待接受: 'bg-copper-tint text-gold',
  已停用: 'bg-line-soft text-mute',
}

function StatusTag({ row }: { row: EnterpriseSubAccount }) {
  const word = subUserStatusLabel(row)
  return <span className={`rounded-[3px] px-1.5 text-xs ${looks[word]}`}>{word}</span>
}
