import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { DayInput } from '#console/platform/components/day/day-input.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { schemaError } from '#console/platform/components/forms/rule.ts'
import { Panel } from '#console/platform/components/panel.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import type { HomePreviewViewer } from '#contract/operations/home/console-api.ts'
import { homeSectionMemberLevels } from '#contract/operations/home/sections.ts'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { Day } from '#contract/platform/core/fields.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { homePreviewQuery } from './home-api.ts'

const viewers: { value: HomePreviewViewer; label: string }[] = [
  { value: 'guest', label: '游客' },
  ...homeSectionMemberLevels.map((level) => ({ value: `${level}` as const, label: memberLevels[level] })),
]

/** A link to the home page as a given viewer sees it on a day. */
export function HomePreviewPanel() {
  const today = toShanghaiDay(useNow())
  const [day, setDay] = useState(today)
  const [viewer, setViewer] = useState<HomePreviewViewer>('guest')
  const [dayId, viewerId] = [useId(), useId()]
  const fault = schemaError(Day, day)
  const link = useQuery({ ...homePreviewQuery(day, viewer), enabled: fault === undefined })
  return (
    <Panel title="预览" className="home-preview">
      <div className="home-preview-fields">
        <label htmlFor={dayId}>日期</label>
        <DayInput id={dayId} value={day} onChange={setDay} aria-invalid={fault !== undefined} />
        <label htmlFor={viewerId}>身份</label>
        <Select
          id={viewerId}
          className="home-preview-viewer"
          value={viewer}
          options={viewers}
          getPopupContainer={getOverlayContainer}
          onChange={setViewer}
        />
        <Button
          icon={<ExternalLink size={14} aria-hidden />}
          loading={link.isFetching}
          {...(link.data && fault === undefined ? { href: `/#${link.data.path}`, target: '_blank', rel: 'noopener' } : { disabled: true })}
        >
          打开预览
        </Button>
      </div>
      <p className="drawer-note">{fault ?? link.error?.message ?? '链接一小时内有效，显示已保存的版块和公开价格。'}</p>
    </Panel>
  )
}
