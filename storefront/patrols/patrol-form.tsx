import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { FINDING_MAX, type Patrol, ROUTE_MAX } from '../../contract/projects/patrol-api.ts'
import { Modal } from '../parts/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../parts/field.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { showNotice } from '../parts/notify.ts'
import { projectsQuery } from '../parts/projects-query.ts'
import { useToday } from '../parts/use-now.ts'
import { emit } from '../session/events.ts'
import { useCall } from '../session/use-call.ts'
import { patrolApi } from './patrol-api.ts'

interface Props {
  /** Which to change; undefined: a new one. */
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

function useSave({ known, close }: Props) {
  const navigate = useNavigate()
  const save = async ({ projectId, ...draft }: Draft) => {
    const head = { ...draft, projectId: projectId === '' ? null : projectId }
    if (!known) return (await patrolApi.add(head)).id
    await patrolApi.modify({ id: known.id, ...head })
    return known.id
  }
  return useCall(save, {
    done: (id) => {
      emit('projectPatrolChanged', { id })
      showNotice(known ? '巡检已保存' : '巡检已建立，请逐条记录发现')
      close()
      if (!known) void navigate({ to: '/patrol', search: { id } })
    },
  })
}

/** A round: where, when, for which project. What it found is written down on its own page. */
export function PatrolForm({ known, close }: Props) {
  const today = useToday()
  const [draft, setDraft] = useState<Draft>({
    ...{ route: known?.route ?? '', day: known?.day ?? today, projectId: known?.projectId ?? '', note: known?.note ?? '' },
  })
  const [asked, setAsked] = useState(false)
  const projects = (useQuery(projectsQuery).data ?? []).filter(({ open, id }) => open || id === known?.projectId)
  const save = useSave({ known, close })
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (draft.route.trim() !== '' && draft.day !== '') save.mutate(draft)
  }
  return (
    <Modal open onClose={close} title={known ? '修改巡检' : '记录巡检'}>
      <form noValidate onSubmit={submit}>
        <TextField
          label="路线或地点"
          required
          maxLength={ROUTE_MAX}
          placeholder="如 主运输巷 → 3 号掘进面"
          value={draft.route}
          error={asked && draft.route.trim() === '' ? '请输入巡检路线或地点' : undefined}
          onChange={({ target }) => set({ route: target.value })}
        />
        <div className="grid grid-cols-2 gap-x-4">
          <TextField
            label="日期"
            required
            type="date"
            className="num"
            max={today}
            value={draft.day}
            error={asked && draft.day === '' ? '请选择日期' : undefined}
            onChange={({ target }) => set({ day: target.value })}
          />
          <SelectField label="项目" value={draft.projectId} onChange={({ target }) => set({ projectId: target.value })}>
            <option value="">未归入项目</option>
            {projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <TextAreaField label="备注" maxLength={FINDING_MAX} value={draft.note} onChange={({ target }) => set({ note: target.value })} />
        <FormButtons submit="保存" busy={save.isPending} onCancel={close} />
      </form>
    </Modal>
  )
}
