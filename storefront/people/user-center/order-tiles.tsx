import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { Card } from '#storefront/platform/components/card.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useOrderCountsIfPermitted } from './centre-api.ts'
import { listUserCenterOrderTiles } from './centre-view.ts'

/** 我的订单: the number of orders in each state, with links to the lists. */
export function OrderCountTiles() {
  const counts = useOrderCountsIfPermitted()
  return (
    <Card title="我的订单" more={{ label: '全部订单', to: '/my_order' }} blocked={usePermission('lookOrder', 'own').reason}>
      <QueryContent from={counts} skeleton={<Skeleton className="h-16" />}>
        {(list) => <Tiles tiles={listUserCenterOrderTiles(list)} />}
      </QueryContent>
    </Card>
  )
}

function Tiles({ tiles }: { tiles: ReturnType<typeof listUserCenterOrderTiles> }) {
  return (
    <ul className={`grid md:auto-cols-fr md:grid-flow-col ${tiles.length > 5 ? 'grid-cols-3' : 'auto-cols-fr grid-flow-col'}`}>
      {tiles.map(({ state, count }) => (
        <li key={state}>
          <Link to="/my_order" search={{ state }} className="grid justify-items-center gap-1 rounded-control py-2 hover:bg-paper">
            <span className={`num text-2xl leading-8 ${count === 0 ? 'text-mute' : 'font-semibold'}`}>{count}</span>
            <span className="text-sm text-mute">{orderLifecycle.states[state].label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
