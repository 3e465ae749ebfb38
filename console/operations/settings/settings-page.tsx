import { useQuery } from '@tanstack/react-query'
import { PendingChanges } from '#console/people/sensitive-changes/pending-changes.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { LoadingPage, QueryContent } from '#console/platform/components/states.tsx'
import { BankSettings, PartySettings, SiteSettings } from './company-settings.tsx'
import { PriceSettings } from './price-settings.tsx'
import { settingApi } from './settings-api.ts'
import { CreditSettings, LevelSettings } from './settings-forms.tsx'
import './settings.css'

/** The settings that staff can change without a new version of the program. */
export function Page() {
  const settings = useQuery({ queryKey: ['setting'], queryFn: () => settingApi.read({}) })
  return (
    <>
      <PageHead title="设置" note="每次保存都连同原值记入审计。" />
      <PendingChanges area="setting" />
      <QueryContent from={settings} waiting={<LoadingPage />}>
        {({ site, party, credit, bank, levels, prices }) => (
          <div className="settings">
            <div className="settings-side">
              <SiteSettings {...site} />
              <PartySettings {...party} />
              <BankSettings {...bank} />
            </div>
            <div className="settings-side">
              <CreditSettings {...credit} />
              <LevelSettings {...levels} />
              <PriceSettings {...prices} />
            </div>
          </div>
        )}
      </QueryContent>
    </>
  )
}
