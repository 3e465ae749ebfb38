import { useState } from 'react'
import { formatQuietHours } from '#contract/people/channels/fields.ts'
import { SettingRow } from '#storefront/people/account/setting-row.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useContact } from './contact-api.ts'
import { MailAddressForm } from './mail-form.tsx'
import { QuietHoursForm } from './quiet-hours-form.tsx'

/** How the person is reached in all his enterprises: his mail address and his quiet hours. */
export function ContactRows() {
  const contact = useContact()
  const [open, setOpen] = useState<'mail' | 'quiet'>()
  const close = () => setOpen(undefined)
  return (
    <QueryContent from={contact} skeleton={<Skeleton className="h-30" />}>
      {({ mailOn, mail, quiet }) => (
        <>
          <dl>
            {(mailOn || mail !== null) && (
              <SettingRow word="接收邮箱" value={mail ?? <span className="text-mute">未设置</span>}>
                <Button look="line" size="sm" aria-label={mail === null ? '设置接收邮箱' : '更换接收邮箱'} onClick={() => setOpen('mail')}>
                  {mail === null ? '设置' : '更换'}
                </Button>
              </SettingRow>
            )}
            <SettingRow
              word="免打扰"
              value={
                <>
                  {quiet === null ? <span className="text-mute">未设置</span> : <span className="num">{formatQuietHours(quiet)}</span>}
                  <span className="block text-xs text-mute">其间的短信和邮件到结束时再发，验证码照常</span>
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
          <Modal open={open === 'quiet'} onClose={close} title="免打扰时段">
            <QuietHoursForm quiet={quiet} close={close} />
          </Modal>
        </>
      )}
    </QueryContent>
  )
}
