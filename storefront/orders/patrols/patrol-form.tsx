import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PATROL_FINDING_TEXT_MAX, PATROL_ROUTE_TEXT_MAX, type Patrol } from '#contract/orders/patrols/patrol-api.ts'
import { DayField } from '#storefront/platform/components/day/day-field.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextAreaField, TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { projectsQuery } from '#storefront/platform/components/projects-query.ts'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { toNameOptions } from '#storefront/platform/components/select/select-options.ts'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { parseDayInRange } from '#ui/day/day-view.ts'
import { patrolApi } from './patrol-api.ts'

interface Props {
  /** The patrol to change; undefined: a new one. */
  known: Patrol | undefined
  close: () => void
}

interface Draft {
  route: string
  day: string
  /** '': none. */
  projectId: string
  note: string
}

function useSave({ known, close }: Props, typed: () => void) {
  const navigate = useNavigate()
  const save = async ({ projectId, ...draft }: Draft) => {
    const head = { ...draft, projectId: projectId === '' ? null : projectId }
    if (!known) return (await patrolApi.add(head)).id
    await patrolApi.modify({ id: known.id, ...head })
    return known.id
  }
  return useApiMutation(save, {
    clearStoredForm: typed,
    fields: ['route', 'day', 'projectId', 'note'],
    onSuccess: (id) => {
      emitClientEvent('projectPatrolChanged', { id })
      showNotice(known ? '巡检已保存' : '巡检已建立，请逐条记录发现的问题')
      close()
      if (!known) void navigate({ to: '/patrol', search: { id } })
    },
  })
}

/** The form of a patrol: the place, the time, the project. Findings are recorded on its own page. */
export const CreateOrEditPatrolForm = ({ known, close }: Props) => (
  <Modal open onClose={close} title={known ? '修改巡检' : '记录巡检'}>
    <Form known={known} close={close} />
  </Modal>
)

function Form({ known, close }: Props) {
  const today = useToday()
  const [draft, setDraft, sent] = usePersistedState<Draft>(`patrol ${known?.id}`, () => ({
    route: known?.route ?? '',
    day: known?.day ?? today,
    projectId: known?.projectId ?? '',
    note: known?.note ?? '',
  }))
  const [asked, setAsked] = useState(false)
  const projects = (useQuery(projectsQuery).data ?? []).filter(({ open, id }) => open || id === known?.projectId)
  const save = useSave({ known, close }, sent)
  const fieldErrors = save.errorsByField
  const set = (change: Partial<Draft>) => {
    save.clearError()
    setDraft((now) => ({ ...now, ...change }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    const day = parseDayInRange(draft.day, { max: today })
    if (draft.route.trim() !== '' && day !== undefined) save.mutate({ ...draft, day })
  }
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        label="路线或地点"
        required
        maxLength={PATROL_ROUTE_TEXT_MAX}
        placeholder="如 主运输巷 → 3 号掘进面"
        value={draft.route}
        error={asked && draft.route.trim() === '' ? '请输入巡检路线或地点' : fieldErrors.route}
        onChange={({ target }) => set({ route: target.value })}
      />
      <div className="grid grid-cols-2 gap-x-4">
        <DayField
          label="日期"
          required
          max={today}
          value={draft.day}
          error={asked && draft.day === '' ? '请选择日期' : fieldErrors.day}
          onChange={(day) => set({ day })}
        />
        <SelectField
          label="项目"
          value={draft.projectId}
          error={fieldErrors.projectId}
          options={toNameOptions(projects, '未归入项目')}
          onChange={(projectId) => set({ projectId })}
        />
      </div>
      <TextAreaField
        label="备注"
        maxLength={PATROL_FINDING_TEXT_MAX}
        value={draft.note}
        error={fieldErrors.note}
        onChange={({ target }) => set({ note: target.value })}
      />
      <FormButtons submit="保存" busy={save.isPending} onCancel={close} />
    </form>
  )
}
