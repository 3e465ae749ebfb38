import type { QuietHours } from '#contract/people/channels/fields.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { handleRefusalAtField, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { CONTACT_QUERY_KEY, contactApi } from './contact-api.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))

/** The hours of a person who has none yet. */
const NIGHT: QuietHours = { fromHour: 22, untilHour: 8 }

/** From when until when nothing is sent. */
export function QuietHoursForm({ quiet, close }: { quiet: QuietHours | null; close: () => void }) {
  const [hours, setHours, sent] = usePersistedState('quiet hours', () => ({
    from: String((quiet ?? NIGHT).fromHour),
    until: String((quiet ?? NIGHT).untilHour),
  }))
  const { from, until } = hours
  const save = useApiMutation(contactApi.saveQuietHours, {
    clearStoredForm: sent,
    invalidates: [CONTACT_QUERY_KEY],
    onError: (error) => handleRefusalAtField(error),
    onSuccess: (_, { quiet: saved }) => {
      showNotice(saved === null ? '已关闭免打扰' : '免打扰时段已保存')
      close()
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ quiet: { fromHour: Number(from), untilHour: Number(until) } })
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <SelectField label="开始" value={from} options={HOURS} onChange={(value) => setHours((now) => ({ ...now, from: value }))} />
        <SelectField
          label="结束（可到次日）"
          value={until}
          options={HOURS}
          error={save.error?.message}
          onChange={(value) => {
            save.clearError()
            setHours((now) => ({ ...now, until: value }))
          }}
        />
      </div>
      {quiet !== null && (
        <Button look="line" size="sm" disabled={save.isPending} onClick={() => save.mutate({ quiet: null })}>
          关闭免打扰
        </Button>
      )}
      <FormButtons submit="保存" busy={save.isPending} onCancel={close} />
    </form>
  )
}
