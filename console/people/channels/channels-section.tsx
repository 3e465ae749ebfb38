import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import { Panel } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { StaffNoticeChoice } from '#contract/people/channels/console-api.ts'
import type { ContactSettings, QuietHours } from '#contract/people/channels/fields.ts'
import { staffNoticeKinds } from '#contract/people/staff/notice-api.ts'
import { contactApi, contactQuery } from './contact-api.ts'
import { MailAddressDrawer } from './mail-drawer.tsx'
import './channels.css'

/** 通知方式: which notices somebody gets, which of them by mail as well, and when not. */
export function ChannelsSection({ email }: { email: string }) {
  const { data } = useQuery(contactQuery)
  const [open, setOpen] = useState(false)
  if (!data) return <Panel title="通知方式">正在加载……</Panel>
  const { contact, choices } = data
  return (
    <Panel title="通知方式">
      <MailLine contact={contact} edit={() => setOpen(true)} />
      <QuietHoursLine quiet={contact.quiet} />
      <ul className="contact-kinds">
        {choices.map((choice) => (
          <ChoiceLine key={choice.kind} choice={choice} hasMail={contact.mail !== null} />
        ))}
      </ul>
      <p className="mute contact-foot">不接收的通知只留在通知列表里，不计未读、不发邮件；每日摘要不接收时不生成。</p>
      <MailAddressDrawer open={open} close={() => setOpen(false)} email={email} />
    </Panel>
  )
}

function MailLine({ contact: { mailOn, mail }, edit }: { contact: ContactSettings; edit: () => void }) {
  if (!mailOn && mail === null) return <p className="mute">商城没有接入邮件，通知只在运营后台显示。</p>
  return (
    <p className="contact-line">
      <span>通知邮箱：{mail ?? '未设置'}</span>
      <Button size="small" onClick={edit} aria-label={mail === null ? '设置通知邮箱' : '更换通知邮箱'}>
        {mail === null ? '设置' : '更换'}
      </Button>
    </p>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${hour}:00` }))
const NIGHT: QuietHours = { fromHour: 22, untilHour: 8 }

/** The hours in which no mails are sent. Each choice is saved at once. */
function QuietHoursLine({ quiet }: { quiet: QuietHours | null }) {
  const save = useApiMutation(contactApi.saveQuietHours, { invalidates: [contactQuery.queryKey] })
  const set = (given: QuietHours | null) => save.mutate({ quiet: given })
  return (
    <div className="contact-line">
      <Checkbox checked={quiet !== null} disabled={save.isPending} onChange={({ target }) => set(target.checked ? NIGHT : null)}>
        免打扰
      </Checkbox>
      {quiet && (
        <>
          <Select
            aria-label="免打扰开始"
            size="small"
            value={quiet.fromHour}
            options={HOURS.filter(({ value }) => value !== quiet.untilHour)}
            disabled={save.isPending}
            onChange={(fromHour: number) => set({ fromHour, untilHour: quiet.untilHour })}
          />
          至
          <Select
            aria-label="免打扰结束"
            size="small"
            value={quiet.untilHour}
            options={HOURS.filter(({ value }) => value !== quiet.fromHour)}
            disabled={save.isPending}
            onChange={(untilHour: number) => set({ fromHour: quiet.fromHour, untilHour })}
          />
        </>
      )}
      <span className="mute">其间的邮件到结束时再发</span>
    </div>
  )
}

function ChoiceLine({ choice: { kind, wanted, byMail }, hasMail }: { choice: StaffNoticeChoice; hasMail: boolean }) {
  const { label, note } = staffNoticeKinds[kind]
  const choose = useApiMutation(contactApi.choose, { invalidates: [contactQuery.queryKey] })
  const mailed = byMail && hasMail
  return (
    <li>
      <span>
        {label}
        <span className="mute contact-note">{note}</span>
      </span>
      <span className="contact-ways">
        {kind !== 'security' && (
          <Checkbox
            aria-label={`接收${label}`}
            checked={wanted}
            disabled={choose.isPending}
            onChange={({ target }) => choose.mutate({ kind, wanted: target.checked, byMail: mailed })}
          >
            接收
          </Checkbox>
        )}
        <Checkbox
          aria-label={`${label}：邮件`}
          checked={mailed && wanted}
          disabled={choose.isPending || !hasMail || !wanted}
          onChange={({ target }) => choose.mutate({ kind, wanted, byMail: target.checked })}
        >
          邮件
        </Checkbox>
      </span>
    </li>
  )
}
