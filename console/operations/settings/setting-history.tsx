import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { SensitiveChangeFieldDiffs } from '#console/people/sensitive-changes/change-parts.tsx'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import type { SettingGroup } from '#contract/operations/settings/console-api.ts'
import { settingGroupTitles } from '#contract/operations/settings/setting-fields.ts'
import { settingApi } from './settings-api.ts'

/** Opens the past changes of a group of settings: who, when, the old and the new values. */
export function SettingHistoryButton({ group }: { group: SettingGroup }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-label={`${settingGroupTitles[group]}的修改记录`} onClick={() => setOpen(true)}>
        修改记录
      </Button>
      {open && <HistoryDrawer group={group} close={() => setOpen(false)} />}
    </>
  )
}

const EMPTY = '（空）'

function HistoryDrawer({ group, close }: { group: SettingGroup; close: () => void }) {
  const history = useQuery({ queryKey: ['setting', 'history', group], queryFn: () => settingApi.history({ group }) })
  return (
    <SideDrawer title={`${settingGroupTitles[group]} · 修改记录`} open close={close} size={560}>
      <QueryContent from={history} waiting={<SkeletonBars count={8} />}>
        {(versions) =>
          versions.length === 0 ? (
            <EmptyState title="还没有修改过" next="每次保存记录一次，连同原值" />
          ) : (
            <ol className="setting-versions">
              {versions.map(({ no, savedAt, savedBy, changes }) => (
                <li key={no}>
                  <div className="setting-version-head">
                    <strong>第 {no} 次</strong>
                    <AuthorAndTime name={savedBy ?? '系统'} at={savedAt} />
                  </div>
                  {changes.length === 0 ? (
                    <p className="mute">内容没有变化</p>
                  ) : (
                    <SensitiveChangeFieldDiffs
                      changes={changes.map(({ from, to, ...rest }) => ({ ...rest, from: from === '' ? EMPTY : from, to: to || EMPTY }))}
                    />
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </QueryContent>
    </SideDrawer>
  )
}
