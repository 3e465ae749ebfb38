import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { goodsApi } from '#console/catalog/goods-editing/goods-api.ts'
import { EnterpriseSelect } from '#console/people/enterprises/company-select.tsx'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { GoodsDraftPreview } from './goods-as-shown.tsx'

type Viewer = 'guest' | '1' | '2' | '3' | '4' | 'company'
const viewers: { value: Viewer; label: string }[] = [
  { value: 'guest', label: '游客' },
  { value: '1', label: memberLevels[1] },
  { value: '2', label: memberLevels[2] },
  { value: '3', label: memberLevels[3] },
  { value: '4', label: memberLevels[4] },
  { value: 'company', label: '某家企业' },
]
const levels = { '1': 1, '2': 2, '3': 3, '4': 4 } as const

/** The draft as a given viewer would see it, at the viewer's prices. */
export function PreviewGoodsDraftDrawer({ goodsId, open, close }: { goodsId: string; open: boolean; close: () => void }) {
  const [viewer, setViewer] = useState<Viewer>('guest')
  const [enterpriseId, setEnterprise] = useState<string>()
  const as =
    viewer === 'guest' ? {} : viewer === 'company' ? (enterpriseId === undefined ? {} : { enterpriseId }) : { level: levels[viewer] }
  const preview = useQuery({
    queryKey: ['consoleGoods', 'preview', goodsId, as],
    queryFn: () => goodsApi.preview({ goodsId, ...as }),
    enabled: open,
    staleTime: 0,
  })
  return (
    <SideDrawer title="预览草稿" open={open} close={close} size={760}>
      <div className="goods-viewers">
        <Select
          aria-label="以谁的身份"
          value={viewer}
          options={viewers}
          getPopupContainer={getParentOverlayContainer}
          onChange={setViewer}
        />
        {viewer === 'company' && (
          <EnterpriseSelect label="企业" {...(enterpriseId === undefined ? {} : { value: enterpriseId })} onChange={setEnterprise} />
        )}
      </div>
      <QueryContent from={preview} waiting={<SkeletonBars count={10} />}>
        {(goods) => <GoodsDraftPreview goods={goods} />}
      </QueryContent>
    </SideDrawer>
  )
}
