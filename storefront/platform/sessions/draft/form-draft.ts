import { onClientEvent } from '#storefront/platform/sessions/events.ts'
import { type CurrentMembership, getCurrentMembership, isSameMembership } from '#storefront/platform/sessions/pending-requests.ts'
import { hashToken, readToken, watchToken } from '#storefront/platform/sessions/token.ts'

/**
 * What was typed into the forms of this tab and not sent yet, in session storage: it survives a reload. Each draft belongs to one person in
 * one company. All end at a logout, also in another tab, and those of others as soon as it is known who has logged in. Those of an expired
 * session wait for their owner.
 */
const STORAGE_KEY = 'yanfeng.drafts'
const DRAFT_AGE_MAX_MS = 12 * 3_600_000
const DRAFTS_MAX = 20
/** A list of a thousand lines, pasted from a table. */
const DRAFT_CHARS_MAX = 60_000

/** Fields that are never stored in a browser: passwords, codes, numbers of documents and cards, consents. */
export const unstoredFieldNames: ReadonlySet<string> = new Set([
  'pwd',
  'oldPwd',
  'newPwd',
  'payPwd',
  'newPayPwd',
  'again',
  'password',
  'code',
  'smsCode',
  'imageCode',
  'imageKey',
  'ticket',
  'secret',
  'idNo',
  'legalIdNo',
  'bankCardNo',
  'consent',
  'agree',
])

/** Whose draft it is. The token is kept as a short hash, for the moment after a reload in which the person is not known yet. */
export interface FormDraftOwner {
  owner: CurrentMembership | null
  tokenHash: string
}

/** What was typed into a form, without the fields that are never stored and without files. */
export interface TypedValues {
  /** The values that the form began with, as JSON without what is empty. */
  base: string
  values: unknown
}

interface FormDraft extends FormDraftOwner, TypedValues {
  at: number
}

/** The current person in his company, whose draft a form that opens now writes. */
export const getFormDraftOwner = (): FormDraftOwner => ({ owner: getCurrentMembership() ?? null, tokenHash: hashToken(readToken()) })

/** Whether the owner of a draft is the person who is here now. */
export function isFormDraftOwnerHere({ owner, tokenHash }: FormDraftOwner): boolean {
  const current = getCurrentMembership()
  if (owner !== null && current !== undefined) return isSameMembership(owner, current)
  const token = readToken()
  // What was stored while a session was expired waits for its owner; a guest does not get it.
  return tokenHash === hashToken(token) && (token !== null || owner === null)
}

type FormDraftsByPlace = Record<string, FormDraft>

function readDrafts(): FormDraftsByPlace {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as FormDraftsByPlace) : {}
  } catch {
    return {}
  }
}

/** Returns false if the storage is full or blocked: what was stored before is still there then. */
function writeDrafts(drafts: readonly (readonly [place: string, draft: FormDraft])[]): boolean {
  try {
    if (drafts.length === 0) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(drafts)))
    return true
  } catch {
    return false
  }
}

/** A form's values as they come out of the storage: without the fields that are never stored and without files. */
const toStoredValues = (values: unknown): unknown =>
  JSON.parse(
    JSON.stringify(values, (name, value: unknown) => (unstoredFieldNames.has(name) || value instanceof Blob ? undefined : value)) ?? 'null',
  )

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob)

/** Leaves out what nobody has typed: '' and objects without anything, which a form adds when its fields are shown. */
function omitEmptyValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitEmptyValues)
  if (!isRecord(value)) return value === '' ? undefined : value
  const filled = Object.entries(value).flatMap(([name, part]) => {
    const kept = omitEmptyValues(part)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return filled.length === 0 ? undefined : Object.fromEntries(filled.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const toFilledJsonOfStored = (stored: unknown): string => JSON.stringify(omitEmptyValues(stored)) ?? 'null'

/** What is filled in in a form, as JSON, without the fields that are never stored and without files. */
export const toFilledJson = (values: unknown): string => toFilledJsonOfStored(toStoredValues(values))

/** What can be kept of a form's values; undefined: nothing was typed. */
export function pickTypedValues(base: unknown, values: unknown): TypedValues | undefined {
  const [begun, stored] = [toFilledJson(base), toStoredValues(values)]
  return toFilledJsonOfStored(stored) === begun ? undefined : { base: begun, values: stored }
}

const mergeValues = (base: unknown, values: unknown): unknown =>
  isRecord(base) && isRecord(values)
    ? Object.fromEntries(
        Object.keys({ ...base, ...values }).map((name) => [name, name in values ? mergeValues(base[name], values[name]) : base[name]]),
      )
    : values

/**
 * The kept values, if the form still begins with the same values: what somebody has saved meanwhile is newer than them. Fields that are not
 * stored have the values that the form begins with.
 */
export const restoreTypedValues = <T>(base: T, typed: TypedValues): T | undefined =>
  typed.base === toFilledJson(base) ? (mergeValues(base, typed.values) as T) : undefined

/** Removes what is kept of the form at this place. */
export function deleteFormDraft(place: string): void {
  const drafts = readDrafts()
  if (place in drafts) writeDrafts(Object.entries(drafts).filter(([known]) => known !== place))
}

/** Stores a form's values, unless somebody else is logged in now. Values like those it began with are no draft. */
export function saveFormDraft(
  place: string,
  writer: FormDraftOwner,
  { base, values, now }: { base: unknown; values: unknown; now: Date },
): void {
  if (!isFormDraftOwnerHere(writer)) return
  const typed = pickTypedValues(base, values)
  const text = JSON.stringify(typed?.values)
  if (typed === undefined || text.length > DRAFT_CHARS_MAX) {
    deleteFormDraft(place)
    return
  }
  const drafts = readDrafts()
  const before = drafts[place]
  const isUnchanged = before !== undefined && JSON.stringify(before.values) === text
  const draft = { ...getFormDraftOwner(), ...typed, at: isUnchanged ? before.at : now.getTime() }
  const others = Object.entries(drafts).filter(([known, { at }]) => known !== place && now.getTime() - at < DRAFT_AGE_MAX_MS)
  const newest = others.toSorted(([, a], [, b]) => b.at - a.at).slice(0, DRAFTS_MAX - 1)
  // Without room an older draft of this form must not come back: the new one replaces all, or there is none.
  if (!writeDrafts([...newest, [place, draft]]) && !writeDrafts([[place, draft]])) deleteFormDraft(place)
}

/** The stored values of this person, if the form still begins with the same values (`restoreTypedValues`). */
export function findFormDraft<T>(place: string, base: T, now: Date): T | undefined {
  const draft = readDrafts()[place]
  if (draft === undefined || !isFormDraftOwnerHere(draft) || now.getTime() - draft.at >= DRAFT_AGE_MAX_MS) return undefined
  return restoreTypedValues(base, draft)
}

/** Ends the drafts of everybody but the person who is known now. His get his present token, so that a reload finds them before he is known. */
export function keepOnlyOwnFormDrafts(): void {
  const own = Object.entries(readDrafts()).filter(([, draft]) => isFormDraftOwnerHere(draft))
  writeDrafts(own.map(([place, draft]) => [place, { ...draft, ...getFormDraftOwner() }]))
}

onClientEvent('loginSuccess', keepOnlyOwnFormDrafts)
watchToken(({ loggedOut }) => {
  if (loggedOut) writeDrafts([])
})
