import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { machineModelEndpoints } from '#contract/catalog/machine-models/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const machineApi = createApiClient(machineModelEndpoints, sendOrHoldUntilLogin)

export const MACHINE_MODELS_PAGE_SIZE = 60

/** The makers of machines with fitting goods on sale. */
export const machineMakersQuery = queryOptions({ queryKey: ['goods', 'machine-makers'], queryFn: () => machineApi.makers({}) })

interface ModelsInput {
  maker: string
  keyword: string
  pageNo: number
}

/** A page of models: of a maker, or found by a keyword; empty texts are ignored. */
export const machineModelsQuery = ({ maker, keyword, pageNo }: ModelsInput) =>
  queryOptions({
    queryKey: ['goods', 'machine-models', maker, keyword, pageNo],
    queryFn: () =>
      machineApi.list({
        pageNo,
        pageSize: MACHINE_MODELS_PAGE_SIZE,
        ...(maker === '' ? {} : { maker }),
        ...(keyword === '' ? {} : { keyword }),
      }),
    placeholderData: keepPreviousData,
  })

/** One model, with the categories of its fitting goods. */
export const machineModelDetailQuery = (machineModelId: string) =>
  queryOptions({ queryKey: ['goods', 'machine-model', machineModelId], queryFn: () => machineApi.detail({ machineModelId }) })
