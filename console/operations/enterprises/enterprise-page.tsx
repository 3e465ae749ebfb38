import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EnterpriseCoupons } from '#console/catalog/coupons/enterprise-coupons.tsx'
import { EnterpriseApiKeysAndWebhooks } from '#console/integration/integration/integration-panel.tsx'
import { AccountManagerAndTagsPanel, EnterpriseFollowUps, EnterpriseNotes } from '#console/people/account-managers/enterprise-panels.tsx'
import { EnterprisePhoneCalls } from '#console/people/account-managers/phone-calls/enterprise-phone-calls.tsx'
import { formatEnterpriseName, toActiveFrozenOrClosedStatus, toVerificationStatus } from '#console/people/enterprises/enterprise-view.ts'
import { enterpriseQuery } from '#console/people/enterprises/enterprises-api.ts'
import { PageHead } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import type { ConsoleEnterprise } from '#contract/operations/enterprises/api.ts'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { refusals } from '#contract/platform/core/refusals.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { EnterpriseSessions, FreezeEnterpriseActions } from './access-panel.tsx'
import { AcceptedCreditAgreements } from './credit-agreements.tsx'
import { EnterpriseCreditPanel } from './credit-panel.tsx'
import { CreditLimitHistory, EnterpriseMembers, OrderCountsByState } from './enterprise-tables.tsx'
import { EnterpriseWalletPanel } from './wallet-panel.tsx'
import './enterprise.css'

const TITLE = '企业详情'

/** Why nothing is recorded about a company any more. */
const toClosedReason = ({ closedAt }: ConsoleEnterprise) => (closedAt === null ? undefined : refusals.ENTERPRISE_CLOSED.msg)

function Enterprise({ enterpriseId }: { enterpriseId: string }) {
  const found = useQuery(enterpriseQuery(enterpriseId))
  return (
    <QueryPage title={TITLE} from={found}>
      {(enterprise) => (
        <>
          <Head enterprise={enterprise} />
          <div className="enterprise">
            <EnterpriseCreditPanel enterprise={enterprise} />
            <div className="enterprise-side">
              <EnterpriseWalletPanel enterprise={enterprise} />
              <OrderCountsByState enterprise={enterprise} />
            </div>
          </div>
          <AccountManagerAndTagsPanel company={enterprise} />
          <EnterpriseFollowUps enterpriseId={enterpriseId} closedBecause={toClosedReason(enterprise)} />
          <EnterprisePhoneCalls enterpriseId={enterpriseId} members={enterprise.members} closedBecause={toClosedReason(enterprise)} />
          <EnterpriseNotes enterpriseId={enterpriseId} closedBecause={toClosedReason(enterprise)} />
          <EnterpriseCoupons enterpriseId={enterpriseId} />
          <EnterpriseMembers members={enterprise.members} />
          <EnterpriseSessions enterpriseId={enterpriseId} />
          <EnterpriseApiKeysAndWebhooks enterpriseId={enterpriseId} />
          <AcceptedCreditAgreements enterpriseId={enterpriseId} />
          <CreditLimitHistory limitChanges={enterprise.limitChanges} />
        </>
      )}
    </QueryPage>
  )
}

function Head({ enterprise }: { enterprise: ConsoleEnterprise }) {
  const { enterpriseId, agentName, closedAt, memberLevel, status, createdAt } = enterprise
  const mayPropose = usePermission(getCallWithAccessRule('order-proposal/send')).allowed
  const access = toActiveFrozenOrClosedStatus(enterprise)
  const { label, tone } = toVerificationStatus(enterprise)
  return (
    <PageHead
      title={
        <>
          {formatEnterpriseName(enterprise)}
          <span className="tags">
            <Tag tone={tone}>{label}</Tag>
            <Tag tone="over">{memberLevels[memberLevel]}</Tag>
            {status === 0 && <Tag tone={access.tone}>{access.label}</Tag>}
          </span>
        </>
      }
      note={
        <>
          {agentName === null ? '未登记经办人' : `经办人 ${agentName}`} · 注册于{' '}
          <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
          {closedAt !== null && (
            <>
              {' '}
              · 注销于 <span className="num">{formatShanghaiTimeToMinute(closedAt)}</span>
            </>
          )}
        </>
      }
      actions={
        <>
          {mayPropose && closedAt === null && status === 1 && (
            <Link to="/new_proposal" search={{ enterpriseId }} className="button-link">
              代客下单
            </Link>
          )}
          <FreezeEnterpriseActions enterprise={enterprise} />
        </>
      }
    />
  )
}

/** One enterprise: its credit, wallet, members and orders. */
export const Page = createRecordPage(
  { title: TITLE, by: ['enterpriseId'], what: '企业', choose: <Link to="/enterprises">到企业列表选择</Link> },
  Enterprise,
)
