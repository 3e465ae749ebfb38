import { queryOptions } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { equipment } from '../../contract/projects/equipment-api.ts'
import { WORK_KEY } from '../parts/projects-query.ts'
import { send } from '../session/send.ts'

export const equipmentApi = connect(equipment, send)

export const detailQuery = (id: string) =>
  queryOptions({ queryKey: [...WORK_KEY, 'equipment', id], queryFn: ({ signal }) => equipmentApi.detail({ id }, { signal }) })
export const adviceQuery = queryOptions({ queryKey: [...WORK_KEY, 'advice'], queryFn: ({ signal }) => equipmentApi.advice({}, { signal }) })
