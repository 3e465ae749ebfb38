import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { SHOPPING_LISTS_PER_ENTERPRISE_MAX, type ShoppingList } from '#contract/orders/shopping-lists/api.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { type LinkTab, LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { shoppingListApi, shoppingListsQuery } from '#storefront/platform/components/shopping-lists/shopping-list-api.ts'
import { SkeletonRows } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { ShoppingListNameDialog } from './name-dialog.tsx'
import { ShoppingListPanel } from './shopping-list.tsx'
import { ShoppingListSuggestions } from './suggestions.tsx'

const SUGGESTED = 'suggest'

/** /shopping_list 常购清单: the lists of an enterprise, each with its own URL, and suggestions for them. */
export function Page() {
  const lists = useQuery(shoppingListsQuery)
  return (
    <UserCenterLayout title="常购清单" actions={lists.data && <Actions lists={lists.data} />}>
      <QueryContent from={lists} skeleton={<Waiting />}>
        {(known) => <Lists lists={known} />}
      </QueryContent>
    </UserCenterLayout>
  )
}

const Waiting = () => (
  <>
    <Skeleton className="mb-3 h-11 md:mb-4" />
    <SkeletonRows row="h-35 lg:h-21" />
  </>
)

function Actions({ lists }: { lists: readonly ShoppingList[] }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const { reason: denied } = usePermission('addCart')
  const full =
    lists.length >= SHOPPING_LISTS_PER_ENTERPRISE_MAX ? `最多建 ${SHOPPING_LISTS_PER_ENTERPRISE_MAX} 个清单，请先删除不用的` : undefined
  const show = ({ id }: { id: string }) => {
    setOpen(false)
    void navigate({ to: '/shopping_list', search: { id } })
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ButtonLink to="/quick_order" look="line" size="sm">
        批量下单
      </ButtonLink>
      <Button size="sm" blocked={denied ?? full} onClick={() => setOpen(true)}>
        <Plus className="size-4" aria-hidden />
        新建清单
      </Button>
      <ShoppingListNameDialog
        open={open}
        title="新建清单"
        onClose={() => setOpen(false)}
        give={(name) => shoppingListApi.add({ name })}
        done={show}
      />
    </div>
  )
}

function Lists({ lists }: { lists: readonly ShoppingList[] }) {
  const { id, view } = useSearch()
  const canViewOrders = usePermission('lookOrder').reason === undefined
  const suggested = view === SUGGESTED && canViewOrders
  const shown = suggested ? undefined : (lists.find((list) => list.id === id) ?? lists[0])
  const tabs: LinkTab[] = [
    ...lists.map((list) => ({ to: '/shopping_list' as const, search: { id: list.id }, label: list.name, current: list.id === shown?.id })),
    ...(canViewOrders ? [{ to: '/shopping_list' as const, search: { view: SUGGESTED }, label: '推荐', current: suggested }] : []),
  ]
  return (
    <>
      {(lists.length > 0 || suggested) && <LinkTabs label="常购清单" tabs={tabs} />}
      {suggested && <ShoppingListSuggestions />}
      {shown && <ShoppingListPanel key={shown.id} id={shown.id} />}
      {!suggested && !shown && <None canViewOrders={canViewOrders} />}
    </>
  )
}

function None({ canViewOrders }: { canViewOrders: boolean }) {
  return (
    <div className="panel">
      <EmptyState
        title="还没有常购清单"
        hint="把反复采购的商品存成清单，下次一键加入购物车。可以从商品详情、购物车、订单或批量下单加入。"
        action={
          canViewOrders ? (
            <ButtonLink to="/shopping_list" search={{ view: SUGGESTED }}>
              看看近一年常买的
            </ButtonLink>
          ) : (
            <ButtonLink to="/shop">去商城选购</ButtonLink>
          )
        }
      />
    </div>
  )
}
