import { useState } from 'react'
import { HOURS_MAX } from '../../contract/projects/equipment-api.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { showNotice } from '../parts/notify.ts'
import { useToday } from '../parts/use-now.ts'
import { emit } from '../session/events.ts'
import { useCall } from '../session/use-call.ts'
import { equipmentApi } from './equipment-api.ts'

/** Writes down what an hour meter says. What speaks against another reading is told beside it. */
export function ReadingForm({ id, hours: before }: { id: string; hours: number | null }) {
  const today = useToday()
  const [day, setDay] = useState(today)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const add = useCall(() => equipmentApi.addReading({ id, day, runHours: Number(typed) }), {
    failed: ({ message }) => setFault(message),
    done: () => {
      setTyped('')
      emit('equipmentEdited', { id })
      showNotice('运行小时已记录')
    },
  })
  const sound = /^\d{1,6}$/.test(typed) && Number(typed) <= HOURS_MAX
  return (
    <form
      noValidate
      className="grid grid-cols-2 items-start gap-x-3 md:grid-cols-[150px_minmax(0,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        if (sound) add.mutate(undefined)
        else setFault('请输入整数小时')
      }}
    >
      <TextField label="日期" type="date" className="num" max={today} value={day} onChange={({ target }) => setDay(target.value)} />
      <TextField
        label="运行小时"
        inputMode="numeric"
        className="num"
        placeholder={before === null ? '表上读数' : `上次 ${before}`}
        value={typed}
        error={fault}
        onChange={({ target }) => {
          setTyped(target.value)
          setFault(undefined)
        }}
      />
      <Button type="submit" busy={add.isPending} disabled={typed === ''} className="col-span-2 mb-3 h-11 md:col-span-1 md:mt-6 md:mb-0">
        记录
      </Button>
    </form>
  )
}
