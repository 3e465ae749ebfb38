import { useQuery } from '@tanstack/react-query'
import { smsAlertEndpoints, smsAlertKinds } from '#contract/people/messaging/alert-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Card } from '#storefront/platform/components/card.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'

const alertApi = createApiClient(smsAlertEndpoints, sendOrHoldUntilLogin)
const KEY = ['alert'] as const

/** 短信提醒: which messages are also sent by SMS, for this person in this enterprise. */
export function SmsAlertsCard() {
  const choices = useQuery({ queryKey: KEY, queryFn: () => alertApi.mine({}) })
  const choose = useApiMutation(alertApi.choose, { invalidates: [KEY] })
  return (
    <Card title="短信提醒">
      <p className="mb-1 text-sm text-mute">站内消息照常发送；勾选的另发短信到您的手机，每天最多 20 条。</p>
      <QueryContent from={choices} skeleton={<Skeleton className="h-84" />}>
        {(list) => (
          <ul>
            {list.map(({ alertKind, bySms }) => (
              <li key={alertKind} className="border-t border-line-soft py-3 first:border-t-0">
                <Checkbox
                  label={smsAlertKinds[alertKind].label}
                  value={bySms ? 'all' : 'none'}
                  disabled={choose.isPending}
                  onChange={(checked) => choose.mutate({ alertKind, bySms: checked })}
                >
                  <span>
                    {smsAlertKinds[alertKind].label}
                    <span className="block text-sm text-mute">{smsAlertKinds[alertKind].note}</span>
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </Card>
  )
}
