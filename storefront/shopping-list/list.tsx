import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { StandingLine } from '../../contract/standing/api.ts'
import { useAddMany } from '../cart/use-add-many.tsx'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { ExportButtons } from '../parts/export-buttons.tsx'
import { Price } from '../parts/price-plate.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Tick } from '../parts/tick.tsx'
import { WaitingRows } from '../parts/waiting.tsx'
import { useLack } from '../session/use-lack.ts'
import { listQuery } from '../standing/standing-api.ts'
import { saveList } from './list-file.ts'
import { Line } from './list-line.tsx'
import { faultOf, moved, namedLine, totalsOf } from './list-view.ts'
import { NameDialog } from './name-dialog.tsx'
import { type ListActs, useList } from './use-list.ts'

/** One list: its lines, and what is done with them. */
export function List({ id }: { id: string }) {
  const list = useQuery(listQuery(id))
  return (
    <Loaded from={list} skeleton={<Waiting />}>
      {({ name, lines }) => <Shown id={id} name={name} lines={lines} />}
    </Loaded>
  )
}

const Waiting = () => (
  <div className="pt-7.5">
    <WaitingRows rows={3} row="h-60 lg:h-21" />
  </div>
)

function Shown({ id, name, lines }: { id: string; name: string; lines: readonly StandingLine[] }) {
  const acts = useList(id)
  const lack = useLack('addCart')
  // What cannot be had begins unticked; whoever ticks it is told why it stays out.
  const [unticked, setUnticked] = useState(() => new Set(lines.filter((line) => faultOf(line) !== undefined).map(({ sku }) => sku.skuId)))
  const chosen = lines.filter(({ sku }) => !unticked.has(sku.skuId))
  const tick = (skuIds: readonly string[], ticked: boolean) =>
    setUnticked((was) => new Set([...[...was].filter((one) => !skuIds.includes(one)), ...(ticked ? [] : skuIds)]))
  const ids = lines.map(({ sku }) => sku.skuId)
  return (
    <>
      <Head name={name} lines={lines} acts={acts} lack={lack} />
      {lines.length === 0 ? (
        <div className="panel">
          <Empty
            title="清单里还没有商品"
            hint="在商品详情、购物车、订单或批量下单里点「加入常购清单」。"
            action={<ButtonLink to="/shop">去商城选购</ButtonLink>}
          />
        </div>
      ) : (
        <>
          <ul className="panel divide-y divide-line-soft">
            {lines.map((line) => (
              <Line
                key={line.sku.skuId}
                line={line}
                ticked={!unticked.has(line.sku.skuId)}
                locked={lack !== undefined}
                acts={acts}
                onTick={(ticked) => tick([line.sku.skuId], ticked)}
                onMove={(by) => acts.arrange.mutate(moved(ids, line.sku.skuId, by))}
              />
            ))}
          </ul>
          <Bar lines={lines} chosen={chosen} lack={lack} onAll={(ticked) => tick(ids, ticked)} />
        </>
      )}
    </>
  )
}

function Head({ name, lines, acts, lack }: { name: string; lines: readonly StandingLine[]; acts: ListActs; lack: string | undefined }) {
  const [asking, setAsking] = useState<'name' | 'drop'>()
  const navigate = useNavigate()
  const close = () => setAsking(undefined)
  const act = 'text-sm disabled:bg-transparent'
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-5 gap-y-1">
      <p className="mr-auto text-sm text-mute">
        共 <span className="num text-ink">{lines.length}</span> 种
      </p>
      <ExportButtons ask={(format) => saveList(name, lines, format)} total={lines.length} />
      {lack === undefined && (
        <>
          <Button look="plain" className={act} onClick={() => setAsking('name')}>
            改名
          </Button>
          <Button look="plain" className={act} onClick={() => setAsking('drop')}>
            删除清单
          </Button>
        </>
      )}
      <NameDialog
        open={asking === 'name'}
        title="修改清单名称"
        name={name}
        busy={acts.rename.isPending}
        onClose={close}
        onName={(next) => acts.rename.mutate(next, { onSuccess: close })}
      />
      <Confirm
        open={asking === 'drop'}
        onClose={close}
        title="提示"
        text={`确定删除清单「${name}」吗？已下的订单不受影响。`}
        confirm="删除"
        busy={acts.drop.isPending}
        onConfirm={() => acts.drop.mutate(undefined, { onSuccess: () => void navigate({ to: '/shopping_list', replace: true }) })}
      />
    </div>
  )
}

interface BarProps {
  lines: readonly StandingLine[]
  chosen: readonly StandingLine[]
  lack: string | undefined
  onAll: (ticked: boolean) => void
}

/** At the foot of the window: what is chosen comes to this much, and into the cart. */
function Bar({ lines, chosen, lack, onAll }: BarProps) {
  const many = useAddMany()
  const { sale, credit } = totalsOf(chosen)
  const ticked = chosen.length === 0 ? 'none' : chosen.length === lines.length ? 'all' : 'some'
  return (
    <section
      aria-label="加入购物车"
      className="sticky bottom-14 z-20 mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-panel border border-line bg-white px-3 py-2.5 shadow-[0_-4px_16px_rgb(19_32_30/0.06)] md:bottom-0 md:rounded-b-none md:px-5 md:py-3"
    >
      <Tick label="全选" value={ticked} onChange={onAll}>
        <span className="text-sm">全选</span>
      </Tick>
      <p className="text-sm text-mute" aria-live="polite">
        已选 <b className="num text-ink">{chosen.length}</b> 种
      </p>
      <dl className="ml-auto flex flex-wrap items-baseline gap-x-3">
        <dt className="text-xs text-copper">现金合计</dt>
        <dd>
          <Price amount={sale} kind="sale" />
        </dd>
        <dt className="text-xs text-steel">赊销合计</dt>
        <dd>{credit === null ? <span className="text-xs text-mute">含仅限现金价商品</span> : <Price amount={credit} kind="credit" />}</dd>
      </dl>
      <Button
        look="call"
        size="lg"
        className="w-full md:w-auto"
        busy={many.busy}
        disabled={chosen.length === 0 || lack !== undefined}
        title={lack}
        onClick={() => many.add(chosen.map(namedLine))}
      >
        加入购物车
      </Button>
      {lack && <p className="w-full text-right text-xs text-danger">{lack}</p>}
      {many.dialog}
    </section>
  )
}
