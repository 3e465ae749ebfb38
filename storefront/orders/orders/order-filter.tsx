import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Search } from 'lucide-react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Text } from '#contract/platform/core/fields.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { DayInput } from '#storefront/platform/components/day/day-input.tsx'
import { DayRangeButtons, listUsualDayRanges } from '#storefront/platform/components/day/day-ranges.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { ProjectFilterSelect } from '#storefront/sites/projects/project-select.tsx'
import { getDayError, parseDay } from '#ui/day/day-view.ts'
import type { OrderListFilter } from './order-view.ts'

const TypedDay = z
  .string()
  .check(z.refine((text) => getDayError(text) === undefined, { abort: true, error: ({ input }) => getDayError(String(input)) ?? '' }))
const asDay = (typed: string): string => parseDay(typed) ?? ''
const Form = z
  .object({ keyword: Text(50), from: TypedDay, to: TypedDay })
  .check(
    z.refine(({ from, to }) => from === '' || to === '' || asDay(from) <= asDay(to), { path: ['to'], message: '结束日期不能早于开始日期' }),
  )
type Form = z.output<typeof Form>

const INPUT = 'h-10 rounded-control border border-line bg-white px-3 hover:border-placeholder focus:border-jade aria-invalid:border-danger'

const DAY = 'h-10! text-sm md:w-34'

/** Filters the list by number, goods and day of order. The filter is in the URL. */
export function OrderFilterForm({ filter }: { filter: OrderListFilter }) {
  const navigate = useNavigate()
  const today = useToday()
  const { control, register, handleSubmit, formState, reset, setValue } = useForm<Form>({
    resolver: standardSchemaResolver(Form),
    mode: 'onTouched',
    values: { keyword: filter.keyword ?? '', from: filter.dateFrom ?? '', to: filter.dateTo ?? '' },
    // What is typed while a search loads stays.
    resetOptions: { keepDirtyValues: true },
  })
  // The form only knows which values were typed if this is read.
  void formState.dirtyFields
  const [first, last] = useWatch({ control, name: ['from', 'to'] }).map(parseDay)
  const { keyword, from, to } = formState.errors
  const fault = keyword?.message ?? from?.message ?? to?.message
  const search = (given: Partial<Form>, project: string | undefined) => {
    reset({ keyword: '', from: '', to: '', ...given })
    void navigate({ to: '/my_order', search: ({ state }) => ({ ...(state === undefined ? {} : { state }), ...given, project }) })
  }
  const submit = (project: string | undefined) =>
    handleSubmit(({ keyword, from, to }) => search({ keyword, from: asDay(from), to: asDay(to) }, project))
  const narrowed =
    filter.keyword !== undefined || filter.dateFrom !== undefined || filter.dateTo !== undefined || filter.projectId !== undefined
  return (
    <search>
      <form noValidate onSubmit={submit(filter.projectId)} className="mb-3 flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label="订单号、商品、采购单号或成本中心"
          placeholder="订单号 / 商品 / 采购单号 / 成本中心"
          aria-invalid={keyword !== undefined}
          className={`${INPUT} w-full md:w-auto md:min-w-52 md:max-w-76 md:flex-1`}
          {...register('keyword')}
        />
        <div className="flex min-w-0 grow basis-60 items-center gap-2 md:grow-0 md:basis-auto">
          <Controller
            control={control}
            name="from"
            render={({ field }) => <DayInput {...field} label="下单日期从" max={last} aria-invalid={from !== undefined} className={DAY} />}
          />
          <span aria-hidden className="text-mute">
            至
          </span>
          <Controller
            control={control}
            name="to"
            render={({ field }) => <DayInput {...field} label="下单日期到" min={first} aria-invalid={to !== undefined} className={DAY} />}
          />
        </div>
        <ProjectFilterSelect value={filter.projectId} onChange={(id) => void submit(id)()} />
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
        {/* A line of their own, so that the others stay where they are whether or not a project or 清除 is there. */}
        <div className="w-full">
          <DayRangeButtons
            ranges={listUsualDayRanges(today, today)}
            value={{ from: filter.dateFrom ?? '', to: filter.dateTo ?? '' }}
            onChoose={(range) => {
              setValue('from', range.from, { shouldDirty: true })
              setValue('to', range.to, { shouldDirty: true })
              void submit(filter.projectId)()
            }}
          />
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
