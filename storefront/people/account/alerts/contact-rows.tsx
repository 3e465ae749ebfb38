import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatQuietHours, type MemberContactSettings } from '#contract/people/channels/fields.ts'
import { SettingRow } from '#storefront/people/account/setting-row.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { takeWechatAuthorisation } from '#storefront/platform/routing/wechat-visitor.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { CONTACT_QUERY_KEY, contactApi, useContact } from './contact-api.ts'
import { MailAddressForm } from './mail-form.tsx'
import { QuietHoursForm } from './quiet-hours-form.tsx'
import { WechatWindow } from './wechat-window.tsx'

function describeWechat(wechat: MemberContactSettings['wechat']): ReactNode {
  if (wechat === null) return <span className="text-mute">未绑定</span>
  return wechat.isFollowing ? '已绑定' : <span className="text-danger">已绑定，未关注公众号</span>
}

/** Binds the WeChat of a person whom its page has just led back here, once. */
function useBindingOfReturnedVisitor(onBound: () => void) {
  const begun = useRef(false)
  const bind = useApiMutation(contactApi.bindWechat, {
    invalidates: [CONTACT_QUERY_KEY],
    onSuccess: () => {
      showNotice('微信已绑定')
      onBound()
    },
  })
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const authorisation = takeWechatAuthorisation()
    if (authorisation) bind.mutate(authorisation)
  })
}

/** How the person is reached in all his enterprises: his mail address, his WeChat and his quiet hours. */
export function ContactRows() {
  const contact = useContact()
  const [open, setOpen] = useState<'mail' | 'wechat' | 'quiet'>()
  const close = () => setOpen(undefined)
  useBindingOfReturnedVisitor(() => setOpen('wechat'))
  return (
    <QueryContent from={contact} skeleton={<Skeleton className="h-30" />}>
      {({ mailOn, mail, quiet, wechatOn, wechat }) => (
        <>
          <dl>
            {(mailOn || mail !== null) && (
              <SettingRow word="接收邮箱" value={mail ?? <span className="text-mute">未设置</span>}>
                <Button look="line" size="sm" aria-label={mail === null ? '设置接收邮箱' : '更换接收邮箱'} onClick={() => setOpen('mail')}>
                  {mail === null ? '设置' : '更换'}
                </Button>
              </SettingRow>
            )}
            {(wechatOn || wechat !== null) && (
              <SettingRow word="微信" value={describeWechat(wechat)}>
                <Button
                  look="line"
                  size="sm"
                  aria-label={wechat === null ? '绑定微信' : '查看绑定的微信'}
                  onClick={() => setOpen('wechat')}
                >
                  {wechat === null ? '绑定' : '查看'}
                </Button>
              </SettingRow>
            )}
            <SettingRow
              word="免打扰"
              value={
                <>
                  {quiet === null ? <span className="text-mute">未设置</span> : <span className="num">{formatQuietHours(quiet)}</span>}
                  <span className="block text-xs text-mute">
                    其间的短信{wechatOn ? '、邮件和微信消息' : '和邮件'}到结束时再发，验证码照常
                  </span>
                </>
              }
            >
              <Button look="line" size="sm" aria-label="设置免打扰时段" onClick={() => setOpen('quiet')}>
                设置
              </Button>
            </SettingRow>
          </dl>
          <Modal open={open === 'mail'} onClose={close} title="接收邮箱">
            <MailAddressForm mail={mail} close={close} />
          </Modal>
          <Modal open={open === 'wechat'} onClose={close} title="微信">
            <WechatWindow wechat={wechat} wechatOn={wechatOn} close={close} />
          </Modal>
          <Modal open={open === 'quiet'} onClose={close} title="免打扰时段">
            <QuietHoursForm quiet={quiet} close={close} />
          </Modal>
        </>
      )}
    </QueryContent>
  )
}
