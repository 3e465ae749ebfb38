import { queryOptions } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { equipment } from '../../contract/projects/equipment-api.ts'
import { SITE_WORK_KEY } from '../components/projects-query.ts'
import { send } from '../session/send.ts'

export const equipmentApi = connect(equipment, send)

export const detailQuery = (id: string) =>
  queryOptions({ queryKey: [...SITE_WORK_KEY, 'equipment', id], queryFn: ({ signal }) => equipmentApi.detail({ id }, { signal }) })
export const adviceQuery = queryOptions({
  queryKey: [...SITE_WORK_KEY, 'advice'],
  queryFn: ({ signal }) => equipmentApi.advice({}, { signal }),
})
