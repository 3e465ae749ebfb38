import { useMutation, useQuery } from '@tanstack/react-query'
import type { EnterpriseSeat } from '../../contract/identity/shapes.ts'
import { enterpriseApi, seated } from '../session/session.ts'

/** The person's seats. Read when they are asked for, so that a seat given a minute ago is there. */
export const useSeats = (enabled = true) =>
  useQuery({ queryKey: ['user', 'seats'], queryFn: () => enterpriseApi.list({}), enabled, staleTime: 0 })

/** What a seat is called: the company, else its operator, else what it is. */
export const seatName = ({ enterpriseName, agentName }: Pick<EnterpriseSeat, 'enterpriseName' | 'agentName'>): string =>
  enterpriseName ?? agentName ?? '未认证企业'

/** Moves to another seat: the old token ends, the new one is stored, and all that was shown is read anew. */
export const useChangeSeat = ({ done, failed }: { done: () => unknown; failed: (error: Error) => unknown }) =>
  useMutation({
    mutationFn: async (enterpriseId: string) => seated(await enterpriseApi.change({ enterpriseId })),
    onSuccess: done,
    onError: failed,
  })
