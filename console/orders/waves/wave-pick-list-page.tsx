import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { Code128Barcode } from '#console/orders/picking/barcode.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { useCurrentStaff } from '#console/platform/sessions/use-staff.ts'
import { formatBatch } from '#contract/catalog/inventory/batches.ts'
import type { Wave, WavePickRow } from '#contract/orders/waves/shapes.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { mallProfile } from '#ui/mall.ts'
import '#console/orders/picking/pick-list.css'
import { wavePickListQuery } from './waves-api.ts'
import './waves.css'

const TITLE = '波次拣货单'

function PickList({ id }: { id: string }) {
  const found = useQuery(wavePickListQuery(id))
  return (
    <QueryPage title={TITLE} from={found}>
      {({ wave, rows }) => (
        <>
          <div className="no-print">
            <PageHead
              title={TITLE}
              note="全部待发订单的商品合并，按货位排序；“分拣”写明每个格位的数量"
              actions={
                <Button type="primary" icon={<Printer size={15} aria-hidden />} onClick={() => window.print()}>
                  打印
                </Button>
              }
            />
          </div>
          <Sheet wave={wave} rows={rows} />
        </>
      )}
    </QueryPage>
  )
}

function Sheet({ wave: { waveNo, carrier, about, warehouseName }, rows }: { wave: Wave; rows: readonly WavePickRow[] }) {
  const person = useCurrentStaff()
  const printed = formatShanghaiTimeToMinute(useNow())
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the paper is wider than the screen and has to be pushed by keys too
    <article className="sheet" aria-label={TITLE} tabIndex={0}>
      <header>
        <div>
          <h2>{TITLE}</h2>
          <p>
            {mallProfile.name} · {warehouseName} · {about}
            {carrier !== '' && ` · ${carrier}`}
          </p>
        </div>
        <div className="sheet-no">
          <Code128Barcode digits={waveNo} />
          <p className="num">{waveNo}</p>
        </div>
      </header>
      {rows.length === 0 ? <p className="sheet-none">这个波次没有待发的商品。</p> : <Rows rows={rows} />}
      <footer>
        <span>拣货人</span>
        <span>复核人</span>
        <span>件数</span>
        <span>日期</span>
      </footer>
      <p className="sheet-foot">
        {person?.name} 打印于 <span className="num">{printed}</span>
      </p>
    </article>
  )
}

const formatPlaces = (places: WavePickRow['places']): string => places.map(({ place, units }) => `${place}#×${units}`).join(' ')

const Rows = ({ rows }: { rows: readonly WavePickRow[] }) => (
  <table className="wave-sheet">
    <thead>
      <tr>
        <th className="wave-bin">货位</th>
        <th>编码</th>
        <th>商品与规格</th>
        <th className="sheet-units">应拣</th>
        <th className="sheet-units">单位</th>
        <th>分拣（格位×数量）</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.skuId}>
          <td className="wave-bin num">{row.bin || '未登记'}</td>
          <td className="num sheet-code">{row.skuCode}</td>
          <td>
            {row.goodsName}
            <small>{formatSkuProps(row.skuProps)}</small>
            {row.batches.map((batch) => (
              <small key={batch.batchId} className="num">
                取批次 {formatBatch(batch)} × {formatCount(batch.units)}
              </small>
            ))}
          </td>
          <td className="sheet-units num sheet-pick">{formatCount(row.units)}</td>
          <td className="sheet-units">{row.unit}</td>
          <td className="num wave-places">{formatPlaces(row.places)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <td colSpan={3}>合计 {rows.length} 种</td>
        <td className="sheet-units num sheet-pick">{formatCount(rows.reduce((sum, { units }) => sum + units, 0))}</td>
        <td colSpan={2} />
      </tr>
    </tfoot>
  </table>
)

/** The merged pick list of a wave on A4, in the order of bins. */
export const Page = createRecordPage({ title: TITLE, by: ['id'], what: '波次', choose: <Link to="/waves">到波次列表选择</Link> }, PickList)
