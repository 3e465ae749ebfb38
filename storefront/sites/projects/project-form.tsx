import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { parseYuan } from '#contract/platform/core/money.ts'
import {
  budgetSpans,
  PROJECT_CODE_LENGTH_MAX,
  PROJECT_MEMBERS_MAX,
  PROJECT_NAME_MAX,
  PROJECT_SITE_LENGTH_MAX,
  type Project,
  type ProjectMember,
} from '#contract/sites/projects/api.ts'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { toLabelOptions } from '#storefront/platform/components/select/select-options.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { assignableMembersQuery, projectApi } from './project-api.ts'
import { type ProjectDraft, projectErrors, toProjectDraft, toProjectInput } from './project-view.ts'
import { ProjectSiteField } from './site-field.tsx'

interface Props {
  /** The project to change; undefined: a new one. */
  known: Project | undefined
  close: () => void
}

/** Loads the members that can be selected, then shows the form to add or change a project. */
export function CreateOrEditProjectDialog({ known, close }: Props) {
  const members = useQuery(assignableMembersQuery)
  return (
    <Modal open onClose={close} title={known ? `修改项目：${known.name}` : '新建项目'} wide>
      <QueryContent from={members} skeleton={<Skeleton className="h-80" />}>
        {(people) => <Form known={known} members={people} close={close} />}
      </QueryContent>
    </Modal>
  )
}

/** Invalidates the queries that show a project. */
function emitProjectEvents(id: string, before: Project | undefined, { managerId, memberIds }: ProjectDraft): void {
  emitClientEvent('projectChanged', { id })
  const was = before?.members.map(({ userId }) => userId) ?? []
  if (was.length !== memberIds.length || was.some((one) => !memberIds.includes(one)))
    emitClientEvent('projectUserCountChanged', { id, count: memberIds.length })
  if ((before?.manager?.userId ?? '') !== managerId) emitClientEvent('projectManagerChanged', { id })
}

function useSave({ known, close }: Props, typed: () => void) {
  const save = async (draft: ProjectDraft) => {
    const given = toProjectInput(draft, parseYuan(draft.budget) ?? null)
    if (!known) return (await projectApi.add(given)).id
    await projectApi.modify({ id: known.id, ...given })
    return known.id
  }
  return useApiMutation(save, {
    clearStoredForm: typed,
    fields: ['name', 'code', 'site', 'budget', 'budgetSpan', 'managerId', 'memberIds'],
    onSuccess: (id, draft) => {
      emitProjectEvents(id, known, draft)
      showNotice(known ? '项目已保存' : '项目已建立')
      close()
    },
  })
}

function Form({ known, members, close }: Props & { members: readonly ProjectMember[] }) {
  const [draft, setDraft, sent] = usePersistedState(`project ${known?.id}`, () => toProjectDraft(known))
  const [asked, setAsked] = useState(false)
  const save = useSave({ known, close }, sent)
  const faults = projectErrors(draft)
  const fieldErrors: Partial<Record<string, string>> = { ...save.errorsByField, ...(asked ? faults : {}) }
  const set = (change: Partial<ProjectDraft>) => {
    save.clearError()
    setDraft((now) => ({ ...now, ...change }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(faults).length === 0) save.mutate(draft)
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="grid gap-x-4 md:grid-cols-2">
        <TextField
          label="项目名称"
          required
          maxLength={PROJECT_NAME_MAX}
          value={draft.name}
          error={fieldErrors.name}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextField
          label="项目编号"
          maxLength={PROJECT_CODE_LENGTH_MAX}
          placeholder="本企业的编号，选填"
          value={draft.projectCode}
          error={fieldErrors.code}
          onChange={({ target }) => set({ projectCode: target.value })}
        />
      </div>
      <ProjectSiteField value={draft.site} error={fieldErrors.site} max={PROJECT_SITE_LENGTH_MAX} onChange={(site) => set({ site })} />
      <div className="grid gap-x-4 md:grid-cols-2">
        <TextField
          label="预算（元）"
          inputMode="decimal"
          className="num"
          value={draft.budget}
          error={fieldErrors.budget}
          hint="留空为不设；超出时提醒，不影响下单"
          onChange={({ target }) => set({ budget: target.value })}
        />
        <SelectField
          label="预算周期"
          value={draft.budgetSpan}
          error={fieldErrors.budgetSpan}
          options={toLabelOptions(budgetSpans)}
          onChange={(budgetSpan) => set({ budgetSpan })}
        />
      </div>
      <SelectField
        label="项目经理"
        value={draft.managerId}
        error={fieldErrors.managerId}
        options={[{ value: '', label: '不指定' }, ...members.map(({ userId, name }) => ({ value: userId, label: name }))]}
        onChange={(managerId) => set({ managerId })}
      />
      <Members members={members} chosen={draft.memberIds} error={fieldErrors.memberIds} onChange={(memberIds) => set({ memberIds })} />
      <FormButtons submit="保存" busy={save.isPending} onCancel={close} />
    </form>
  )
}

function Members({
  members,
  chosen,
  error,
  onChange,
}: {
  members: readonly ProjectMember[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}) {
  const full = chosen.length >= PROJECT_MEMBERS_MAX
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-mute">
        成员（已选 <span className="num">{chosen.length}</span> 人）
      </legend>
      <div className="flex max-h-40 flex-wrap gap-x-6 gap-y-2.5 overflow-y-auto rounded-control border border-line-soft p-3">
        {members.map(({ userId, name }) => (
          <Checkbox
            key={userId}
            label={name}
            value={chosen.includes(userId) ? 'all' : 'none'}
            onChange={(checked) => (checked ? full || onChange([...chosen, userId]) : onChange(chosen.filter((one) => one !== userId)))}
          >
            <span>{name}</span>
          </Checkbox>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
