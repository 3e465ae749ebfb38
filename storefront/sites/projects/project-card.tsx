import { MapPin, UserRound, Users } from 'lucide-react'
import { useState } from 'react'
import { protectedFigures } from '#contract/platform/core/figures.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { budgetSpans, type Project, type ProjectBudgetUse } from '#contract/sites/projects/api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { WithheldAmountNote } from '#storefront/platform/components/withheld.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import { projectApi } from './project-api.ts'

interface Props {
  project: Project
  use: ProjectBudgetUse | undefined
  /** The member may only look. */
  locked: boolean
  onEdit: () => void
}

/** One project: its site, manager, members, the used budget, and its actions. */
export function ProjectCard({ project, use, locked, onEdit }: Props) {
  const { id, name, code, site, manager, members, open } = project
  const canViewOrders = usePermission('lookOrder').allowed
  return (
    <li className={`panel flex flex-col gap-3 p-4 md:p-5 ${open ? '' : 'bg-paper'}`}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-md font-semibold break-words">{name}</h2>
        {code !== '' && <span className="num text-sm text-mute">{code}</span>}
        <span className={`ml-auto rounded-[3px] px-1.5 text-xs leading-5 ${open ? 'bg-jade-tint text-jade' : 'bg-line-soft text-mute'}`}>
          {open ? '进行中' : '已关闭'}
        </span>
      </div>
      <dl className="grid gap-1.5 text-sm text-mute">
        <Fact icon={<MapPin className="size-4" aria-hidden />} name="项目地址" value={site === '' ? '未填写地址' : site} />
        <Fact
          icon={<UserRound className="size-4" aria-hidden />}
          name="项目经理"
          value={manager ? `项目经理 ${manager.name}` : '未指定项目经理'}
        />
        <Fact
          icon={<Users className="size-4" aria-hidden />}
          name="成员"
          value={`成员 ${members.length} 人${members.length === 0 ? '' : `：${members.map((one) => one.name).join('、')}`}`}
        />
      </dl>
      <Budget project={project} use={use} />
      <div className="mt-auto flex flex-wrap gap-x-5 gap-y-2 border-t border-line-soft pt-3 text-sm">
        {canViewOrders && (
          <Link to="/my_order" search={{ project: id }} className="finger text-jade hover:underline">
            项目订单
          </Link>
        )}
        <Link to="/patrol" search={{ project: id }} className="finger text-jade hover:underline">
          巡检记录
        </Link>
        {!locked && <Acts project={project} onEdit={onEdit} />}
      </div>
    </li>
  )
}

const Fact = ({ icon, name, value }: { icon: React.ReactNode; name: string; value: string }) => (
  <div className="flex items-start gap-2">
    <dt className="mt-0.5">
      {icon}
      <span className="sr-only">{name}</span>
    </dt>
    <dd className="min-w-0 break-words">{value}</dd>
  </div>
)

/** The used part of the budget: a bar that turns red when the budget is exceeded. Nothing is refused. */
function Budget({ project: { budget, budgetSpan, manager }, use }: { project: Project; use: ProjectBudgetUse | undefined }) {
  const sees = usePermission(protectedFigures.budget.codes).reason === undefined
  const user = useUser()
  const manages = manager !== null && manager.userId === user?.userId
  if (budget === null && !sees && !manages)
    return (
      <p className="text-sm text-mute">
        预算：
        <WithheldAmountNote />
      </p>
    )
  if (budget === null) return <p className="text-sm text-mute">未设预算</p>
  const used = use?.used ?? null
  const percent = use?.percent ?? 0
  const over = used !== null && used > budget
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="text-mute">
          {budgetSpans[budgetSpan]}预算 <span className="num text-ink">{formatMoney(budget)}</span>
        </span>
        {used !== null && (
          <span className={over ? 'text-danger' : 'text-mute'}>
            {budgetSpan === 'month' ? '本月已用' : '已用'} <span className="num">{formatMoney(used)}</span>（
            <span className="num">{percent}%</span>）{over && '，已超出预算'}
          </span>
        )}
      </p>
      {used !== null && (
        <div aria-hidden className="own-colours mt-1.5 h-2 overflow-hidden rounded-full bg-line-soft">
          <div className={`h-full ${over ? 'bg-danger' : 'bg-jade'}`} style={{ width: `${Math.min(100, percent)}%` }} />
        </div>
      )}
    </div>
  )
}

function Acts({ project: { id, name, open }, onEdit }: { project: Project; onEdit: () => void }) {
  const [asking, setAsking] = useState(false)
  const showDone = (text: string) => () => {
    emitClientEvent('projectChanged', { id })
    showNotice(text)
  }
  const toggle = useApiMutation(() => projectApi.setOpen({ id, open: !open }), {
    onSuccess: showDone(open ? '项目已关闭' : '项目已重新开启'),
  })
  const drop = useApiMutation(() => projectApi.delete({ id }), { onSuccess: showDone('项目已删除') })
  return (
    <>
      <Button look="plain" aria-label={`修改 ${name}`} onClick={onEdit}>
        修改
      </Button>
      <Button
        look="plain"
        aria-label={`${open ? '关闭' : '重新开启'} ${name}`}
        busy={toggle.isPending}
        onClick={() => toggle.mutate(undefined)}
      >
        {open ? '关闭' : '重新开启'}
      </Button>
      <Button look="plain" aria-label={`删除 ${name}`} onClick={() => setAsking(true)}>
        删除
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="提示"
        text={`确定删除项目「${name}」吗？已归入的订单和费用保留。`}
        confirm="删除"
        busy={drop.isPending}
        onConfirm={() => drop.mutate(undefined, { onSuccess: () => setAsking(false) })}
      />
    </>
  )
}
