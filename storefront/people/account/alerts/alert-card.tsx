import { useQuery } from '@tanstack/react-query'
import { type SmsAlertKind, smsAlertEndpoints, smsAlertKinds } from '#contract/people/messaging/alert-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Card } from '#storefront/platform/components/card.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useContact } from './contact-api.ts'
import { ContactRows } from './contact-rows.tsx'

const alertApi = createApiClient(smsAlertEndpoints, sendOrHoldUntilLogin)
const ALERTS_QUERY_KEY = ['alert'] as const

/** 接收提醒: where the person is reached, and which messages of this enterprise are also sent by SMS and mail. */
export function AlertsCard() {
  const choices = useQuery({ queryKey: ALERTS_QUERY_KEY, queryFn: () => alertApi.mine({}) })
  return (
    <Card title="接收提醒">
      <ContactRows />
      <p className="mt-3 mb-1 text-sm text-mute">站内消息照常发送；勾选的另发到您的手机或邮箱，短信每天最多 20 条。</p>
      <QueryContent from={choices} skeleton={<Skeleton className="h-84" />}>
        {(list) => (
          <ul>
            {list.map((choice) => (
              <ChoiceRow key={choice.alertKind} {...choice} />
            ))}
          </ul>
        )}
      </QueryContent>
    </Card>
  )
}

/** The channels of one kind. Mails can be chosen once an address is confirmed. */
function ChoiceRow({ alertKind, bySms, byMail }: { alertKind: SmsAlertKind; bySms: boolean; byMail: boolean }) {
  const { label, note } = smsAlertKinds[alertKind]
  const mail = useContact().data?.mail ?? null
  const choose = useApiMutation(alertApi.choose, { invalidates: [ALERTS_QUERY_KEY] })
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line-soft py-3 first:border-t-0">
      <span className="min-w-0 flex-1 basis-60">
        {label}
        <span className="block text-sm text-mute">{note}</span>
      </span>
      <span className="flex gap-6">
        <Checkbox
          label={`${label}：短信`}
          value={bySms ? 'all' : 'none'}
          disabled={choose.isPending}
          onChange={(checked) => choose.mutate({ alertKind, bySms: checked, byMail: byMail && mail !== null })}
        >
          短信
        </Checkbox>
        <Checkbox
          label={`${label}：邮件`}
          value={byMail && mail !== null ? 'all' : 'none'}
          disabled={choose.isPending || mail === null}
          onChange={(checked) => choose.mutate({ alertKind, bySms, byMail: checked })}
        >
          <span className={mail === null ? 'text-mute' : ''}>邮件</span>
        </Checkbox>
      </span>
    </li>
  )
}
