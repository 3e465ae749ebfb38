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

/** 接收提醒: where the person is reached, and which messages of this enterprise are also sent by SMS, mail and WeChat. */
export function AlertsCard() {
  const toWechat = useContact().data?.wechatOn === true
  const choices = useQuery({ queryKey: ALERTS_QUERY_KEY, queryFn: () => alertApi.mine({}) })
  return (
    <Card title="接收提醒">
      <ContactRows />
      <p className="mt-3 mb-1 text-sm text-mute">
        站内消息照常发送；勾选的另发到您的手机{toWechat ? '、邮箱或微信' : '或邮箱'}，短信每天最多 20 条。
      </p>
      <QueryContent from={choices} skeleton={<Skeleton className="h-168" />}>
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

interface Choice {
  alertKind: SmsAlertKind
  bySms: boolean
  byMail: boolean
  byWechat: boolean
}

/** The channels of one kind. Mails can be chosen once an address is confirmed, and WeChat once one is bound. */
function ChoiceRow({ alertKind, ...chosen }: Choice) {
  const { label, note } = smsAlertKinds[alertKind]
  const contact = useContact().data
  const [hasMail, hasWechat] = [(contact?.mail ?? null) !== null, (contact?.wechat ?? null) !== null]
  const choose = useApiMutation(alertApi.choose, { invalidates: [ALERTS_QUERY_KEY] })
  const now = { bySms: chosen.bySms, byMail: chosen.byMail && hasMail, byWechat: chosen.byWechat && hasWechat }
  const ways = [
    { way: 'bySms', word: '短信', isPossible: true },
    { way: 'byMail', word: '邮件', isPossible: hasMail },
    ...(contact?.wechatOn || hasWechat ? [{ way: 'byWechat', word: '微信', isPossible: hasWechat } as const] : []),
  ] as const
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line-soft py-3 first:border-t-0">
      <span className="min-w-0 flex-1 basis-60">
        {label}
        <span className="block text-sm text-mute">{note}</span>
      </span>
      <span className="flex gap-6">
        {ways.map(({ way, word, isPossible }) => (
          <Checkbox
            key={way}
            label={`${label}：${word}`}
            value={now[way] ? 'all' : 'none'}
            disabled={choose.isPending || !isPossible}
            onChange={(checked) => choose.mutate(Object.assign({ alertKind, bySms: chosen.bySms }, { [way]: checked }))}
          >
            <span className={isPossible ? '' : 'text-mute'}>{word}</span>
          </Checkbox>
        ))}
      </span>
    </li>
  )
}
