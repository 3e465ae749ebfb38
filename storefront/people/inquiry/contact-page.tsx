import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLoggedIn } from '#storefront/platform/sessions/use-session.ts'
import { mallProfile } from '#ui/mall.ts'
import { SubmitInquiryForm } from './contact-form.tsx'
import { OwnInquiries } from './own-inquiries.tsx'

/** /service_contact: the contact data of the support, and a form. */
export function Page() {
  const loggedIn = useLoggedIn()
  return (
    <div className="content pt-3 md:pt-6">
      <h1 className="mb-3 text-lg md:mb-4 md:text-xl">联系客服</h1>
      <div className="grid items-start gap-4 lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-6">
        <Reach />
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <section aria-labelledby="contact-form" className="panel px-4 py-5 md:px-8 md:py-6">
            <h2 id="contact-form" className="text-lg">
              在线留言
            </h2>
            <p className="mt-1 mb-4 text-mute">
              {loggedIn
                ? '工作时间内回复，回复会发到您的站内消息，也显示在本页下方。'
                : '请留下手机号，客服会在工作时间给您回电。登录后留言，可以在站内消息里收到回复。'}
            </p>
            {/* After a login the form is another one: without a captcha, and with the person's own number. */}
            <SubmitInquiryForm key={String(loggedIn)} loggedIn={loggedIn} />
          </section>
          {loggedIn && <OwnInquiries />}
        </div>
      </div>
    </div>
  )
}

/** The contact data of the mall; empty fields are not set. */
function Reach() {
  const { phone, email, hours, name, address } = mallProfile
  if (!(phone || email || address)) return null
  return (
    <section aria-label="联系方式" className="panel divide-y divide-line-soft px-4 md:px-6">
      {phone && (
        <Row icon={<Phone className="size-5" aria-hidden />} label="客服电话">
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="num finger text-xl text-jade hover:underline">
            {phone}
          </a>
        </Row>
      )}
      {email && (
        <Row icon={<Mail className="size-5" aria-hidden />} label="客服邮箱">
          <a href={`mailto:${email}`} className="finger text-jade hover:underline">
            {email}
          </a>
        </Row>
      )}
      {hours && (
        <Row icon={<Clock className="size-5" aria-hidden />} label="服务时间">
          {hours}
        </Row>
      )}
      {address && (
        <Row icon={<MapPin className="size-5" aria-hidden />} label="公司地址">
          {name}
          <br />
          {address}
        </Row>
      )}
    </section>
  )
}

function Row({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="flex gap-3.5 py-4">
      <span className="mt-0.5 text-jade">{icon}</span>
      <div className="min-w-0">
        <h2 className="text-sm font-normal text-mute">{label}</h2>
        <div className="break-words">{children}</div>
      </div>
    </div>
  )
}
