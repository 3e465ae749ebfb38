import { useQuery } from '@tanstack/react-query'
import { PageHead } from '../kit/panel.tsx'
import { Loaded, WaitingPage } from '../kit/states.tsx'
import { settingApi } from './settings-api.ts'
import { BankSettings, CreditSettings, LevelSettings, SiteSettings } from './settings-forms.tsx'
import './settings.css'

/** What the platform may change without a new version of the mall. */
export function Page() {
  const settings = useQuery({ queryKey: ['setting'], queryFn: () => settingApi.read({}) })
  return (
    <>
      <PageHead title="设置" note="每次保存都记入审计。" />
      <Loaded from={settings} waiting={<WaitingPage />}>
        {({ site, credit, bank, levels }) => (
          <div className="settings">
            <div className="settings-side">
              <SiteSettings {...site} />
              <BankSettings {...bank} />
            </div>
            <div className="settings-side">
              <CreditSettings {...credit} />
              <LevelSettings {...levels} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}
