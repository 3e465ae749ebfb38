import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CompanyGroupCategories } from '#contract/billing/company-groups/shapes.ts'
import { type Fen, formatMoney, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Select } from '#storefront/platform/components/select/select.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { companyGroupApi } from './group-api.ts'

const ALL = 'all'

/** 按分类: closed at first, because it is added up anew each time it is opened. */
export function GroupPurchasesByCategory() {
  const [open, setOpen] = useState(false)
  if (open) return <Opened />
  return (
    <div className="mt-5 border-t border-line-soft pt-4">
      <Button look="line" size="sm" onClick={() => setOpen(true)}>
        按分类查看
      </Button>
    </div>
  )
}

function Opened() {
  const found = useQuery({
    queryKey: ['credit', 'group', 'purchases', 'categories'],
    queryFn: () => companyGroupApi.purchaseCategories({}),
  })
  return (
    <QueryContent from={found} skeleton={<Skeleton className="mt-5 h-48" />}>
      {({ members, categories }) => <Categories members={members} categories={categories} />}
    </QueryContent>
  )
}

/** The categories that all members, or one, have bought, the largest first. A bar compares an amount with the largest. */
function Categories({ members, categories }: CompanyGroupCategories) {
  const [chosen, setChosen] = useState(ALL)
  const at = members.findIndex(({ enterpriseId }) => enterpriseId === chosen)
  const rows = categories
    .map(({ key, name, amounts, total }) => ({ key, name, amount: at < 0 ? total : (amounts[at] ?? ZERO_FEN) }))
    .filter(({ amount }) => amount !== 0)
    .sort((a, b) => b.amount - a.amount)
  const largest = Math.max(1, ...rows.map(({ amount }) => amount))
  return (
    <section aria-labelledby="group-categories" className="mt-5 border-t border-line-soft pt-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="group-categories" className="font-semibold">
          按分类
        </h3>
        <Select
          aria-label="按分类查看的企业"
          className="h-9 max-w-64 px-3"
          look="fit"
          options={[
            { value: ALL, label: '全部成员' },
            ...members.map(({ enterpriseId, name }) => ({ value: enterpriseId, label: name ?? '' })),
          ]}
          value={chosen}
          onChange={setChosen}
        />
      </header>
      {rows.length === 0 ? (
        <p className="py-4 text-sm text-mute">近 12 个月没有采购</p>
      ) : (
        <dl className="mt-2 divide-y divide-line-soft">
          {rows.map(({ key, name, amount }) => (
            <CategoryRow key={key} name={name} amount={amount} largest={largest} />
          ))}
          <div className="flex items-baseline justify-between gap-4 py-2 font-medium">
            <dt>合计</dt>
            <dd className="num">{formatMoney(sum(rows.map(({ amount }) => amount)))}</dd>
          </div>
        </dl>
      )}
      <p className="text-xs text-mute">按商品现在的分类；加入集团时尚未告知展示分类的成员不列入。</p>
    </section>
  )
}

function CategoryRow({ name, amount, largest }: { name: string; amount: Fen; largest: number }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_9rem]">
      <dt className="min-w-0 break-words">{name}</dt>
      <dd className="num text-right md:order-last">{formatMoney(amount)}</dd>
      <dd aria-hidden className="col-span-2 h-1.5 overflow-hidden rounded-full bg-line-soft md:col-span-1">
        <span className="block h-full origin-left bg-steel" style={{ transform: `scaleX(${Math.max(0, amount / largest)})` }} />
      </dd>
    </div>
  )
}
