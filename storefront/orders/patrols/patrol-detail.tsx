import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PATROL_FINDINGS_MAX, type Patrol, type PatrolFinding } from '#contract/orders/patrols/patrol-api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { showError, showNotice } from '#storefront/platform/components/notify.ts'
import { EquipmentOrPatrolHeader } from '#storefront/platform/components/record-header.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { ProjectsAndEquipmentFrame } from '#storefront/sites/projects/site-work-frame.tsx'
import { RecordFindingForm } from './finding-form.tsx'
import { FindingRow } from './finding-row.tsx'
import { patrolApi, patrolQuery } from './patrol-api.ts'
import { CreateOrEditPatrolForm } from './patrol-form.tsx'

/** One patrol: the place, the time, the person, and its findings, each with a button for the cart. */
export function PatrolDetail({ id }: { id: string }) {
  const patrol = useQuery(patrolQuery(id))
  return (
    <ProjectsAndEquipmentFrame view="patrol">
      <p className="mb-3 text-sm">
        <Link to="/patrol" className="finger text-jade hover:underline">
          全部巡检
        </Link>
      </p>
      <QueryContent from={patrol} skeleton={<Skeleton className="h-96" />}>
        {(found) => (
          <>
            <Head patrol={found} />
            <Findings patrol={found} />
          </>
        )}
      </QueryContent>
    </ProjectsAndEquipmentFrame>
  )
}

function Head({ patrol }: { patrol: Patrol }) {
  const { id, route, day, projectName, by, note } = patrol
  const navigate = useNavigate()
  const drop = useApiMutation(() => patrolApi.delete({ id }), {
    onSuccess: async () => {
      await navigate({ to: '/patrol', replace: true })
      emitClientEvent('projectPatrolChanged', { id })
      showNotice('巡检记录已删除')
    },
  })
  return (
    <EquipmentOrPatrolHeader
      label="巡检信息"
      title={route}
      question={`确定删除「${route}」的巡检记录吗？已下的订单不受影响。`}
      drop={drop}
      form={(close) => <CreateOrEditPatrolForm known={patrol} close={close} />}
    >
      <p className="mt-1 text-sm text-mute">
        <span className="num">{day}</span> · {by} · {projectName ?? '未归入项目'}
      </p>
      {note !== '' && <p className="mt-2 whitespace-pre-wrap">{note}</p>}
    </EquipmentOrPatrolHeader>
  )
}

/** Adds the goods of findings to the cart. Goods that cannot be added are listed with the reason. */
function useToCart(id: string) {
  const queries = useQueryClient()
  return useApiMutation((findingIds: string[]) => patrolApi.toCart({ findingIds }), {
    onSuccess: (lines) => {
      void queries.invalidateQueries({ queryKey: ['cart'] })
      emitClientEvent('projectPatrolChanged', { id })
      const added = lines.filter((line) => line.added).length
      if (added > 0) {
        emitClientEvent('addToCart', { count: added })
        showNotice(`${added} 种商品已加入购物车`)
      }
      const left = lines.find((line) => line.why !== null)
      if (left?.why) showError(left.why)
    },
  })
}

const waits = ({ state, sku, inCart }: PatrolFinding) => state === 'OPEN' && sku !== null && !inCart

function Findings({ patrol: { id, findings } }: { patrol: Patrol }) {
  const [adding, setAdding] = useState(false)
  const { reason: denied } = usePermission('addCart')
  const toCart = useToCart(id)
  const waiting = findings.filter(waits)
  return (
    <section aria-labelledby="findings" className="panel">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line-soft px-4 py-3 md:px-5">
        <h2 id="findings" className="text-md font-semibold">
          发现的问题 <span className="num text-sm font-normal text-mute">{findings.length}</span>
        </h2>
        <div className="flex flex-wrap gap-2">
          {waiting.length > 0 && (
            <Button
              look="call"
              size="sm"
              busy={toCart.isPending}
              blocked={denied}
              onClick={() => toCart.mutate(waiting.map((one) => one.id))}
            >
              所需商品全部加入购物车
            </Button>
          )}
          <Button size="sm" blocked={denied} disabled={findings.length >= PATROL_FINDINGS_MAX} onClick={() => setAdding(true)}>
            添加问题
          </Button>
        </div>
      </header>
      {findings.length === 0 ? (
        <EmptyState title="没有发现问题" hint="发现磨损、损坏或隐患时在这里记录，可附照片和需要的备件。" />
      ) : (
        <ul className="divide-y divide-line-soft">
          {findings.map((finding) => (
            <FindingRow
              key={finding.id}
              patrolId={id}
              finding={finding}
              locked={denied !== undefined}
              busy={toCart.isPending}
              onCart={() => toCart.mutate([finding.id])}
            />
          ))}
        </ul>
      )}
      {adding && <RecordFindingForm patrolId={id} close={() => setAdding(false)} />}
    </section>
  )
}
