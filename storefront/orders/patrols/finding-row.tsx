import { type PatrolFinding, patrolFindingSeverities, patrolFindingStates } from '#contract/orders/patrols/patrol-api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { useEnterprisePicture } from '#storefront/platform/components/use-own-picture.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { patrolApi } from './patrol-api.ts'

interface Props {
  patrolId: string
  finding: PatrolFinding
  /** The member may only look. */
  locked: boolean
  busy: boolean
  onCart: () => void
}

const severityTones = { MINOR: 'bg-line-soft text-mute', MAJOR: 'bg-copper-tint text-gold', URGENT: 'bg-danger-tint text-danger' } as const
const stateTones = { OPEN: 'text-danger', ORDERED: 'text-jade', CLOSED: 'text-mute' } as const

/** One finding: its description, severity, equipment, the goods for the repair, and their state. */
export function FindingRow({ patrolId, finding, locked, busy, onCart }: Props) {
  const { id, text, severity, state, fileId, equipmentId, equipmentName, sku, goodsNum, inCart, orderNo } = finding
  const close = useApiMutation((closed: boolean) => patrolApi.setClosed({ findingId: id, closed }), {
    onSuccess: () => emitClientEvent('projectPatrolChanged', { id: patrolId }),
  })
  const cart = inCart ? '已在购物车' : '加入购物车'
  return (
    <li className="flex flex-col gap-3 px-4 py-4 md:flex-row md:gap-5 md:px-5">
      {fileId !== null && <Photo fileId={fileId} text={text} />}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className={`rounded-[3px] px-1.5 text-xs leading-5 ${severityTones[severity]}`}>{patrolFindingSeverities[severity]}</span>
          <span className={stateTones[state]}>{patrolFindingStates[state]}</span>
          {equipmentName !== null && (
            <Link to="/equipment" search={{ id: equipmentId ?? '' }} className="finger text-jade hover:underline">
              {equipmentName}
            </Link>
          )}
        </p>
        <p className={`mt-1 break-words whitespace-pre-wrap ${state === 'CLOSED' ? 'text-mute' : ''}`}>{text}</p>
        {sku !== null && (
          <div className="mt-2">
            <GoodsLine goods={sku} size="sm" dim={!sku.onShelf}>
              <p className="mt-0.5 text-sm">
                需要 <span className="num">{goodsNum}</span> {sku.unit}
                {!sku.onShelf && <span className="ml-2 text-danger">已下架</span>}
                {sku.onShelf && sku.shopPaused && <span className="ml-2 text-danger">店铺暂停营业</span>}
                {sku.onShelf && !sku.shopPaused && sku.stock < (goodsNum ?? 0) && <span className="ml-2 text-danger">库存不足</span>}
              </p>
            </GoodsLine>
          </div>
        )}
        {orderNo !== null && (
          <p className="mt-2 text-sm text-mute">
            订单 <OrderLinkIfPermitted orderNo={orderNo} />
          </p>
        )}
      </div>
      {!locked && (
        <div className="flex shrink-0 gap-2 md:w-24 md:flex-col">
          {state === 'OPEN' && sku !== null && (
            <Button look={inCart ? 'line' : 'call'} size="sm" disabled={busy || inCart} aria-label={`${text} ${cart}`} onClick={onCart}>
              {cart}
            </Button>
          )}
          <Button
            look="line"
            size="sm"
            busy={close.isPending}
            aria-label={`${state === 'CLOSED' ? '重新打开' : '关闭'} ${text}`}
            onClick={() => close.mutate(state !== 'CLOSED')}
          >
            {state === 'CLOSED' ? '重新打开' : '关闭'}
          </Button>
        </div>
      )}
    </li>
  )
}

function Photo({ fileId, text }: { fileId: string; text: string }) {
  const picture = useEnterprisePicture(fileId)
  return (
    <div className="aspect-[8/5] w-full shrink-0 overflow-hidden rounded-control bg-paper md:w-40">
      {picture.state === 'shown' ? (
        <img src={picture.url} alt={`${text} 的照片`} className="size-full object-cover" />
      ) : picture.state === 'failed' ? (
        <button type="button" onClick={picture.again} className="grid size-full place-items-center text-sm text-jade hover:underline">
          图片未能显示，重试
        </button>
      ) : (
        <div role="status" aria-label="加载中" className="skeleton size-full" />
      )}
    </div>
  )
}
