import { Segmented } from 'antd'
import { useState } from 'react'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, ErrorState, SkeletonBars } from '#console/platform/components/states.tsx'
import type { ConsoleAfterSale } from '#contract/orders/after-sales/shapes.ts'
import { useAuthenticatedPicture } from '#ui/use-picture.ts'
import { afterSaleApi } from './after-sales-api.ts'

/** The buyer's pictures, one at a time. */
export function AfterSalePictures({ opened: { enterpriseId, id, pictures } }: { opened: ConsoleAfterSale }) {
  const [chosen, setChosen] = useState(pictures[0])
  return (
    <Panel title={`图片 ${pictures.length} 张`}>
      {chosen === undefined ? (
        <EmptyState title="买家没有上传图片" />
      ) : (
        <>
          {pictures.length > 1 && (
            <Segmented
              block
              value={chosen}
              onChange={setChosen}
              options={pictures.map((value, at) => ({ label: `图片 ${at + 1}`, value }))}
            />
          )}
          <Picture key={chosen} ids={{ enterpriseId, id, fileId: chosen }} label={`图片 ${pictures.indexOf(chosen) + 1}`} />
        </>
      )}
    </Panel>
  )
}

function Picture({ ids, label }: { ids: { enterpriseId: string; id: string; fileId: string }; label: string }) {
  const picture = useAuthenticatedPicture(ids.fileId, (options) => afterSaleApi.picture(ids, options))
  if (picture.state === 'failed') return <ErrorState error={picture.error} retry={picture.again} />
  if (picture.state !== 'shown') return <SkeletonBars count={6} height={36} />
  return (
    <a href={picture.url} target="_blank" rel="noreferrer" aria-label={`在新窗口查看${label}`} className="after-sale-picture">
      <img src={picture.url} alt={`买家上传的${label}`} />
    </a>
  )
}
