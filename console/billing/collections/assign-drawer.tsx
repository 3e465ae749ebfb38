import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { CollectionTask } from '#contract/billing/collections/shapes.ts'
import { collectionApi, collectionSummaryQuery, invalidatedByCollection } from './collections-api.ts'

interface Props {
  tasks: readonly CollectionTask[]
  open: boolean
  close: () => void
  done: () => void
}

/** Gives the chosen tasks to a person, or to nobody. A task that somebody else has got meanwhile is left to him. */
export function AssignCollectionTasksDrawer({ tasks, open, close, done }: Props) {
  const summary = useQuery(collectionSummaryQuery)
  const assign = useApiMutation(collectionApi.assign, {
    invalidates: invalidatedByCollection,
    successMessage: '已分配',
    onSuccess: () => {
      done()
      close()
    },
  })
  const options = (summary.data?.owners ?? []).map(({ staffId, name, tasks: count }) => ({
    value: staffId,
    label: `${name}（${count} 项）`,
  }))
  return (
    <FormDrawer<{ ownerId?: string }>
      title="分配催收任务"
      open={open}
      close={close}
      busy={assign.isPending}
      initial={{}}
      submit={({ ownerId }) =>
        assign.mutate({
          tasks: tasks.map(({ enterpriseId, id, ownerId: seenOwnerId }) => ({ enterpriseId, id, seenOwnerId })),
          ownerId: ownerId ?? null,
        })
      }
      submitText="分配"
    >
      <p className="drawer-lead">{tasks.length} 项任务。其间已被他人分配的任务不变。</p>
      <Form.Item name="ownerId" label="负责人" extra="不选则收回分配">
        <Select allowClear options={options} getPopupContainer={getParentOverlayContainer} placeholder="未分配" />
      </Form.Item>
    </FormDrawer>
  )
}
