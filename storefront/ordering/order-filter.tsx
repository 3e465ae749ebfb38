import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Text } from '../../contract/fields.ts'
import { Button } from '../parts/button.tsx'
import { ProjectSelect } from '../projects/project-select.tsx'
import type { Filter } from './order-view.ts'

const Form = z
  .object({ keyword: Text(50), from: z.string(), to: z.string() })
  .check(z.refine(({ from, to }) => from === '' || to === '' || from <= to, { path: ['to'], message: '结束日期不能早于开始日期' }))
type Form = z.output<typeof Form>

const INPUT = 'h-10 rounded-control border border-line bg-white px-3 hover:border-placeholder focus:border-jade aria-invalid:border-danger'

const DAY = `${INPUT} num min-w-0 flex-1 px-2 text-sm md:flex-none md:px-3`

/** Narrows the list by number, goods and day of order; what is set stands in the address. */
export function OrderFilter({ filter }: { filter: Filter }) {
  const navigate = useNavigate()
  const { register, handleSubmit, getValues, formState } = useForm<Form>({
    resolver: standardSchemaResolver(Form),
    mode: 'onChange',
    defaultValues: { keyword: filter.keyword ?? '', from: filter.dateFrom ?? '', to: filter.dateTo ?? '' },
  })
  const { keyword, to } = formState.errors
  const fault = keyword?.message ?? to?.message
  const search = (given: Partial<Form>, project: string | undefined) =>
    void navigate({ to: '/my_order', search: ({ state }) => ({ ...(state === undefined ? {} : { state }), ...given, project }) })
  const narrowed =
    filter.keyword !== undefined || filter.dateFrom !== undefined || filter.dateTo !== undefined || filter.projectId !== undefined
  return (
    <search>
      <form
        noValidate
        onSubmit={handleSubmit((given) => search(given, filter.projectId))}
        className="mb-3 flex flex-wrap items-center gap-2"
      >
        <input
          type="search"
          aria-label="订单号、商品、采购单号或成本中心"
          placeholder="订单号 / 商品 / 采购单号 / 成本中心"
          aria-invalid={keyword !== undefined}
          className={`${INPUT} w-full md:w-76`}
          {...register('keyword')}
        />
        <div className="flex min-w-0 grow basis-60 items-center gap-2 md:grow-0 md:basis-auto">
          <input type="date" aria-label="下单日期从" className={DAY} {...register('from')} />
          <span aria-hidden className="text-mute">
            至
          </span>
          <input type="date" aria-label="下单日期到" aria-invalid={to !== undefined} className={DAY} {...register('to')} />
        </div>
        <ProjectSelect value={filter.projectId} onChange={(id) => search(getValues(), id)} />
        <div className="flex gap-2">
          <Button type="submit" className="px-3 md:px-5">
            <Search className="size-4" aria-hidden />
            <span className="sr-only md:not-sr-only">查询</span>
          </Button>
          {narrowed && (
            <Button look="line" onClick={() => search({}, undefined)}>
              清除
            </Button>
          )}
        </div>
        {fault !== undefined && (
          <p role="alert" className="w-full text-sm text-danger">
            {fault}
          </p>
        )}
      </form>
    </search>
  )
}
