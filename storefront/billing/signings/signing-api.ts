import { useQuery } from '@tanstack/react-query'
import { signingEndpoints } from '#contract/billing/signings/api.ts'
import type { SigningKind } from '#contract/billing/signings/signing-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { openProviderPage } from '#ui/open-provider-page.ts'
import { saveFileToDisk } from '#ui/save-file.ts'

const signingApi = createApiClient(signingEndpoints, sendOrHoldUntilLogin)
const KEY = ['signing'] as const

/** A draft is with the provider within seconds, and so is the answer after somebody has signed and come back. */
const POLL_MS = 4_000
const POLLED: readonly string[] = ['DRAFT', 'WAIT_BUYER']

/** The newest signing of each document of a kind. Without subjects: of those that were signed last. */
export const useSignings = (kind: SigningKind, subjects: readonly string[] | undefined, isWanted: boolean) =>
  useQuery({
    queryKey: [...KEY, kind, subjects ?? null],
    queryFn: () => signingApi.list(subjects === undefined ? { kind } : { kind, subjects: [...subjects] }),
    enabled: isWanted,
    refetchInterval: ({ state }) => (state.data?.signings.some((one) => POLLED.includes(one.state)) ? POLL_MS : false),
  })

export const useStartContractSigning = (orderNo: string) => useApiMutation(() => signingApi.start({ orderNo }), { invalidates: [KEY] })

/** Leaves for the page of the provider. */
export const useOpenSigningPage = (id: string) =>
  useApiMutation(() => signingApi.link({ id }), { invalidates: [KEY], onSuccess: ({ url }) => openProviderPage(url) })

export const useCancelSigning = (id: string) =>
  useApiMutation((reason: string) => signingApi.cancel({ id, reason }), { invalidates: [KEY] })

export const useDownloadSignedFile = (id: string) => useApiMutation(() => signingApi.download({ id }), { onSuccess: saveFileToDisk })
