import { formatMoney } from '#contract/platform/core/money.ts'
import { Card } from '#storefront/platform/components/card.tsx'
import { useOwnCompanyGroup } from './group-api.ts'

/** The group of the company on the page of its credit, or that it is invited to one. Nothing for all other companies. */
export function CompanyGroupCard() {
  const { data } = useOwnCompanyGroup()
  if (!data || (data.group === null && data.invitations.length === 0)) return null
  const { group, invitations } = data
  return (
    <Card title="集团" more={{ label: group ? '查看集团' : '查看邀请', to: '/credit_group' }}>
      {group ? (
        <p className="text-sm text-mute">
          {group.isParent ? '贵公司是' : '贵公司属于'}集团「{group.name}」{group.isParent && '的母公司'}，份额{' '}
          <b className="num text-ink">{formatMoney(group.share)}</b>，就是现有的固定额度。
        </p>
      ) : (
        <p className="text-sm">
          {invitations.map(({ parentName, name }) => `${parentName ?? ''} 邀请贵公司加入集团「${name}」`).join('；')}。
        </p>
      )}
    </Card>
  )
}
