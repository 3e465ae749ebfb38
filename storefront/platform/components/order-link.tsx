import { Link } from '#storefront/platform/routing/link.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'

/** An order number, as a link for members who may see orders. */
export function OrderLinkIfPermitted({ orderNo }: { orderNo: string }) {
  const canViewOrders = usePermission('lookOrder').allowed
  if (!canViewOrders) return <span className="num">{orderNo}</span>
  return (
    <Link to="/my_order_detail" search={{ orderNo }} className="num finger text-jade hover:underline">
      {orderNo}
    </Link>
  )
}
