import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { AccountClosingPreview } from '#contract/people/identity/personal-data-api.ts'
import { SettingsPageFrame } from '#storefront/people/account/settings-frame.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useLoggedIn, useUserQuery } from '#storefront/platform/sessions/use-session.ts'
import { CloseAccountForm } from './close-account-form.tsx'
import { accountClosingPreviewQuery } from './personal-data-api.ts'

/** /setting_close_account 注销账号: the unfinished business, the data that is erased, the data that the law requires, and then the form. */
export function Page() {
  return (
    <SettingsPageFrame title="注销账号">
      <Closing />
    </SettingsPageFrame>
  )
}

function Closing() {
  const loggedIn = useLoggedIn()
  const user = useUserQuery()
  const closing = useQuery({ ...accountClosingPreviewQuery, enabled: loggedIn })
  return (
    <QueryContent from={closing} skeleton={<Skeleton className="h-120" />}>
      {(preview) => (
        <div className="flex flex-col gap-3 md:gap-4">
          <Outlook preview={preview} />
          <Kept kept={preview.kept} />
          {preview.obstacles.length === 0 && user.data && <CloseAccountForm mobile={user.data.mobile} />}
        </div>
      )}
    </QueryContent>
  )
}

/** The unfinished business, or the consequences. */
function Outlook({ preview: { obstacles, enterprises, erased } }: { preview: AccountClosingPreview }) {
  if (obstacles.length > 0)
    return (
      <section aria-label="暂时不能注销" className="panel border-l-4 border-l-copper p-4 md:p-5">
        <h2 className="flex items-center gap-2 text-md md:text-lg">
          <TriangleAlert className="size-5 shrink-0 text-copper" aria-hidden />
          暂时不能注销，还有未了结的事项
        </h2>
        <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-6">
          {obstacles.map((obstacle) => (
            <li key={obstacle}>{obstacle}</li>
          ))}
        </ul>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to="/my_order" look="line" size="sm">
            我的订单
          </ButtonLink>
          <ButtonLink to="/service_contact" look="line" size="sm">
            联系客服
          </ButtonLink>
        </div>
      </section>
    )
  return (
    <Card title="注销后会怎样">
      <ul className="flex list-disc flex-col gap-1.5 pl-6">
        <li>所有设备立即退出，这个账号不能再登录，也不能恢复。手机号可以重新注册，但看不到以前的数据。</li>
        {enterprises.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two companies may have no name, and the list never changes
          <li key={at}>{name === null ? '您的企业尚未认证，' : `您是 ${name} 的主账号，`}企业随之关闭，不能再下单。</li>
        ))}
        <li>删除：{erased.join('；')}。</li>
      </ul>
    </Card>
  )
}

/** The data that stays, how long, and by which law. */
function Kept({ kept }: { kept: AccountClosingPreview['kept'] }) {
  return (
    <Card title="依法保留的数据">
      <ul>
        {kept.map(({ what, term, reason }) => (
          <li
            key={what}
            className="grid gap-x-6 gap-y-0.5 border-t border-line-soft py-2.5 first:border-t-0 md:grid-cols-[minmax(0,1fr)_12rem]"
          >
            <p className="min-w-0 break-words">{what}</p>
            <p className="font-medium md:text-right">{term}</p>
            <p className="text-sm text-mute md:col-span-2">{reason}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
