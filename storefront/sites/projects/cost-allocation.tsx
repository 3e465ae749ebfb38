import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { OrderPreviewLine } from '#contract/orders/orders/preview-shapes.ts'
import { type Fen, formatMoney, subtractFen } from '#contract/platform/core/money.ts'
import type { CostAllocationOptions } from '#contract/sites/projects/api.ts'
import { DeferredSelect } from '#storefront/platform/components/select/deferred-select.tsx'
import { toNameOptions } from '#storefront/platform/components/select/select-options.ts'
import { costAllocationOptionsQuery } from './project-api.ts'

/** The cost allocation of an order. `projectId` undefined: not chosen, so the default applies; '': none. */
export interface CostAllocationChoice {
  projectId?: string | undefined
  /** The equipment of each SKU, by SKU id. */
  equipment: Record<string, string>
}

/** Resolves a choice against the enterprise's projects and equipment. */
function settle({ projectId, equipment }: CostAllocationChoice, options: CostAllocationOptions | undefined) {
  const chosen = projectId ?? options?.projectId ?? ''
  const known = options?.projects.some(({ id }) => id === chosen) ? chosen : ''
  const bookings = Object.entries(equipment).flatMap(([skuId, equipmentId]) =>
    options?.equipment.some(({ id }) => id === equipmentId) ? [{ skuId, equipmentId }] : [],
  )
  return { projectId: known, bookings }
}

/** Returns the choice as submit expects it, without `projectId` if the enterprise has no projects. */
export function useCostAllocationInput(choice: CostAllocationChoice): {
  projectId?: string
  bookings: { skuId: string; equipmentId: string }[]
} {
  const { projectId, bookings } = settle(choice, useQuery(costAllocationOptionsQuery).data)
  return { ...(projectId === '' ? {} : { projectId }), bookings }
}

const SELECT = 'h-11 px-3 md:h-10'

interface Props {
  lines: readonly OrderPreviewLine[]
  /** The goods total in fen. */
  amount: Fen
  choice: CostAllocationChoice
  onChoose: (choice: CostAllocationChoice) => void
}

/** On the confirmation page: the project of the order and the equipment of each line. It is not shown to an enterprise without projects. */
export function CostAllocationSection({ lines, amount, choice, onChoose }: Props) {
  const id = useId()
  const options = useQuery(costAllocationOptionsQuery).data
  if (!options || options.projects.length === 0) return null
  const { projectId } = settle(choice, options)
  const project = options.projects.find((one) => one.id === projectId)
  const over = project?.budgetLeft == null ? undefined : subtractFen(amount, project.budgetLeft)
  return (
    <section aria-labelledby={`${id}-title`} className="panel p-4 md:p-5">
      <h2 id={`${id}-title`} className="mb-3 text-md md:text-lg">
        归入项目
      </h2>
      <div className="max-w-120">
        <label htmlFor={`${id}-project`} className="mb-1 block text-sm text-mute">
          项目
        </label>
        <DeferredSelect
          id={`${id}-project`}
          value={projectId}
          aria-describedby={`${id}-budget`}
          options={[
            { value: '', label: '不归入项目' },
            ...options.projects.map((one) => ({ value: one.id, label: one.code === '' ? one.name : `${one.name}（${one.code}）` })),
          ]}
          onChange={(next) => onChoose({ ...choice, projectId: next })}
          className={SELECT}
        />
      </div>
      <p id={`${id}-budget`} className={`mt-1 min-h-5 text-sm ${over !== undefined && over > 0 ? 'text-danger' : 'text-mute'}`}>
        {project?.budgetLeft != null &&
          (over !== undefined && over > 0
            ? `本单将超出${project.budgetSpan === 'month' ? '本月' : '项目'}预算 ${formatMoney(over)}，不影响下单`
            : `${project.budgetSpan === 'month' ? '本月' : '项目'}预算剩余 ${formatMoney(project.budgetLeft)}`)}
      </p>
      {options.equipment.length > 0 && (
        <details className="mt-1">
          <summary className="finger w-fit cursor-pointer text-sm text-jade hover:underline">按商品指定设备（选填）</summary>
          <Rigs lines={lines} options={options} projectId={projectId} choice={choice} onChoose={onChoose} />
        </details>
      )}
    </section>
  )
}

function Rigs({
  lines,
  options,
  projectId,
  choice,
  onChoose,
}: Omit<Props, 'amount'> & { options: CostAllocationOptions; projectId: string }) {
  // The equipment of the project comes first, because it is the most likely choice.
  const rigs = [...options.equipment].sort((a, b) => Number(b.projectId === projectId) - Number(a.projectId === projectId))
  return (
    <ul className="mt-2 divide-y divide-line-soft">
      {lines.map(({ skuId, goodsName, skuCode }) => (
        <li key={skuId} className="grid items-center gap-x-4 gap-y-1 py-2 md:grid-cols-[minmax(0,1fr)_240px]">
          <span className="text-sm">
            {goodsName} <span className="num text-mute">{skuCode}</span>
          </span>
          <DeferredSelect
            aria-label={`${goodsName} ${skuCode} 用于设备`}
            value={choice.equipment[skuId] ?? ''}
            options={toNameOptions(rigs, '不指定设备')}
            onChange={(rig) => onChoose({ ...choice, equipment: { ...choice.equipment, [skuId]: rig } })}
            className={SELECT}
          />
        </li>
      ))}
    </ul>
  )
}
