import { Link } from '@tanstack/react-router'
import { type Column, customColumn } from '#console/platform/components/list/columns.tsx'

interface ParcelOfOrder {
  enterpriseId: string
  orderNo: string
  parcelNo: number
}

/** The link to an order, with the number of its parcel below. `width`: pixels. */
export const orderAndParcelColumn = <Row extends ParcelOfOrder>(width: number): Column<Row> =>
  customColumn({
    title: '订单号',
    width,
    value: ({ enterpriseId, orderNo, parcelNo }) => (
      <div className="two-lines">
        <Link to="/order" search={{ enterpriseId, orderNo }} className="num">
          {orderNo}
        </Link>
        <small>包裹 {parcelNo}</small>
      </div>
    ),
  })
