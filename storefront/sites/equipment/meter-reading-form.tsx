import { useState } from 'react'
import { EQUIPMENT_HOURS_MAX } from '#contract/sites/projects/equipment-api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { DayField } from '#storefront/platform/components/day/day-field.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { handleRefusalAtField, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { parseDayInRange } from '#ui/day/day-view.ts'
import { equipmentApi } from './equipment-api.ts'

/** The form to record the reading of an hour meter. The reason why another reading is not possible is shown next to it. */
export function RecordMeterReadingForm({ id, hours: before }: { id: string; hours: number | null }) {
  const today = useToday()
  const [draft, setDraft, sent] = usePersistedState(`reading of ${id}`, () => ({ day: today, hours: '' }))
  const { day, hours } = draft
  const [fault, setFault] = useState<string>()
  const [asked, setAsked] = useState(false)
  const add = useApiMutation(
    (reading: { day: string; hours: string }) => equipmentApi.addReading({ id, day: reading.day, runHours: Number(reading.hours) }),
    {
      clearStoredForm: sent,
      onError: (error) => {
        setFault(error.message)
        return handleRefusalAtField(error)
      },
      onSuccess: (_, reading) => {
        // What has been typed since is the next reading.
        setDraft((now) => (now.hours === reading.hours ? { ...now, hours: '' } : now))
        emitClientEvent('equipmentEdited', { id })
        showNotice('运行小时已记录')
      },
    },
  )
  const sound = /^\d{1,6}$/.test(hours) && Number(hours) <= EQUIPMENT_HOURS_MAX
  return (
    <form
      noValidate
      className="grid grid-cols-2 items-start gap-x-3 md:grid-cols-[150px_minmax(0,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        setFault(sound ? undefined : '请输入整数小时')
        const read = parseDayInRange(day, { max: today })
        if (sound && read !== undefined) add.mutate({ day: read, hours })
      }}
    >
      <DayField
        label="日期"
        max={today}
        value={day}
        error={asked && day === '' ? '请选择日期' : undefined}
        onChange={(next) => setDraft((now) => ({ ...now, day: next }))}
      />
      <TextField
        label="运行小时"
        inputMode="numeric"
        className="num"
        placeholder={before === null ? '表上读数' : `上次 ${before}`}
        value={hours}
        error={fault}
        onChange={({ target }) => {
          setDraft((now) => ({ ...now, hours: target.value }))
          setFault(undefined)
        }}
      />
      <Button type="submit" busy={add.isPending} disabled={hours === ''} className="col-span-2 mb-3 h-11 md:col-span-1 md:mt-6 md:mb-0">
        记录
      </Button>
    </form>
  )
}
