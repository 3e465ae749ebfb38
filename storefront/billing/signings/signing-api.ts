import { useQuery } from '@tanstack/react-query'
import { type Signing, signingEndpoints } from '#contract/billing/signings/api.ts'
import type { SigningKind } from '#contract/billing/signings/signing-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { openProviderPage } from '#ui/open-provider-page.ts'
import { saveFileToDisk } from '#ui/save-file.ts'

const signingApi = createApiClient(signingEndpoints, sendOrHoldUntilLogin)
const KEY = ['signing'] as const

/** A draft is with the provider within seconds; the answer of who has signed and come back is there soon after. */
const [DRAFT_POLL_MS, TURN_POLL_MS] = [3_000, 8_000]

function getPollMs(signings: readonly Signing[]): number | false {
  if (signings.some(({ state }) => state === 'DRAFT')) return DRAFT_POLL_MS
  return signings.some(({ state }) => state === 'WAIT_BUYER') ? TURN_POLL_MS : false
}

/** The newest signing of each document of a kind. Without subjects: of those that were signed last. */
export const useSignings = (kind: SigningKind, subjects: readonly string[] | undefined, isWanted: boolean) =>
  useQuery({
    queryKey: [...KEY, kind, subjects ?? null],
    queryFn: () => signingApi.list(subjects === undefined ? { kind } : { kind, subjects: [...subjects] }),
    enabled: isWanted,
    // The other side may have signed since, and no signal says so.
    staleTime: 0,
    refetchInterval: ({ state }) => getPollMs(state.data?.signings ?? []),
  })

export const useStartContractSigning = (orderNo: string) => useApiMutation(() => signingApi.start({ orderNo }), { invalidates: [KEY] })

/** Leaves for the page of the provider. */
export const useOpenSigningPage = (id: string) =>
  useApiMutation(() => signingApi.link({ id }), { invalidates: [KEY], onSuccess: ({ url }) => openProviderPage(url) })

export const useCancelSigning = (id: string) =>
  useApiMutation((reason: string) => signingApi.cancel({ id, reason }), { invalidates: [KEY] })

export const useDownloadSignedFile = (id: string) => useApiMutation(() => signingApi.download({ id }), { onSuccess: saveFileToDisk })
