import type { EnvelopeWithHttpStatus } from '#contract/platform/core/client.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { type ApiRequest, LoginPendingError } from '#ui/send.ts'

/** The owner of a request. A login of somebody else must not send it. */
export interface CurrentMembership {
  userId: string
  enterpriseId: string
}

/** A request that waits for a login. Its caller still waits for the answer. */
export interface PendingRequest {
  request: ApiRequest
  /** Its owner; undefined: a guest, and then whoever logs in next. */
  owner: CurrentMembership | undefined
  /** Made without a login. It is dropped when the guest leaves the login screen without logging in. */
  byGuest: boolean
  /** Gives the answer to the caller, whose work continues. */
  resolve: (answer: EnvelopeWithHttpStatus) => void
  reject: (error: Error) => void
}

const PARKED_MAX = 20
let membership: CurrentMembership | undefined
let waiting: readonly PendingRequest[] = []
const listeners = new Set<() => void>()

function setWaiting(requests: readonly PendingRequest[]): void {
  waiting = requests
  for (const listener of listeners) listener()
}

/** The pending requests now: the same array until they change. */
export const getPendingRequests = (): readonly PendingRequest[] => waiting
/** Calls the listener at each change of the pending requests. The returned function ends it. */
export function watchPendingRequests(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether it is the same person in the same company. Two guests are the same. */
export const isSameMembership = (one: CurrentMembership | undefined, other: CurrentMembership | undefined): boolean =>
  one?.userId === other?.userId && one?.enterpriseId === other?.enterpriseId

/** Sets the current member. Requests that are answered with 510 are kept under this owner. */
export function setCurrentMembership(now: CurrentMembership | undefined): void {
  membership = now && { userId: now.userId, enterpriseId: now.enterpriseId }
}

/** The current member, also after the session has expired; undefined: a guest, or not known yet. */
export const getCurrentMembership = (): CurrentMembership | undefined => membership

/** A short description of a call: the first words of its summary. */
export const formatEndpointShortLabel = ({ summary }: Endpoint): string => summary.split(/[；：，]/)[0] ?? summary

/**
 * Keeps a request and returns the promise of its answer, which is rejected silently when the request is dropped. Returns undefined if it is
 * not kept: the member was never known, or there are already `PARKED_MAX`.
 */
export function addPendingRequest(
  request: ApiRequest,
  { byGuest = false }: { byGuest?: boolean } = {},
): Promise<EnvelopeWithHttpStatus> | undefined {
  if ((membership === undefined && !byGuest) || waiting.length >= PARKED_MAX) return undefined
  return new Promise((resolve, reject) => setWaiting([...waiting, { request, owner: membership, byGuest, resolve, reject }]))
}

/** Puts back a request that was answered with 510 again. */
export const requeuePendingRequest = (parked: PendingRequest): void => setWaiting([...waiting, parked])

/** The descriptions of what will be done after the login. */
export const listPendingActionLabels = (requests = waiting): string[] => [
  ...new Set(requests.map(({ request }) => formatEndpointShortLabel(request.endpoint))),
]

function abandonRequests(given: (parked: PendingRequest) => boolean): void {
  const [lost, left] = [waiting.filter(given), waiting.filter((parked) => !given(parked))]
  setWaiting(left)
  for (const { reject } of lost) reject(new LoginPendingError())
}

/**
 * Takes the requests of the person who has logged in, in their order, and drops all others. One person never completes another's request,
 * on a shared computer or in another company.
 */
export function takePendingRequests(now: CurrentMembership): PendingRequest[] {
  const own = waiting.filter(({ owner }) => owner === undefined || isSameMembership(owner, now))
  abandonRequests((parked) => !own.includes(parked))
  setWaiting([])
  return own
}

/** Drops the guest's requests when he leaves the login screen without logging in, so that they do not run by surprise at a later login. */
export const dropGuestRequests = (): void => abandonRequests(({ byGuest }) => byGuest)

/** Drops everything because the person has logged out. */
export function dropPendingRequests(): void {
  abandonRequests(() => true)
  membership = undefined
}

let resending = false
const watchers = new Set<() => void>()
/** Whether pending requests are being sent. Until they are done, no form can be sent again. */
export const isResending = (): boolean => resending
export function watchResending(listener: () => void): () => void {
  watchers.add(listener)
  return () => void watchers.delete(listener)
}
export function setResending(now: boolean): void {
  resending = now
  for (const listener of watchers) listener()
}
