import { Button } from 'antd'
import { useId } from 'react'
import { CopyButton } from '#console/platform/components/copy-button.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, ErrorState, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type BatchUnits, formatBatch } from '#contract/catalog/inventory/batches.ts'
import { consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
import { consoleFulfilmentEndpoints } from '#contract/orders/fulfilment/api.ts'
import { type ConsoleParcel, PARCEL_PICTURES_MAX, type Parcel, parcelTrackStates } from '#contract/orders/fulfilment/shapes.ts'
import { formatGramsAsKg } from '#contract/orders/fulfilment/weight.ts'
import type { ConsoleOrderDetail } from '#contract/orders/orders/shapes.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { useAuthenticatedPicture } from '#ui/use-picture.ts'
import { AddTrackingStepDrawer, CorrectParcelTransportDrawer } from './parcel-drawers.tsx'
import { fulfilmentApi, type ParcelRef, useParcelActions } from './parcels-api.ts'
import './parcels.css'

/** The parcels of an order: the contents, the transport and the tracking of each. */
export function OrderParcels({ order: { enterpriseId, orderNo, parcels } }: { order: ConsoleOrderDetail }) {
  return (
    <Panel title={parcels.length === 0 ? '包裹' : `包裹 ${parcels.length} 个`}>
      {parcels.length === 0 ? (
        <EmptyState title="还没有发出包裹" />
      ) : (
        <ol className="parcels">
          {parcels.map((parcel) => (
            <OneParcel key={parcel.parcelNo} name={{ enterpriseId, orderNo, parcelNo: parcel.parcelNo }} parcel={parcel} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

interface Props {
  name: ParcelRef
  parcel: ConsoleParcel
}

function OneParcel({ name, parcel }: Props) {
  const { parcelNo, lines, receipts } = parcel
  return (
    <li aria-label={`包裹 ${parcelNo}`}>
      <Head parcel={parcel} />
      <ul>
        {lines.map(({ lineNo, goodsName, skuProps, unit, quantity, batches }) => (
          <li key={lineNo}>
            <span>
              {goodsName} <small className="mute">{formatSkuProps(skuProps)}</small>
              <BatchesOfLine batches={batches} />
            </span>
            <span className="num">
              {formatCount(quantity)} {unit}
            </span>
          </li>
        ))}
      </ul>
      <Weight parcel={parcel} />
      <Actions name={name} parcel={parcel} />
      <Track name={name} parcel={parcel} />
      {receipts.length > 0 && (
        <div className="parcel-receipts">
          {receipts.map((fileId, at) => (
            <Receipt key={fileId} name={name} fileId={fileId} label={`签收单 ${at + 1}`} />
          ))}
        </div>
      )}
    </li>
  )
}

/** Which batches left with a line, each with the way to where else it went. */
function BatchesOfLine({ batches }: { batches: readonly BatchUnits[] }) {
  const mayRead = usePermission(consoleBatchEndpoints.detail).allowed
  return batches.map((batch) => {
    const text = `批次 ${formatBatch(batch)} ${formatCount(batch.units)} 件`
    return (
      <small key={batch.batchId} className="parcel-batch">
        {mayRead ? (
          <OpenInNewTabLink to="/batch" search={{ batchId: batch.batchId }}>
            {text}
          </OpenInNewTabLink>
        ) : (
          text
        )}
      </small>
    )
  })
}

function Head({ parcel: { parcelNo, carrier, trackingNo, tanker, sentAt, receivedAt, trackState } }: { parcel: Parcel }) {
  return (
    <>
      <header>
        <b>包裹 {parcelNo}</b>
        <span>
          {carrier} <span className="num">{tanker ? tanker.plate : trackingNo}</span>
          {trackingNo !== '' && <CopyButton text={trackingNo} label={`复制运单号 ${trackingNo}`} />}
        </span>
        {receivedAt ? <Tag tone="good">已收货</Tag> : trackState && <Tag tone="way">{parcelTrackStates[trackState].label}</Tag>}
        <time className="num mute">{formatShanghaiTimeToMinute(sentAt)}</time>
      </header>
      {tanker && (
        <p className="mute">
          司机 {tanker.driver} <span className="num">{tanker.driverMobile}</span>，磅单 <span className="num">{tanker.weighNoteNo}</span>
          ，净重 <span className="num">{formatCount(tanker.netKg)}</span> 千克，<span className="num">{formatCount(tanker.litres)}</span> 升
        </p>
      )}
    </>
  )
}

/** What it weighed before it left, and who has sent it although its goods weigh something else. */
function Weight({ parcel: { weight } }: { parcel: ConsoleParcel }) {
  if (weight === null) return null
  const { grams, expectedGrams, confirmedBy } = weight
  return (
    <p className="mute">
      实重 <span className="num">{formatGramsAsKg(grams)}</span>
      {expectedGrams === null ? (
        '，有商品没有重量资料，未复核'
      ) : (
        <>
          ，应重 <span className="num">{formatGramsAsKg(expectedGrams)}</span>
        </>
      )}
      {confirmedBy !== null && <b>，{confirmedBy} 核对后仍然发出</b>}
    </p>
  )
}

function Actions({ name, parcel }: Props) {
  const { note, ask, attach } = useParcelActions(name)
  const [correcting, tracking] = [useDrawer<true>(), useDrawer<true>()]
  const [mayCorrect, mayType] = [
    usePermission(consoleFulfilmentEndpoints.correctParcel).allowed,
    usePermission(consoleFulfilmentEndpoints.addTrack).allowed,
  ]
  return (
    <div className="parcel-actions">
      <Button size="small" loading={note.isPending} onClick={() => note.mutate()}>
        送货单
      </Button>
      {mayType && (
        <Button size="small" onClick={() => tracking.show(true)}>
          录入轨迹
        </Button>
      )}
      {parcel.asks && (
        <Button size="small" loading={ask.isPending} onClick={() => ask.mutate()}>
          查询物流
        </Button>
      )}
      {mayCorrect && parcel.receivedAt === null && (
        <Button size="small" onClick={() => correcting.show(true)}>
          更正承运信息
        </Button>
      )}
      {mayType && parcel.receipts.length < PARCEL_PICTURES_MAX && <Attach busy={attach.isPending} take={attach.mutate} />}
      {correcting.subject && <CorrectParcelTransportDrawer name={name} parcel={parcel} open={correcting.open} close={correcting.close} />}
      {tracking.subject && <AddTrackingStepDrawer name={name} parcel={parcel} open={tracking.open} close={tracking.close} />}
    </div>
  )
}

function Attach({ busy, take }: { busy: boolean; take: (file: File) => void }) {
  const id = useId()
  return (
    <label htmlFor={id} className="button-link parcel-attach">
      {busy ? '上传中' : '上传签收单'}
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        disabled={busy}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) take(file)
          target.value = ''
        }}
      />
    </label>
  )
}

/** The tracking of a parcel, the latest step first. Steps that staff typed can be deleted. */
function Track({ name, parcel: { track } }: Props) {
  const { untype } = useParcelActions(name)
  const confirm = useConfirm()
  const mayType = usePermission(consoleFulfilmentEndpoints.removeTrack).allowed
  if (track.length === 0) return null
  return (
    <ol className="parcel-track">
      {track.map(({ id, at, place, text, source }) => (
        <li key={id}>
          <time className="num mute">{formatShanghaiTimeToMinute(at)}</time>
          <span>
            {place !== '' && <b>{place} </b>}
            {text}
          </span>
          {source === 'staff' && mayType && (
            <Button
              size="small"
              type="text"
              onClick={() =>
                confirm({ title: '删除这条物流轨迹？', content: text, okText: '删除', grave: true, run: () => untype.mutateAsync(id) })
              }
            >
              删除
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

function Receipt({ name, fileId, label }: { name: ParcelRef; fileId: string; label: string }) {
  const picture = useAuthenticatedPicture(fileId, (options) => fulfilmentApi.receipt({ ...name, fileId }, options))
  if (picture.state === 'failed') return <ErrorState error={picture.error} retry={picture.again} />
  if (picture.state !== 'shown') return <SkeletonBars count={2} height={36} />
  return (
    <a href={picture.url} target="_blank" rel="noreferrer" aria-label={`在新窗口查看${label}`}>
      <img src={picture.url} alt={label} />
    </a>
  )
}
