import { Fuel, Truck } from 'lucide-react'
import { type Parcel, parcelTrackStates } from '#contract/orders/fulfilment/shapes.ts'
import type { OrderDetail } from '#contract/orders/orders/shapes.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { CopyableText } from '#storefront/platform/components/copyable.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { ParcelActions } from './parcel-actions.tsx'
import { ProofOfDelivery } from './proof-of-delivery.tsx'
import { ParcelTracking } from './tracking.tsx'

type Tracked = Pick<OrderDetail, 'orderNo' | 'state' | 'parcels'>

/** 物流信息: the shipped parcels, one card each. With `evenNone` it shows a text if there are none. */
export function ParcelCards({ order, evenNone = false }: { order: Tracked; evenNone?: boolean }) {
  const { parcels } = order
  if (parcels.length === 0) return evenNone ? <NoneYet state={order.state} /> : null
  return (
    <section aria-labelledby="parcels" className="flex flex-col gap-3">
      <h2 id="parcels" className="text-md md:text-lg">
        物流信息
        <span className="ml-2 text-sm font-normal text-mute">共 {formatCount(parcels.length)} 个包裹</span>
      </h2>
      {parcels.map((parcel) => (
        <Card key={parcel.parcelNo} order={order} parcel={parcel} />
      ))}
    </section>
  )
}

function NoneYet({ state }: Pick<Tracked, 'state'>) {
  const hint = state === 'CANCELLED' ? '订单已取消，不再发货' : '商品发出后，可在此查看快递单号和物流轨迹'
  return (
    <section aria-label="物流信息" className="panel">
      <EmptyState title="还没有发出的包裹" hint={hint} />
    </section>
  )
}

function Card({ order: { orderNo, state }, parcel }: { order: Tracked; parcel: Parcel }) {
  const name = { orderNo, parcelNo: parcel.parcelNo }
  return (
    <article aria-label={`包裹 ${parcel.parcelNo}`} className="panel p-4 md:p-5">
      <Head parcel={parcel} />
      <Contents lines={parcel.lines} />
      <ParcelActions name={name} parcel={parcel} open={state === 'PART_SENT' || state === 'SENT'} />
      <ParcelTracking parcel={parcel} />
      <ProofOfDelivery receipts={parcel.receipts} />
    </article>
  )
}

function Head({ parcel: { parcelNo, kind, carrier, trackingNo, tanker, sentAt, receivedAt, trackState } }: { parcel: Parcel }) {
  const Icon = kind === 'tanker' ? Fuel : Truck
  return (
    <header className="flex items-start gap-3">
      <Icon className="mt-0.5 size-6 shrink-0 text-jade" strokeWidth={1.6} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <b className="font-medium">包裹 {parcelNo}</b>
          <span className={`ml-auto text-sm md:order-last ${receivedAt ? 'text-jade' : 'text-mute'}`}>
            {receivedAt ? '已收货' : trackState ? parcelTrackStates[trackState].label : '已发出'}
          </span>
          <span className="flex w-full flex-wrap items-center gap-x-4 md:w-auto">
            <span>{carrier}</span>
            {trackingNo !== '' && <CopyableText text={trackingNo} what={`包裹 ${parcelNo} 的运单号`} />}
          </span>
        </p>
        {tanker && <TankerFacts tanker={tanker} />}
        <p className="mt-1 text-sm text-mute">
          <span className="num">{formatShanghaiTimeToMinute(sentAt)}</span> 发出
          {receivedAt && (
            <>
              ，<span className="num">{formatShanghaiTimeToMinute(receivedAt)}</span> 收货
            </>
          )}
        </p>
      </div>
    </header>
  )
}

/** 自有罐车: the driver, the vehicle, and the weights. */
function TankerFacts({ tanker: { driver, driverMobile, plate, weighNoteNo, netKg, litres } }: { tanker: NonNullable<Parcel['tanker']> }) {
  const facts = [
    ['车牌号', plate],
    ['司机', driver],
    ['联系电话', driverMobile],
    ['磅单号', weighNoteNo],
    ['净重', `${formatCount(netKg)} 千克`],
    ['升数', `${formatCount(litres)} 升`],
  ] as const
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 rounded-control bg-paper px-3 py-2 text-sm md:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-2">
          <dt className="w-16 shrink-0 text-mute md:w-auto">{name}</dt>
          <dd className="num min-w-0 break-words">
            {name === '联系电话' ? (
              <a href={`tel:${value}`} className="finger text-jade hover:underline">
                {value}
              </a>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Contents = ({ lines }: Pick<Parcel, 'lines'>) => (
  <ul className="mt-3 border-t border-line-soft pt-3 text-sm">
    {lines.map(({ lineNo, goodsName, skuProps, quantity, unit }) => (
      <li key={lineNo} className="flex justify-between gap-4">
        <span className="min-w-0 break-words">
          {goodsName} <span className="text-mute">{formatSkuProps(skuProps)}</span>
        </span>
        <span className="num shrink-0">
          × {formatCount(quantity)} {unit}
        </span>
      </li>
    ))}
  </ul>
)
