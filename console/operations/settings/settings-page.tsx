import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PendingSensitiveChanges } from '#console/people/sensitive-changes/pending-changes.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { LoadingPage, QueryContent } from '#console/platform/components/states.tsx'
import { AcceptanceSettingsForm } from './acceptance-settings.tsx'
import { ContractPartySettingsForm, MallProfileSettingsForm } from './company-settings.tsx'
import { BankTransferSettingsForm } from './own-accounts/bank-settings.tsx'
import {
  AutomaticReceiptSettingsForm,
  EndingBatchSettingsForm,
  OrderProposalSettingsForm,
  PriceConfirmationSettingsForm,
  ReadingSettingsForm,
  WeighingSettingsForm,
} from './plain-settings.tsx'
import { ProvisionSettingsForm } from './provision-settings.tsx'
import { PurchaseMatchSettingsForm } from './purchase-match-settings.tsx'
import { settingApi } from './settings-api.ts'
import { CollectionSettingsForm, CreditSettingsForm, LevelSettingsForm } from './settings-forms.tsx'
import './settings.css'

/** The settings that staff can change without a new version of the program. */
export function Page() {
  const settings = useQuery({ queryKey: ['setting'], queryFn: () => settingApi.read({}) })
  return (
    <>
      <PageHead title="设置" note="每次保存都连同原值记入审计。" />
      <PendingSensitiveChanges area="setting" />
      <QueryContent from={settings} waiting={<LoadingPage />}>
        {({
          site,
          party,
          credit,
          provision,
          acceptance,
          purchaseMatch,
          bank,
          collection,
          levels,
          prices,
          receipt,
          orderProposal,
          batches,
          weighing,
          reading,
          readingServices,
          usedAccounts,
        }) => (
          <div className="settings">
            <ScrollToGroup />
            <div className="settings-side">
              <MallProfileSettingsForm {...site} />
              <ContractPartySettingsForm {...party} />
              <BankTransferSettingsForm {...bank} used={usedAccounts} />
            </div>
            <div className="settings-side">
              <CreditSettingsForm {...credit} />
              <CollectionSettingsForm {...collection} />
              <AcceptanceSettingsForm {...acceptance} />
              <ProvisionSettingsForm {...provision} />
              <PurchaseMatchSettingsForm {...purchaseMatch} />
              <LevelSettingsForm {...levels} />
              <PriceConfirmationSettingsForm {...prices} />
              <AutomaticReceiptSettingsForm {...receipt} />
              <OrderProposalSettingsForm {...orderProposal} />
              <EndingBatchSettingsForm {...batches} />
              <WeighingSettingsForm {...weighing} />
              <ReadingSettingsForm {...reading} services={readingServices} />
            </div>
          </div>
        )}
      </QueryContent>
    </>
  )
}

/** Opens the group that the URL names, for links from the checklist. */
function ScrollToGroup() {
  const { group } = useSearch({ strict: false })
  useEffect(() => {
    if (group !== undefined) document.getElementById(`setting-${group}`)?.closest('section')?.scrollIntoView({ block: 'start' })
  }, [group])
  return null
}
