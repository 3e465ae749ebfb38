import type { Answer } from '#contract/platform/core/client.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { type ApiRequest, AuthorisingError } from '#ui/send.ts'

/** Whose request it was. Nobody else's login may send it. */
export interface CurrentMembership {
  userId: string
  enterpriseId: string
}

/** A request that waits for a login. Whoever made it still waits for its answer. */
export interface PendingRequest {
  request: ApiRequest
  /** Of whom; undefined: of a guest, and so of whoever logs in next. */
  owner: CurrentMembership | undefined
  /** Made while nobody was logged in: it ends when the guest leaves the login screen without logging in. */
  byGuest: boolean
  /** Gives its maker the answer: what the call was part of goes on from there, to its end. */
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

const PARKED_MAX = 20
let seat: CurrentMembership | undefined
let waiting: PendingRequest[] = []

const same = (one: CurrentMembership, other: CurrentMembership): boolean =>
  one.userId === other.userId && one.enterpriseId === other.enterpriseId

/** Remembers who sits here; requests that meet a 510 are parked under that name. */
export function setCurrentMembership(now: CurrentMembership | undefined): void {
  seat = now && { userId: now.userId, enterpriseId: now.enterpriseId }
}

/** Who sits here, or sat here until the session expired; undefined: a guest, or somebody who is not known yet. */
export const getCurrentMembership = (): CurrentMembership | undefined => seat

/** What a call does, in the first words of its description. */
export const actionLabel = ({ summary }: Endpoint): string => summary.split(/[；：，]/)[0] ?? summary

/**
 * Parks a request and answers with the promise of its answer; it is rejected, in silence, when the request is given up. Undefined where nothing
 * is kept: of a member whom we never knew, and beyond `PARKED_MAX`.
 */
export function addPendingRequest(request: ApiRequest, { byGuest = false }: { byGuest?: boolean } = {}): Promise<Answer> | undefined {
  if ((seat === undefined && !byGuest) || waiting.length >= PARKED_MAX) return undefined
  return new Promise((resolve, reject) => waiting.push({ request, owner: seat, byGuest, resolve, reject }))
}

/** Puts back what has met another 510. */
export const requeuePendingRequest = (parked: PendingRequest): void => void waiting.push(parked)

/** What will be done after the login, in words. */
export const listPendingActions = (): string[] => [...new Set(waiting.map(({ request }) => actionLabel(request.endpoint)))]

function giveUp(given: (parked: PendingRequest) => boolean): void {
  const [lost, left] = [waiting.filter(given), waiting.filter((parked) => !given(parked))]
  waiting = left
  for (const { reject } of lost) reject(new AuthorisingError())
}

/**
 * Somebody has logged in: hands out the requests that are his, in the order in which they were made, and gives up all others. One person never
 * finishes what another began, on a shared computer or in another company.
 */
export function takePendingRequests(now: CurrentMembership): PendingRequest[] {
  const own = waiting.filter(({ owner }) => owner === undefined || same(owner, now))
  giveUp((parked) => !own.includes(parked))
  waiting = []
  return own
}

/** The guest has left the login screen without logging in: what he wanted is not done by surprise at some later login. */
export const dropGuestRequests = (): void => giveUp(({ byGuest }) => byGuest)

/** Forgets everything: the person has logged off of his own will. */
export function dropPendingRequests(): void {
  giveUp(() => true)
  seat = undefined
}

let resending = false
const watchers = new Set<() => void>()
/** Whether parked requests are being sent: until they are done, no form is sent once more. */
export const isResending = (): boolean => resending
export function watchResending(listener: () => void): () => void {
  watchers.add(listener)
  return () => void watchers.delete(listener)
}
export function setResending(now: boolean): void {
  resending = now
  for (const listener of watchers) listener()
}
