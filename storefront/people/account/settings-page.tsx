import type { UserDetail } from '#contract/people/identity/shapes.ts'
import { MyMemberships } from '#storefront/people/identity/enterprises.tsx'
import { formatMembershipName } from '#storefront/people/identity/memberships/memberships.ts'
import { Avatar } from '#storefront/platform/components/avatar.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useUserQuery } from '#storefront/platform/sessions/use-session.ts'
import { AlertsCard } from './alerts/alert-card.tsx'
import { LoggedInDevices } from './devices/devices.tsx'
import { EditNameRow } from './name-row.tsx'
import { PersonalDataCard } from './personal-data/personal-data-card.tsx'
import { SettingRow } from './setting-row.tsx'
import { SettingsPageFrame } from './settings-frame.tsx'

/** /setting: the person's data, the security of the account, the memberships, and the open sessions. */
export function Page() {
  return (
    <SettingsPageFrame title="我的设置">
      <Settings />
    </SettingsPageFrame>
  )
}

function Settings() {
  const user = useUserQuery()
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <QueryContent from={user} skeleton={<Waiting />}>
        {(detail) => (
          <>
            <Profile user={detail} />
            <Security user={detail} />
          </>
        )}
      </QueryContent>
      <AlertsCard />
      <MyMemberships />
      <LoggedInDevices />
      <PersonalDataCard />
    </div>
  )
}

function Profile({ user }: { user: UserDetail }) {
  return (
    <Card title="个人资料">
      <dl>
        <SettingRow word="头像" value={<Avatar user={user} className="size-11" />}>
          <ButtonLink to="/alter_avatar" look="line" size="sm" aria-label="修改头像">
            修改
          </ButtonLink>
        </SettingRow>
        <EditNameRow user={user} />
      </dl>
    </Card>
  )
}

function Security({ user }: { user: UserDetail }) {
  return (
    <Card title="账号安全">
      <dl>
        <SettingRow word="登录密码" value="已设置">
          <ButtonLink to="/setting_change_pwd" look="line" size="sm" aria-label="修改登录密码">
            修改
          </ButtonLink>
        </SettingRow>
        <SettingRow word="手机号" value={<span className="num text-md">{user.mobile}</span>}>
          <ButtonLink to="/setting_change_phone" look="line" size="sm" aria-label="更换手机号">
            更换
          </ButtonLink>
        </SettingRow>
        <SettingRow
          word="支付密码"
          value={
            <>
              {user.payPwdSet ? '已设置' : '未设置'}
              <span className="block text-xs text-mute">
                {user.payPwdSet ? `仅用于当前企业：${formatMembershipName(user)}` : '设置后可使用赊销支付与钱包支付'}
              </span>
            </>
          }
        >
          <ButtonLink
            to="/setting_set_pay_pwd"
            look={user.payPwdSet ? 'line' : 'primary'}
            size="sm"
            aria-label={user.payPwdSet ? '修改支付密码' : '设置支付密码'}
          >
            {user.payPwdSet ? '修改' : '设置'}
          </ButtonLink>
        </SettingRow>
      </dl>
    </Card>
  )
}

function Waiting() {
  return (
    <>
      <Skeleton className="h-44" />
      <Skeleton className="h-60" />
    </>
  )
}
