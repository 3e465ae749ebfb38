import { useQuery } from '@tanstack/react-query'
import type { EquipmentDetail as Detail } from '#contract/sites/projects/equipment-api.ts'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { projectsQuery } from '#storefront/platform/components/projects-query.ts'
import { EquipmentOrPatrolHeader } from '#storefront/platform/components/record-header.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { ProjectsAndEquipmentFrame } from '#storefront/sites/projects/site-work-frame.tsx'
import { formatCount } from '#ui/format.ts'
import { equipmentApi, equipmentDetailQuery } from './equipment-api.ts'
import { CreateOrEditEquipmentForm } from './equipment-form.tsx'
import { RecordMeterReadingForm } from './meter-reading-form.tsx'
import { RestockAdvicePanel } from './restock-advice.tsx'

/** One piece of equipment: its data, its hours, its consumables, and what it needs. */
export function EquipmentDetail({ id }: { id: string }) {
  const detail = useQuery(equipmentDetailQuery(id))
  const canViewOrders = usePermission('lookOrder').reason === undefined
  return (
    <ProjectsAndEquipmentFrame view="equipment">
      <p className="mb-3 text-sm">
        <Link to="/equipment" className="finger text-jade hover:underline">
          全部设备
        </Link>
      </p>
      <QueryContent from={detail} skeleton={<Skeleton className="h-96" />}>
        {(found) => (
          <>
            <Head detail={found} />
            {canViewOrders && <RestockAdvicePanel equipmentId={id} />}
            <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-4">
              <Wears detail={found} />
              <Readings detail={found} />
            </div>
          </>
        )}
      </QueryContent>
    </ProjectsAndEquipmentFrame>
  )
}

function Head({ detail }: { detail: Detail }) {
  const { id, name, model, serialNo, projectId, hours } = detail
  const navigate = useNavigate()
  const project = useQuery(projectsQuery).data?.find((one) => one.id === projectId)
  const drop = useApiMutation(() => equipmentApi.delete({ id }), {
    onSuccess: async () => {
      await navigate({ to: '/equipment', replace: true })
      emitClientEvent('equipmentEdited', { id })
      showNotice('设备已删除')
    },
  })
  const facts = [
    ['型号', model],
    ['序列号', serialNo],
    ['项目', project?.name ?? '未归入项目'],
    ['运行小时', hours === null ? '未记录' : `${formatCount(hours)} 小时`],
  ] as const
  return (
    <EquipmentOrPatrolHeader
      label="设备信息"
      title={name}
      question={`确定删除设备「${name}」吗？已归入的订单和费用保留。`}
      drop={drop}
      form={(close) => <CreateOrEditEquipmentForm known={detail} close={close} />}
    >
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-4">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-mute">{label}</dt>
            <dd className="break-words">{value === '' ? '—' : value}</dd>
            {label === '型号' && value !== '' && (
              <dd>
                <Link to="/by_machine" search={{ keyword: value }} className="finger text-sm text-jade hover:underline">
                  适用配件
                </Link>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </EquipmentOrPatrolHeader>
  )
}

function Wears({ detail: { wears } }: { detail: Detail }) {
  return (
    <section aria-labelledby="wears" className="panel">
      <h2 id="wears" className="border-b border-line-soft px-4 py-3 text-md font-semibold md:px-5">
        易损件
      </h2>
      {wears.length === 0 ? (
        <p className="px-4 py-6 text-sm text-mute md:px-5">还没有登记易损件。登记后按运行小时计算补货建议。</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {wears.map(({ sku, rate }) => (
            <li key={sku.skuId} className="px-4 py-3 md:px-5">
              <GoodsLine goods={sku} size="sm" dim={!sku.onShelf}>
                <p className="mt-0.5 text-sm">
                  每百小时 <span className="num">{rate}</span> {sku.unit}
                </p>
              </GoodsLine>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Readings({ detail: { id, readings, hours } }: { detail: Detail }) {
  const { reason: denied } = usePermission('addCart')
  return (
    <section aria-labelledby="readings" className="panel">
      <h2 id="readings" className="border-b border-line-soft px-4 py-3 text-md font-semibold md:px-5">
        运行小时记录
      </h2>
      <div className="px-4 py-3 md:px-5">
        {denied === undefined && <RecordMeterReadingForm id={id} hours={hours} />}
        {readings.length === 0 ? (
          <p className="text-sm text-mute">还没有记录</p>
        ) : (
          <table className="w-full text-sm">
            <thead className="text-left text-mute">
              <tr>
                <th scope="col" className="py-1.5 font-normal">
                  日期
                </th>
                <th scope="col" className="py-1.5 text-right font-normal">
                  小时
                </th>
                <th scope="col" className="py-1.5 pl-4 text-right font-normal">
                  记录人
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line-soft">
              {readings.map(({ day, hours: at, by }) => (
                <tr key={day}>
                  <td className="num py-1.5">{day}</td>
                  <td className="num py-1.5 text-right">{formatCount(at)}</td>
                  <td className="py-1.5 pl-4 text-right text-mute">{by}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  )
}
